#include "instrumentation/analysis/caption_host.hpp"

#include <gtest/gtest.h>

#include "instrumentation/analysis/caption.hpp"
#include "tests/support/trace_maker.hpp"

namespace warpscope {
namespace {

using test::own;
using test::TraceMaker;

/// Three launches, of which the second does nothing in the traced block.
Trace launches_with_host_steps() {
  TraceMaker make(64);
  const int data = make.global("data", 64);
  make.host("copies in 64 int to data");
  make.load(data, 3, all_lanes, own);
  make.load(data, 4, all_lanes, own);
  make.host("allocates sums[4]");
  make.launch(32, "quiet");
  make.launch(256, "add");
  make.load(data, 5, all_lanes, own);
  make.load(data, 6, all_lanes, own);
  make.host("copies data out");
  Trace trace = make.take();
  trace.launches[2].grid = {32, 32};
  trace.launches[2].block = {16, 16};
  return trace;
}

TEST(HostTextTest, IsToldWhereALaunchBeginsAndAtTheEnd) {
  const Trace trace = launches_with_host_steps();
  ASSERT_EQ(trace.accesses.size(), 4U);
  EXPECT_EQ(host_text(trace, 0),
            "Host: copies in 64 int to data, launches hand_made on 1 block of 64 threads.");
  EXPECT_EQ(host_text(trace, 1), "");
  EXPECT_EQ(host_text(trace, 2),
            "Host: allocates sums[4], launches quiet on 1 block of 32 threads, launches add on "
            "32 × 32 blocks of 16 × 16 threads.");
  EXPECT_EQ(host_text(trace, 3), "Host, afterwards: copies data out.");
  const Summary summary = summarize(trace, BankModel::cc5);
  EXPECT_EQ(caption(trace, summary, 2).host, host_text(trace, 2));
}

TEST(HostTextTest, ALoneLaunchWithoutHostStepsNeedsNone) {
  TraceMaker make;
  make.load(make.shared("data", 32), 2, all_lanes, own);
  EXPECT_EQ(host_text(make.take(), 0), "");
}

TEST(HostTextTest, ShapesAreGrouped) {
  EXPECT_EQ(shape_text({.grid = {1048576}, .block = {1024}}), "1,048,576 blocks of 1,024 threads");
  EXPECT_EQ(shape_text({.grid = {1}, .block = {1}}), "1 block of 1 thread");
}

}  // namespace
}  // namespace warpscope
