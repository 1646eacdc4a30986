#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <system_error>
#include <vector>

#include "instrumentation/program/protocol/machine_binary.hpp"
#include "instrumentation/program/run/program_run.hpp"
#include "tests/support/test_folder.hpp"

namespace warpscope {

inline std::string text_of_file(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

/// A program of plain C++, compiled as the user's programs are, but without hooks. `also` goes to the compiler.
inline BuiltProgram compile_small(const TestFolder& folder, const std::string& text,
                                  const std::string& also = {}) {
  const std::filesystem::path source = folder.path() / "program.cpp";
  std::ofstream(source) << text;
  BuiltProgram built;
  built.object = folder.path() / "program.so";
  const std::string log = (folder.path() / "messages").string();
  const std::string command =
      "c++ -std=c++17 -w -g -fPIC -shared -Wl,-Bsymbolic "
      "-Wl,--wrap=_exit,--wrap=_Exit " +
      also + " '" + source.string() + "' -o '" + built.object.string() + "' -lpthread 2> '" + log +
      "'";
  EXPECT_EQ(std::system(command.c_str()), 0) << text_of_file(log);
  return built;
}

/// What a program did, and what came out of it.
struct SmallRun {
  ProgramOutcome outcome;
  std::optional<Trace> trace;
  std::string output, errors;  ///< both of its streams
  std::string problem;         ///< no outcome: why
};

/// Sends a stream of this process to or from a file while it lives.
class Redirected {
 public:
  Redirected(int stream, const std::filesystem::path& path, int flags)
      : stream_(stream), kept_(::fcntl(stream, F_DUPFD_CLOEXEC, 100)) {
    const int file = ::open(path.c_str(), flags | O_CLOEXEC, 0600);
    EXPECT_GE(file, 0) << path;
    ::dup2(file, stream);
    ::close(file);
  }
  ~Redirected() {
    ::dup2(kept_, stream_);
    ::close(kept_);
  }
  Redirected(const Redirected&) = delete;
  Redirected& operator=(const Redirected&) = delete;

 private:
  int stream_, kept_;
};

inline SmallRun run_built(const TestFolder& folder, const BuiltProgram& built,
                          const ProgramRequest& request, const std::string& input = {},
                          const ProgramOutput& output = {}, std::stop_token stop = {}) {
  set_machine_binary({});
  const std::filesystem::path in = folder.path() / "input", out = folder.path() / "output",
                              err = folder.path() / "errors";
  std::ofstream(in) << input;
  SmallRun run;
  {
    const Redirected input_from(STDIN_FILENO, in, O_RDONLY);
    const Redirected output_to(STDOUT_FILENO, out, O_WRONLY | O_CREAT | O_TRUNC);
    const Redirected errors_to(STDERR_FILENO, err, O_WRONLY | O_CREAT | O_TRUNC);
    auto result = run_program(built, request, output, std::move(stop));
    if (result) {
      run.outcome = std::move(result->outcome);
      run.trace = std::move(result->trace);
    } else {
      run.problem = result.error().message;
    }
  }
  run.output = text_of_file(out);
  run.errors = text_of_file(err);
  return run;
}

inline SmallRun run_small(const std::string& text, const ProgramRequest& request = {},
                          const std::string& input = {}, const ProgramOutput& output = {}) {
  const TestFolder folder;
  return run_built(folder, compile_small(folder, text), request, input, output);
}

}  // namespace warpscope
