#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "instrumentation/language/say.hpp"
#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// Hand-made traces for tests: adds to the last launch and step.
class SampleTrace {
 public:
  Trace trace;

  void launch(std::string kernel, std::int32_t block, std::uint32_t source = 0) {
    trace.launches.push_back({.kernel = std::move(kernel),
                              .grid = {2},
                              .block = {block},
                              .traced_block = 1,
                              .source = source,
                              .shared_bytes = 256,
                              .first_step = static_cast<std::uint32_t>(trace.steps.size())});
  }
  void step(std::string name, std::optional<std::int64_t> value, bool barrier) {
    trace.steps.push_back({.name = std::move(name),
                           .value = value,
                           .barrier = barrier,
                           .launch = static_cast<std::uint32_t>(trace.launches.size()) - 1,
                           .first_access = static_cast<std::uint32_t>(trace.accesses.size())});
    ++trace.launches.back().step_count;
  }
  std::uint32_t location(std::uint32_t line) {
    const CodeLocation wanted{trace.launches.back().source, line};
    const auto found = std::ranges::find(trace.locations, wanted);
    const auto id = static_cast<std::uint32_t>(found - trace.locations.begin());
    if (found == trace.locations.end()) trace.locations.push_back(wanted);
    return id;
  }
  void snapshot(std::vector<std::uint8_t> bytes) {
    trace.steps.back().snapshot = static_cast<std::int32_t>(trace.snapshots.size());
    trace.snapshots.push_back(std::move(bytes));
  }
  /// Lane `l` touches element `first + l`; its value words are 100 * line + l.
  void access(int warp, Operation operation, int array, std::uint32_t line, std::uint32_t mask,
              ElementIndex first = 0) {
    trace.accesses.push_back({.first_index = trace.indices.size(),
                              .first_word = trace.words.size(),
                              .location = location(line),
                              .mask = mask,
                              .step = static_cast<std::uint32_t>(trace.steps.size()) - 1,
                              .warp = warp,
                              .array = array,
                              .operation = operation});
    ++trace.steps.back().access_count;
    for_each_lane(mask, [&](int lane, int) {
      trace.indices.push_back(first + lane);
      const auto width = static_cast<std::size_t>(trace.arrays[array].type.words());
      trace.words.insert(trace.words.end(), width, 100 * line + static_cast<std::uint32_t>(lane));
    });
  }
};

/// Two launches of two sources, types of every width and space, steps with and without barrier,
/// snapshots, steps of the host, findings.
inline Trace sample_trace() {
  SampleTrace sample;
  Trace& trace = sample.trace;
  trace.header = {.kernel = "reduce_strided",
                  .title = "Reduction 2: strided",
                  .size = 64,
                  .input = "random",
                  .seed = 0xfedcba9876543210,
                  .parameters = {{"type", "int"}, {"op", "add"}},
                  .machine = "emulator",
                  .device = "emulator",
                  .date = "2024-01-02T03:04:05Z"};
  trace.sources = {{"reduce_strided.cuh", std::string("bytes of \xff any sort\n\0\n", 22)},
                   {"empty.cuh", ""},
                   {"helper.cuh", "of the second launch\n"}};
  trace.host = {
      {0, say("copies in 64 int to in")}, {1, say("sets out to 0")}, {2, say("copies out back")}};
  trace.arrays = {{"data", Space::shared, {Scalar::i32, 1}, 48, 0, 12},
                  {"flags", Space::shared, {Scalar::u8, 1}, 64, 192},
                  {"in", Space::global, {Scalar::f32, 4}, std::int64_t{1} << 31, 0},
                  {"half", Space::global, {Scalar::i16, 1}, 10, 0},
                  {"wide", Space::global, {Scalar::f64, 1}, 10, 0},
                  {"lane", Space::registers, {Scalar::u32, 1}, 48, 0},
                  {"factors", Space::constant, {Scalar::f32, 1}, 4, 0}};
  sample.launch("first", 48);
  sample.step("load", {}, true);
  sample.access(0, Operation::load, 2, 10, all_lanes);
  sample.access(0, Operation::store, 0, 11, all_lanes);
  sample.access(1, Operation::load, 2, 10, 0xffff, 32);
  sample.access(1, Operation::store, 0, 11, 0x5555, 32);
  sample.snapshot({1, 2, 3, 4, 5, 6, 7, 8});
  sample.step("add", -2, false);
  sample.access(0, Operation::atomic_add, 1, 20, 0x80000001);
  sample.step("add", 4, true);
  sample.snapshot({});
  sample.launch("second", 32, 2);
  trace.launches.back().grid = {2, 3, 4};
  trace.launches.back().block = {8, 2, 2};
  sample.step("", {}, false);
  sample.access(0, Operation::load, 3, 30, 1, -5);
  sample.access(0, Operation::load, 4, 31, 6);
  sample.access(0, Operation::shuffle, 5, 32, all_lanes);
  sample.access(0, Operation::load, 6, 33, 0xf);
  trace.findings = {{.kind = FindingKind::race,
                     .line = 11,
                     .other_line = 20,
                     .step = 1,
                     .thread = 3,
                     .other_thread = 40,
                     .array = 0,
                     .index = 7,
                     .times = 12,
                     .message = say("Two threads, \"one\" word.")},
                    {.kind = FindingKind::out_of_bounds,
                     .line = 30,
                     .step = 3,
                     .index = -5,
                     .message = say("Outside.")},
                    {.kind = FindingKind::numerics, .thread = -1, .message = say("Singular.")}};
  return trace;
}

}  // namespace warpscope
