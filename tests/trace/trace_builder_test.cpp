#include "instrumentation/trace/trace_builder.hpp"

#include <gtest/gtest.h>

#include "instrumentation/trace/trace_check.hpp"

namespace warpscope {
namespace {

const SourceFile scan{"scan.cuh", "first\n"};
const SourceFile helper{"helper.cuh", "second\n"};

/// One warp loads one element.
void touch(TraceBuilder& builder, int array, std::uint32_t line) {
  const std::int32_t index = 0;
  const std::uint32_t word = 7;
  builder.access(0, {}, Operation::load, array, line, 1, {&index, 1}, {&word, 1});
}

TEST(TraceBuilder, KeepsEachSourceOnce) {
  TraceBuilder builder({});
  const int in = builder.array({"in", Space::global, {}, 4});
  for (const SourceFile& source : {scan, helper, scan}) {
    builder.begin_launch({.kernel = source.name, .block = 32}, source);
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
  builder.host("copies in");
  builder.begin_launch({.block = 32}, scan);
  touch(builder, in, 1);
  builder.host("clears in");
  builder.host("copies again");
  builder.begin_launch({.block = 32}, scan);
  touch(builder, in, 1);
  builder.host("copies out");
  const Trace trace = builder.build();
  EXPECT_EQ(find_fault(trace), std::nullopt);
  EXPECT_EQ(trace.host,
            (std::vector<HostStep>{
                {0, "copies in"}, {1, "clears in"}, {1, "copies again"}, {2, "copies out"}}));
}

TEST(TraceBuilder, ALaunchMayDoNothing) {
  TraceBuilder builder({});
  const int in = builder.array({"in", Space::global, {}, 4});
  for (const bool acts : {true, false, true}) {
    builder.begin_launch({.block = 32}, scan);
    if (acts) touch(builder, in, 1);
  }
  const Trace trace = builder.build();
  EXPECT_EQ(find_fault(trace), std::nullopt);
  EXPECT_EQ(trace.launches[1].step_count, 0U);
  EXPECT_EQ(trace.launches[2].first_step, 1U);
  EXPECT_EQ(trace.accesses[1].step, 1U);
}

}  // namespace
}  // namespace warpscope
