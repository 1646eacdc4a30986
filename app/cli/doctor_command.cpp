#include <fmt/ostream.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "app/cli/command.hpp"
#include "app/cli/report_json.hpp"
#include "app/cli/table.hpp"
#include "app/subject/timings.hpp"
#include "instrumentation/language/language.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/process/process.hpp"
#include "instrumentation/trace/printable.hpp"

namespace warpscope {
namespace {

/// Findings about this machine; an empty problem means that the thing works.
struct Findings {
  const CudaStatus& cuda;
  std::string offscreen_problem;
  std::string display;
  std::string ffmpeg;
  TimingsPtr timings;
  Result<Compiler> compiler;
};

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

Findings examine(const Frontend& frontend) {
  const std::string wayland = environment("WAYLAND_DISPLAY");
  return {.cuda = cuda_status(),
          .offscreen_problem = frontend.offscreen_problem(),
          .display = wayland.empty() ? environment("DISPLAY") : wayland,
          .ffmpeg = find_program("ffmpeg").string(),
          .timings = recorded_timings(),
          .compiler = frontend.programs.find_compiler()};
}

Json compiler_json(const Result<Compiler>& compiler) {
  if (!compiler) return {{"usable", false}, {"problem", compiler.error().message}};
  return {{"usable", true},
          {"kind", compiler->kind == Compiler::Kind::clang ? "clang" : "gcc"},
          {"path", compiler->path.string()},
          {"version", compiler->version},
          {"problem", ""}};
}

Json doctor_json(const Findings& found) {
  const CudaStatus& cuda = found.cuda;
  return {{"version", program_version},
          {"machine", cuda.usable ? "cuda" : "emulator"},
          {"cuda",
           {{"built", cuda.built},
            {"usable", cuda.usable},
            {"device", cuda.device},
            {"compute", cuda.compute},
            {"driver", cuda.driver},
            {"runtime", cuda.runtime},
            {"problem", cuda.problem}}},
          {"pictures",
           {{"usable", found.offscreen_problem.empty()}, {"problem", found.offscreen_problem}}},
          {"display", found.display},
          {"ffmpeg", found.ffmpeg},
          {"compiler", compiler_json(found.compiler)}};
}

/// What is known of one part of the machine: what it is, whether it works, what was found, what that means.
struct Line {
  std::string what;
  bool good = false;
  std::string found, meaning;
};

void print_lines(std::ostream& out, const std::vector<Line>& lines) {
  const auto sign = [](const Line& line) { return std::string(line.good ? tr("yes") : tr("no")); };
  int what = 0, good = 0;
  for (const Line& line : lines) {
    what = std::max(what, text_columns(line.what));
    good = std::max(good, text_columns(sign(line)));
  }
  const int column = what + good + 4;
  for (const Line& line : lines) {
    fmt::print(out, "{}  {}  {}\n{}{}\n", padded(line.what, what), padded(sign(line), good),
               line.found, std::string(static_cast<std::size_t>(column), ' '), line.meaning);
  }
}

Line compiler_line(const Result<Compiler>& compiler) {
  if (!compiler) {
    return {tr("Compiler"), false, compiler.error().message,
            tr("run, and other commands with FILE.cu, cannot compile your own programs.")};
  }
  const bool clang = compiler->kind == Compiler::Kind::clang;
  return {tr("Compiler"), true,
          fmt::format("{}: {}", compiler->path.string(), printable(compiler->version)),
          clang ? tr("run compiles your own CUDA programs with it.")
                : tr("run compiles your own CUDA programs with it; with clang installed, their "
                     "accesses are nearer to nvcc's.")};
}

void print_doctor(std::ostream& out, const Findings& found) {
  const CudaStatus& cuda = found.cuda;
  fmt::print(out, "Warpscope {}\n\n", program_version);
  std::vector<Line> lines;
  lines.push_back({tr("Emulator"), true, tr("In this program."),
                   tr("Every kernel runs, is recorded and checked, without a GPU.")});
  lines.push_back(
      {"CUDA", cuda.usable,
       cuda.usable ? tr("{0}, compute capability {1}, driver {2}, built with {3}.", cuda.device,
                        cuda.compute, cuda.driver, cuda.runtime)
                   : std::string(tr(std::string_view(cuda.problem))),
       cuda.usable
           ? tr("Kernels are recorded on the GPU; bench measures times.")
           : tr("Kernels run on the emulator; bench and --machine cuda are not available.")});
  const bool draws = found.offscreen_problem.empty();
  lines.push_back({tr("Pictures"), draws,
                   draws ? tr("OpenGL draws off screen.") : found.offscreen_problem,
                   draws ? tr("export writes PNG and SVG.") : tr("export cannot write PNG.")});
  const bool window = !found.display.empty();
  lines.push_back({tr("Display"), window,
                   window ? found.display : tr("Neither WAYLAND_DISPLAY nor DISPLAY is set."),
                   window ? tr("warpscope without a subcommand opens the window.")
                          : tr("No window; report, compare and export need none.")});
  const bool films = !found.ffmpeg.empty();
  lines.push_back({"ffmpeg", films, films ? found.ffmpeg : tr("Not found."),
                   films ? tr("export makes films, GIF and MP4.")
                         : tr("export writes pictures, but no films.")});
  lines.push_back(compiler_line(found.compiler));
  // Reports damaged files only: nobody would notice that they are ignored.
  for (const std::string& why : found.timings->damaged) {
    lines.push_back({tr("Times"), false, tr("A file of measurements is damaged."), why});
  }
  print_lines(out, lines);
}

}  // namespace

void add_doctor(Arguments& program, Invocation& invocation) {
  auto json = std::make_shared<bool>(false);
  Arguments command = program.subcommand("doctor", tr("What this machine has and what that means"));
  command.flag("--json", *json, tr("Print JSON"));
  command.footer(examples_text({"warpscope doctor"}));
  command.on_chosen([json, &invocation] {
    invocation.action = [json, &invocation]() -> Result<int> {
      std::optional<InLanguage> speaking;
      if (*json) speaking.emplace(english);
      const Findings found = examine(invocation.frontend);
      if (*json) {
        invocation.out << json_text(doctor_json(found), 2) << '\n';
      } else {
        print_doctor(invocation.out, found);
      }
      return 0;
    };
  });
}

}  // namespace warpscope
