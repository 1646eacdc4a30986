#include <fmt/ostream.h>

#include <cstdlib>
#include <memory>

#include "app/cli/command.hpp"
#include "app/cli/report_json.hpp"
#include "app/subject/timings.hpp"
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

void line(std::ostream& out, const char* what, bool good, const std::string& found,
          const std::string& meaning) {
  fmt::print(out, "{:<9} {:<4} {}\n{:15}{}\n", what, good ? "yes" : "no", found, "", meaning);
}

void print_compiler(std::ostream& out, const Result<Compiler>& compiler) {
  if (!compiler) {
    line(out, "Compiler", false, compiler.error().message,
         "run, and other commands with FILE.cu, cannot compile your own programs.");
    return;
  }
  const bool clang = compiler->kind == Compiler::Kind::clang;
  line(out, "Compiler", true,
       fmt::format("{}: {}", compiler->path.string(), printable(compiler->version)),
       clang ? "run compiles your own CUDA programs with it."
             : "run compiles your own CUDA programs with it; with clang installed, their accesses "
               "are nearer to nvcc's.");
}

void print_doctor(std::ostream& out, const Findings& found) {
  const CudaStatus& cuda = found.cuda;
  fmt::print(out, "Warpscope {}\n\n", program_version);
  line(out, "Emulator", true, "In this program.",
       "Every kernel runs, is recorded and checked, without a GPU.");
  line(out, "CUDA", cuda.usable,
       cuda.usable ? fmt::format("{}, compute capability {}, driver {}, built with {}.",
                                 cuda.device, cuda.compute, cuda.driver, cuda.runtime)
                   : cuda.problem,
       cuda.usable ? "Kernels are recorded on the GPU; bench measures times."
                   : "Kernels run on the emulator; bench and --machine cuda are not available.");
  line(out, "Pictures", found.offscreen_problem.empty(),
       found.offscreen_problem.empty() ? "OpenGL draws off screen." : found.offscreen_problem,
       found.offscreen_problem.empty() ? "export writes PNG and SVG." : "export cannot write PNG.");
  line(out, "Display", !found.display.empty(),
       found.display.empty() ? "Neither WAYLAND_DISPLAY nor DISPLAY is set." : found.display,
       found.display.empty() ? "No window; report, compare and export need none."
                             : "warpscope without a subcommand opens the window.");
  line(out, "ffmpeg", !found.ffmpeg.empty(), found.ffmpeg.empty() ? "Not found." : found.ffmpeg,
       found.ffmpeg.empty() ? "export writes pictures, but no films."
                            : "export makes films, GIF and MP4.");
  print_compiler(out, found.compiler);
  // Reports damaged files only: nobody would notice that they are ignored.
  for (const std::string& why : found.timings->damaged) {
    line(out, "Times", false, "A file of measurements is damaged.", why);
  }
}

}  // namespace

void add_doctor(Arguments& program, Invocation& invocation) {
  auto json = std::make_shared<bool>(false);
  Arguments command = program.subcommand("doctor", "What this machine has and what that means");
  command.flag("--json", *json, "Print JSON");
  command.footer("Example:\n  warpscope doctor");
  command.on_chosen([json, &invocation] {
    invocation.action = [json, &invocation]() -> Result<int> {
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
