#pragma once

#include <atomic>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "app/subject/program_subject.hpp"
#include "instrumentation/language/say.hpp"
#include "tests/support/several_launches.hpp"

namespace warpscope::test {

/// Counts on the thread that records; to be read from any.
class Count {
 public:
  Count() = default;
  Count(const Count& other) : value_(other.value_.load()) {}
  Count& operator=(const Count& other) {
    value_ = other.value_.load();
    return *this;
  }
  ~Count() = default;
  operator int() const { return value_; }
  void operator++() { ++value_; }

 private:
  std::atomic<int> value_ = 0;
};

/// A program that is neither compiled nor run: says what it was asked for, and gives what it is
/// told to.
struct FakeProgram {
  BuildResult built;
  ProgramRun run;
  // What it was asked for.
  Count builds, runs;
  BuildRequest build_request;
  ProgramRequest request;
  ProgramOutput output;

  [[nodiscard]] ProgramRunner runner() {
    return {.build =
                [this](const BuildRequest& asked, std::stop_token,
                       const std::function<void(const std::string&)>& progress) {
                  progress("compiling");
                  ++builds;
                  build_request = asked;
                  return built;
                },
            .run = [this](const BuiltProgram&, const ProgramRequest& asked, const ProgramOutput& to,
                          std::stop_token) -> Result<ProgramRun> {
              ++runs;
              request = asked;
              output = to;
              return run;
            },
            .find_compiler = [] { return Result<Compiler>(Compiler{}); }};
  }
};

inline ProgramLaunch program_launch(int number, std::string kernel, Dim3 grid, Dim3 block,
                                    std::int32_t of_trace) {
  ProgramLaunch launch;
  launch.number = number;
  launch.kernel = std::move(kernel);
  launch.grid = grid;
  launch.block = block;
  launch.trace_launch = of_trace;
  launch.recorded_block = of_trace < 0 ? -1 : 0;
  launch.checked_blocks = grid.count();
  launch.checked_all = true;
  return launch;
}

/// Three launches, scan, add and scan, which return 0 and in which nothing is wrong.
inline FakeProgram three_launches() {
  FakeProgram program;
  program.built.program = BuiltProgram{.object = "program.so"};
  program.run.trace = several_launches();
  for (Launch& launch : program.run.trace->launches) {
    if (launch.kernel != "add") launch.kernel = "scan";
  }
  program.run.outcome.launches = {program_launch(1, "scan", {1}, {64}, 0),
                                  program_launch(2, "add", {4}, {32}, 1),
                                  program_launch(3, "scan", {1}, {64}, 2)};
  return program;
}

/// A race in the second launch.
inline ProgramFinding race_finding() {
  ProgramFinding finding;
  finding.message = say("Threads 3 and 35 store to tile[7] without a barrier between.");
  finding.file = "sum.cu";
  finding.line = 14;
  finding.launch = 2;
  finding.block = {2, 0, 0};
  finding.thread = {3, 0, 0};
  finding.array = "tile";
  finding.index = 7;
  finding.other_line = 12;
  finding.other_thread = Dim3{35, 0, 0};
  finding.times = 1200;
  return finding;
}

}  // namespace warpscope::test
