#include "instrumentation/trace/trace_builder.hpp"

#include <gtest/gtest.h>

#include "instrumentation/language/say.hpp"
#include "instrumentation/trace/trace_check.hpp"
#include "tests/trace/program_trace.hpp"

namespace warpscope {
namespace {

const SourceFile scan{"scan.cuh", "first\n"};
const SourceFile helper{"helper.cuh", "second\n"};

/// One warp loads one element.
void touch(TraceBuilder& builder, int array, std::uint32_t line) {
  const ElementIndex index = 0;
  const std::uint32_t word = 7;
  builder.access({}, {.location = builder.line(line), .mask = 1, .array = array}, {&index, 1},
                 {&word, 1});
}

TEST(TraceBuilder, KeepsEachSourceOnce) {
  TraceBuilder builder({});
  const int in = builder.array({"in", Space::global, {}, 4});
  for (const SourceFile& source : {scan, helper, scan}) {
    builder.begin_launch({.kernel = source.name, .block = {32}}, source);
    touch(builder, in, 1);
  }
  const Trace trace = builder.build();
  EXPECT_EQ(find_fault(trace), std::nullopt);
  EXPECT_EQ(trace.sources, (std::vector<SourceFile>{scan, helper}));
  EXPECT_EQ(trace.launches[0].source, 0U);
  EXPECT_EQ(trace.launches[1].source, 1U);
  EXPECT_EQ(trace.launches[2].source, 0U);
  EXPECT_EQ(trace.source_of(trace.accesses[1]).name, "helper.cuh");
}

TEST(TraceBuilder, HostStepsBelongToTheLaunchThatFollows) {
  TraceBuilder builder({});
  const int in = builder.array({"in", Space::global, {}, 4});
  builder.host(say("copies in"));
  builder.begin_launch({.block = {32}}, scan);
  touch(builder, in, 1);
  builder.host(say("clears in"));
  builder.host(say("copies again"));
  builder.begin_launch({.block = {32}}, scan);
  touch(builder, in, 1);
  builder.host(say("copies out"));
  const Trace trace = builder.build();
  EXPECT_EQ(find_fault(trace), std::nullopt);
  EXPECT_EQ(trace.host, (std::vector<HostStep>{{0, say("copies in")},
                                               {1, say("clears in")},
                                               {1, say("copies again")},
                                               {2, say("copies out")}}));
}

TEST(TraceBuilder, ALaunchMayDoNothing) {
  TraceBuilder builder({});
  const int in = builder.array({"in", Space::global, {}, 4});
  for (const bool acts : {true, false, true}) {
    builder.begin_launch({.block = {32}}, scan);
    if (acts) touch(builder, in, 1);
  }
  const Trace trace = builder.build();
  EXPECT_EQ(find_fault(trace), std::nullopt);
  EXPECT_EQ(trace.launches[1].step_count, 0U);
  EXPECT_EQ(trace.launches[2].first_step, 1U);
  EXPECT_EQ(trace.accesses[1].step, 1U);
}

TEST(TraceBuilder, NumbersLocationsAsTheyAreMetAndCallsFirst) {
  const Trace trace = program_trace();
  ASSERT_EQ(find_fault(trace), std::nullopt);
  ASSERT_EQ(trace.locations.size(), 3U);
  EXPECT_EQ(trace.locations[0], (CodeLocation{0, 2}));
  EXPECT_EQ(trace.locations[1], (CodeLocation{1, 1, 0, "load4"}));
  EXPECT_EQ(trace.accesses[0].location, 1U);
  EXPECT_EQ(trace.accesses[1].location, 0U);
  EXPECT_EQ(trace.source_of(trace.accesses[0]).name, "float4.cuh");
  EXPECT_EQ(trace.line_of(trace.accesses[2]), 3U);
}

TEST(TraceBuilder, TheOrderInWhichLocationsAreMadeDoesNotShow) {
  const auto built = [](bool upwards) {
    TraceBuilder builder({});
    const int in = builder.array({"in", Space::global, {}, 4});
    builder.begin_launch({.block = {32}}, scan);
    for (std::uint32_t k = 1; k < 4; ++k) static_cast<void>(builder.line(upwards ? k : 4 - k));
    for (std::uint32_t k = 1; k < 4; ++k) touch(builder, in, k);
    return builder.build();
  };
  EXPECT_EQ(built(true).locations, built(false).locations);
}

TEST(Trace, TellsValuesOfWideAccessesAndAtomics) {
  const Trace trace = program_trace();
  EXPECT_EQ(trace.lane_bytes(trace.accesses[0]), 16);
  EXPECT_EQ(trace.lane_value(trace.accesses[0], 5, 2)[0], 502U);
  EXPECT_EQ(trace.value_of(trace.accesses[0], 22)[0], 502U);
  EXPECT_TRUE(trace.value_of(trace.accesses[0], 128).empty());
  EXPECT_TRUE(trace.lane_result(trace.accesses[0], 5).empty());
  EXPECT_EQ(trace.lane_value(trace.accesses[3], 9)[0], 1U);
  EXPECT_EQ(trace.lane_result(trace.accesses[3], 9)[0], 2U);
  EXPECT_EQ(trace.lane_value(trace.accesses[4], 0, 1)[0], 9U);
  EXPECT_EQ(trace.lane_result(trace.accesses[4], 0)[0], 0U);
}

TEST(Trace, NamesMembersOfStructures) {
  const Trace trace = program_trace();
  EXPECT_EQ(element_name(trace, 0, 5), "in[5]");
  EXPECT_EQ(element_name(trace, 2, 7), "particles[1].id");
  EXPECT_EQ(element_name(trace, 2, 9), "particles[2].position[1]");
  EXPECT_EQ(element_name(trace, 2, -1), "particles[-1].id");
}

TEST(Trace, NamesElementsOfMatricesByTheirIndices) {
  EXPECT_EQ(subscript_text({}, 12), "[12]");
  EXPECT_EQ(subscript_text({4, 8}, 11), "[1][3]");
  EXPECT_EQ(subscript_text({2, 4, 8}, 43), "[1][1][3]");
  EXPECT_EQ(subscript_text({4, 8}, 32), "[4][0]") << "beyond the end";
  EXPECT_EQ(subscript_text({4, 8}, -1), "[-1][7]");
}

TEST(Trace, CallsAnArrayAsEachLaunchDoes) {
  Trace trace = program_trace();
  EXPECT_EQ(name_in(trace, 0, 0), "in");
  EXPECT_TRUE(is_name_in(trace, 0, 0, "in"));
  trace.launches[0].names = {{0, "source"}, {0, "again"}, {2, "old"}};
  EXPECT_EQ(name_in(trace, 0, 0), "source");
  EXPECT_TRUE(is_name_in(trace, 0, 0, "again"));
  EXPECT_FALSE(is_name_in(trace, 0, 0, "in")) << "another parameter may have that name";
  EXPECT_EQ(element_name(trace, 0, 0, 5), "source[5]");
  EXPECT_EQ(element_name(trace, 0, 5), "in[5]");
  EXPECT_EQ(element_name(trace, 0, 2, 7), "old[1].id");
  trace.launches[0].names[0].extents = {128, 8};
  EXPECT_EQ(element_name(trace, 0, 0, 11), "source[1][3]");
}

TEST(Trace, NumbersLaunchesAsTheirProgramDid) {
  Trace trace = program_trace();
  EXPECT_EQ(launch_ordinal(trace, 0), "1 of 1");
  trace.launches.push_back(trace.launches[0]);
  EXPECT_EQ(launch_ordinal(trace, 1), "2 of 2");
  trace.launches[1].number = 1200;
  trace.header.program_launches = 3400;
  EXPECT_EQ(launch_ordinal(trace, 1), "1,200 of 3,400 (2 recorded)");
  EXPECT_EQ(launch_of_number(trace, 1200), 1U);
  EXPECT_EQ(launch_of_number(trace, 2), std::nullopt);
}

TEST(Dim3, CountsAlongXThenYThenZ) {
  const Dim3 grid{2, 3, 4};
  EXPECT_EQ(grid.count(), 24);
  EXPECT_EQ(coordinates(23, grid), (Dim3{1, 2, 3}));
  EXPECT_EQ(coordinates(7, grid), (Dim3{1, 0, 1}));
  EXPECT_EQ(extent_text(grid), "2 × 3 × 4");
  EXPECT_EQ(extent_text({256}), "256");
  EXPECT_EQ(extent_text({1, 16}), "1 × 16");
}

}  // namespace
}  // namespace warpscope
