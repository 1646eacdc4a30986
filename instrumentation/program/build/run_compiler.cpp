#include "instrumentation/program/build/run_compiler.hpp"

#include <chrono>

#include "instrumentation/process/process.hpp"

namespace warpscope {

Result<CompilerRun> run_compiler(const std::filesystem::path& program,
                                 const std::vector<std::string>& arguments,
                                 const std::stop_token& stop) {
  constexpr std::chrono::milliseconds patience{20};
  constexpr std::size_t most_lines = 20000;
  std::vector<std::string> all{"-c", R"(LC_ALL=C; export LC_ALL; exec "$0" "$@" 2>&1)",
                               program.string()};
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
