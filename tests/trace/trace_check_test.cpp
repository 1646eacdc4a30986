#include "instrumentation/trace/trace_check.hpp"

#include <gtest/gtest.h>

#include <functional>

#include "tests/trace/sample_trace.hpp"

namespace warpscope {
namespace {

TEST(TraceCheck, SoundTraces) {
  EXPECT_EQ(find_fault({}), std::nullopt);
  EXPECT_EQ(find_fault(sample_trace()), std::nullopt);
}

TEST(TraceCheck, LocalArraysSayHowTheirWordsInterleave) {
  const auto fault = [](Array array) {
    Trace trace = sample_trace();
    trace.arrays.push_back(std::move(array));
    return find_fault(trace).has_value();
  };
  const Array sound = in_local_memory("own", {}, 8, 48);
  EXPECT_FALSE(fault(sound));
  const auto changed = [&](const std::vector<std::int64_t>& extents) {
    Array array = sound;
    array.extents = extents;
    array.count = 1;
    for (const std::int64_t extent : extents) array.count *= extent;
    return fault(array);
  };
  EXPECT_TRUE(changed({}));
  EXPECT_TRUE(changed({8, 32}));
  EXPECT_TRUE(changed({2, 8, 16}));
  EXPECT_TRUE(changed({33, 8, 32})) << "more warps than a block has";
  EXPECT_FALSE(changed({32, 8, 32}));
  EXPECT_TRUE(fault(in_local_memory("own", {Scalar::f64, 1}, 8, 48))) << "no 32-bit words";
}

TEST(TraceCheck, EveryPromiseThatIsBroken) {
  struct Case {
    const char* fault;
    std::function<void(Trace&)> change;
  };
  const Case cases[] = {
      {"array 1 is impossible", [](Trace& t) { t.arrays[0].type.components = 0; }},
      {"array 1 is impossible", [](Trace& t) { t.arrays[0].type.scalar = Scalar{13}; }},
      {"array 1 is impossible", [](Trace& t) { t.arrays[0].count = -1; }},
      {"array 2 is impossible", [](Trace& t) { t.arrays[1].base = max_shared_bytes; }},
      {"array 3 is impossible", [](Trace& t) { t.arrays[2].count = max_array_elements + 1; }},
      {"array 3 is impossible", [](Trace& t) { t.arrays[2].space = Space{5}; }},
      {"array 1 is impossible", [](Trace& t) { t.arrays[0].columns = -1; }},
      {"array 1 is impossible", [](Trace& t) { t.arrays[0].columns = 49; }},
      {"array 1 is impossible",
       [](Trace& t) {
         t.arrays[0].extents = {t.arrays[0].count, 2};
       }},
      {"array 1 is impossible", [](Trace& t) { t.arrays[0].extents = {t.arrays[0].count}; }},
      {"array 1 is impossible",
       [](Trace& t) {
         t.arrays[0].extents = {std::int64_t{1} << 62, std::int64_t{1} << 62, 0};
       }},
      {"its launches are mixed", [](Trace& t) { t.launches[0].number = 2; }},
      {"its launches are mixed", [](Trace& t) { t.launches[0].number = -1; }},
      {"it has more launches than its program made",
       [](Trace& t) { t.header.program_launches = 1; }},
      {"a launch names an array that is not there",
       [](Trace& t) {
         t.launches[0].names = {{99, "x"}};
       }},
      {"a launch names an array that is not there",
       [](Trace& t) {
         t.launches[0].names = {{0, "x", {2}}};
       }},
      {"a launch has an impossible shape", [](Trace& t) { t.launches[0].block.x = 0; }},
      {"a launch has an impossible shape", [](Trace& t) { t.launches[0].block.x = 1025; }},
      {"a launch has an impossible shape", [](Trace& t) { t.launches[0].traced_block = 2; }},
      {"a launch has an impossible shape", [](Trace& t) { t.launches[0].grid.y = 0; }},
      {"a launch has an impossible shape",
       [](Trace& t) { t.launches[0].grid.z = max_grid_rows + 1; }},
      {"a launch has an impossible shape",
       [](Trace& t) {
         t.launches[1].block = {32, 32, 2};
       }},
      {"a launch has an impossible shape", [](Trace& t) { t.launches[1].source = 3; }},
      {"a step of the host belongs to no launch", [](Trace& t) { t.host[2].launch = 3; }},
      {"the steps of a launch do not follow the last one's",
       [](Trace& t) { t.launches[1].first_step = 2; }},
      {"its launches have other steps than the trace",
       [](Trace& t) { t.launches[1].step_count = 2; }},
      {"step 3 belongs to another launch", [](Trace& t) { t.steps[2].launch = 1; }},
      {"step 3 belongs to another launch", [](Trace& t) { t.steps[2].launch = 9; }},
      {"step 2 leaves out accesses", [](Trace& t) { t.steps[1].first_access = 5; }},
      {"its steps have other accesses than the trace",
       [](Trace& t) { t.steps[3].access_count = 5; }},
      {"step 1 has a snapshot that is not there", [](Trace& t) { t.steps[0].snapshot = -2; }},
      {"access 4 is misplaced", [](Trace& t) { t.accesses[3].warp = 0; }},
      {"access 3 is misplaced", [](Trace& t) { t.accesses[2].step = 1; }},
      {"access 1 is impossible", [](Trace& t) { t.accesses[0].mask = 0; }},
      {"access 1 is impossible", [](Trace& t) { t.accesses[0].array = 7; }},
      {"access 1 is impossible",
       [](Trace& t) { t.accesses[0].operation = Operation(operation_traits.size()); }},
      {"access 1 is impossible", [](Trace& t) { t.accesses[0].location = 99; }},
      {"access 1 is impossible", [](Trace& t) { t.accesses[0].elements = 0; }},
      {"access 1 is impossible", [](Trace& t) { t.accesses[0].elements = 2; }},  // 32 bytes
      {"access 1 is impossible", [](Trace& t) { t.accesses[0].has_result = true; }},
      {"access 1 is impossible", [](Trace& t) { t.indices[0] = max_element_index + 1; }},
      {"access 1 is impossible", [](Trace& t) { t.accesses[0].array = -1; }},
      {"location 1 is impossible", [](Trace& t) { t.locations[0].source = 3; }},
      {"location 2 is impossible", [](Trace& t) { t.locations[1].caller = 1; }},
      {"location 1 is impossible", [](Trace& t) { t.locations[0].line = max_source_lines + 1; }},
      {"array 1 is impossible", [](Trace& t) { t.arrays[0].structure = 0; }},
      {"array 1 is impossible",
       [](Trace& t) {
         t.structures = {{"odd", 6, {}}};
         t.arrays[0].structure = 0;
       }},
      {"a structure is impossible",
       [](Trace& t) {
         t.structures = {{"none", 0, {}}};
       }},
      {"a structure is impossible",
       [](Trace& t) {
         t.structures = {{"cut", 8, {{"x", 4, {Scalar::f32}, 2}}}};
       }},
      {"access 3 is impossible", [](Trace& t) { t.accesses[2].mask = 1U << 16; }},  // thread 48
      {"access 9 is impossible", [](Trace& t) { ++t.accesses[8].first_index; }},
      {"access 9 is impossible", [](Trace& t) { t.accesses[8].first_word = ~std::uint64_t{0}; }},
      {"a snapshot is larger than any shared memory",
       [](Trace& t) { t.snapshots[1].resize(max_shared_bytes + 1); }},
      {"a finding points outside the trace", [](Trace& t) { t.findings[0].step = 4; }},
      {"a finding points outside the trace", [](Trace& t) { t.findings[0].array = 7; }},
      {"a finding points outside the trace", [](Trace& t) { t.findings[0].other_thread = 1024; }},
      {"a finding points outside the trace",
       [](Trace& t) { t.findings[2].kind = FindingKind{99}; }},
  };
  for (const Case& c : cases) {
    Trace trace = sample_trace();
    c.change(trace);
    EXPECT_EQ(find_fault(trace), c.fault) << "case " << &c - cases;
  }
}

}  // namespace
}  // namespace warpscope
