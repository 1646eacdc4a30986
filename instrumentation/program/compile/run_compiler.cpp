#include "instrumentation/program/compile/run_compiler.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <string_view>

#include "instrumentation/process/process.hpp"

namespace warpscope {
namespace {

/// Removes the option that a line calls unknown. False: it calls none so.
bool remove_unknown_option(std::string_view line, std::vector<std::string>& arguments) {
  constexpr std::array<std::string_view, 4> complaints{
      "Unknown command line argument '", "unknown argument: '",
      "unrecognized command-line option '", "unknown argument '"};
  for (const std::string_view complaint : complaints) {
    const std::size_t at = line.find(complaint);
    if (at == std::string_view::npos) continue;
    const std::size_t begin = at + complaint.size();
    const auto found =
        std::ranges::find(arguments, line.substr(begin, line.find('\'', begin) - begin));
    if (found == arguments.end()) return false;
    const bool led =
        found != arguments.begin() && (*(found - 1) == "-mllvm" || *(found - 1) == "-Xclang");
    arguments.erase(led ? found - 1 : found, found + 1);
    return true;
  }
  return false;
}

}  // namespace

Result<CompilerRun> run_compiler_with_known_options(const std::filesystem::path& program,
                                                    std::vector<std::string> arguments,
                                                    const std::filesystem::path& folder,
                                                    const std::stop_token& stop) {
  constexpr int most_runs = 20;
  for (int runs = 1;; ++runs) {
    auto run = run_compiler(program, arguments, folder, stop);
    if (!run || run->cancelled || run->code == 0 || runs == most_runs) return run;
    bool removed = false;
    for (const std::string& line : run->lines)
      removed = remove_unknown_option(line, arguments) || removed;
    if (!removed) return run;
  }
}

Result<CompilerRun> run_compiler(const std::filesystem::path& program,
                                 const std::vector<std::string>& arguments,
                                 const std::filesystem::path& folder, const std::stop_token& stop) {
  constexpr std::chrono::milliseconds patience{20};
  constexpr std::size_t most_lines = 20000;
  std::vector<std::string> all{"-c", R"(LC_ALL=C TMPDIR=$0; export LC_ALL TMPDIR; exec "$@" 2>&1)",
                               folder.string(), program.string()};
  all.insert(all.end(), arguments.begin(), arguments.end());
  auto started = Process::start("/bin/sh", all, Process::Output::lines);
  if (!started) return started.error();
  Process& process = *started.value();
  process.end_input();
  CompilerRun run;
  while (!process.silent()) {
    if (stop.stop_requested()) {
      process.kill();
      run.cancelled = true;
      break;
    }
    auto line = process.read_line(patience);
    if (line && run.lines.size() < most_lines) run.lines.push_back(std::move(*line));
  }
  run.code = process.wait();
  return run;
}

}  // namespace warpscope
