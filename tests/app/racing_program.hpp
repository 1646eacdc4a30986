#pragma once

#include <memory>
#include <string>
#include <utility>

#include "app/subject/console_page.hpp"
#include "app/subject/told_findings.hpp"
#include "instrumentation/language/say.hpp"
#include "tests/app/fake_program.hpp"
#include "tests/support/trace_maker.hpp"

namespace warpscope::test {

/// A program of two files, race.cu and tile.cuh, as the window knows it after a run. Launch 1 fills
/// `data`. In launch 2, warp 0 stores `tile` on line 5 of tile.cuh (access 1) and warp 1 loads it on
/// line 8 (access 2), in a function that the kernel calls on line 11; access 3 does so behind a
/// barrier. Launch 3 was not recorded.
struct RacingProgram {
  Trace trace;
  ConsolePage page;
};

inline ProgramFinding tile_race() {
  return {.kind = FindingKind::race,
          .message = say("Threads 3 and 35 use tile[3] on line 5 and line 8."),
          .file = "tile.cuh",
          .line = 8,
          .launch = 2,
          .block = {0, 0, 0},
          .thread = {35, 0, 0},
          .array = "tile",
          .index = 3,
          .other_file = "tile.cuh",
          .other_line = 5,
          .other_thread = Dim3{3, 0, 0},
          .times = 992};
}

inline Trace racing_trace() {
  TraceMaker made(32);
  const int data = made.global("data", 64), tile = made.shared("tile", 64);
  made.store(data, 4, all_lanes, own, all(7));
  made.step("fill");
  made.launch(64, "race");
  made.store(tile, 5, all_lanes, own, all(1));
  made.warp(1);
  made.load(tile, 8, all_lanes, own);
  made.barrier("first");
  made.warp(0);
  made.load(tile, 8, all_lanes, [](int lane) { return 2 * lane; });
  made.step("second");
  Trace trace = made.take();
  trace.header.program = "race.cu";
  trace.header.kernel = "race";
  trace.header.title = "race.cu";
  trace.launches[0].kernel = "fill";
  trace.sources[0] = {"race.cu",
                      "#include \"tile.cuh\"\n\n__global__ void fill(int* data) {\n"
                      "  data[threadIdx.x] = 7;\n}\n\nint main() {\n  int* data;\n"
                      "  cudaMalloc(&data, 256);\n  fill<<<1, 32>>>(data);\n"
                      "  race<<<1, 64>>>();\n  race<<<1, 64>>>();\n}\n"};
  trace.sources[1] = {"tile.cuh",
                      "#pragma once\n__device__ int read_tile(int* tile);\n\n"
                      "__device__ void write_tile(int* tile, int i) {\n  tile[i] = 1;\n}\n"
                      "__device__ int read_tile(int* tile, int i) {\n  return tile[i];\n}\n"
                      "__global__ void race() {\n  read_tile(tile, threadIdx.x % 32);\n}\n"};
  const auto caller = static_cast<std::int32_t>(trace.locations.size());
  trace.locations.push_back({1, 11});
  trace.locations.push_back({1, 8, caller, "read_tile"});
  for (Access& access : trace.accesses) {
    if (trace.line_of(access) == 8) access.location = static_cast<std::uint32_t>(caller) + 1;
  }
  const ProgramFinding race = tile_race();
  trace.findings.push_back({.kind = race.kind,
                            .line = race.line,
                            .other_line = race.other_line,
                            .source = 1,
                            .step = trace.launches[1].first_step,
                            .thread = 35,
                            .other_thread = 3,
                            .block = 0,
                            .array = tile,
                            .index = race.index,
                            .times = race.times,
                            .message = race.message});
  return trace;
}

inline RacingProgram racing_program() {
  RacingProgram made{racing_trace(), {}};
  ConsolePage& page = made.page;
  page.state = ConsolePage::State::ended;
  page.recorded = true;
  page.revision = 1;
  page.program = "race.cu";
  page.folder = "/home/ada";
  page.build_seconds = 0.31;
  page.output = {"n = 64", "done"};
  ProgramOutcome& outcome = page.outcome.emplace();
  outcome.seconds = 0.04;
  outcome.launches = {program_launch(1, "fill", {1}, {32}, 0),
                      program_launch(2, "race", {1}, {64}, 1),
                      program_launch(3, "race", {1}, {64}, -1)};
  ProgramFinding outside{.kind = FindingKind::out_of_bounds,
                         .message = say("Thread 40 writes tile[64] on line 5."),
                         .file = "tile.cuh",
                         .line = 5,
                         .launch = 3,
                         .array = "tile",
                         .index = 64};
  ProgramFinding unchecked{.kind = FindingKind::unchecked_error,
                           .message = say("The launch on line 12 failed, and nobody asked."),
                           .file = "race.cu",
                           .line = 12};
  outcome.findings = {tile_race(), outside, unchecked};
  made.page.told = told_findings(outcome);
  return made;
}

/// The same while it runs: launch 3 has begun, and two findings are known.
inline ConsolePage running_page() {
  ConsolePage page = racing_program().page;
  page.state = ConsolePage::State::running;
  RunProgress now{.begun = 1'204, .ended = 1'203, .newest_runs = true};
  now.newest = program_launch(1'204, "race", {16, 8}, {64}, -1);
  now.failed = program_launch(7, "fill", {1}, {32}, -1);
  now.failed->error = "cudaErrorIllegalAddress";
  now.kernels = {{"race", 1'000}, {"fill", 200}};
  now.other_launches = 4;
  now.found.findings = page.outcome->findings;
  now.found.findings.pop_back();
  now.findings = 2;
  now.found.launches = page.outcome->launches;
  page.progress = std::make_shared<const RunProgress>(std::move(now));
  page.outcome.reset();
  return page;
}

/// The same file with two mistakes, as it was not built.
inline ConsolePage broken_page() {
  ConsolePage page;
  page.state = ConsolePage::State::not_built;
  page.revision = 7;
  page.program = "race.cu";
  page.folder = "/home/ada";
  page.failure = std::string("race.cu does not compile.");
  using Severity = Diagnostic::Severity;
  page.diagnostics = {
      {Severity::warning, "race.cu", 2, 7, "unused variable 'unused'", "  int unused;"},
      {Severity::error, "race.cu", 4, 3, "use of undeclared identifier 'dato'",
       "  dato[threadIdx.x] = 7;"},
      {Severity::note, "race.cu", 3, 27, "'data' declared here",
       "__global__ void fill(int* data) {"}};
  page.listing = {{"race.cu",
                   "#include \"tile.cuh\"\n  int unused;\n__global__ void fill(int* data) {\n"
                   "  dato[threadIdx.x] = 7;\n}\n"},
                  {"tile.cuh", "#pragma once\n// all of it is new\n"}};
  return page;
}

}  // namespace warpscope::test
