#include "app/subject/fault_story.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/app/racing_program.hpp"

namespace warpscope {
namespace {

TEST(FaultStory, OfARaceHasBothThreadsInTheirOrder) {
  const Trace trace = test::racing_trace();
  const auto stories = fault_stories(trace);
  ASSERT_EQ(stories.size(), 1U);
  const FaultStory& story = stories.front();
  EXPECT_EQ(story.access, 2U);
  EXPECT_EQ(story.other, 1U);
  EXPECT_TRUE(story.recorded);
  ASSERT_GE(story.touches.size(), 2U);
  EXPECT_EQ(story.touches[0],
            (FaultTouch{.access = 1, .thread = 3, .writes = true, .at_fault = true}));
  EXPECT_EQ(story.touches[1],
            (FaultTouch{.access = 2, .thread = 35, .reads = true, .at_fault = true}));
  EXPECT_EQ(story_at(stories, 1), 0U);
  EXPECT_EQ(story_at(stories, 2), 0U);
  EXPECT_FALSE(story_at(stories, 0));
}

TEST(FaultStory, NamesTheOrderThatIsMissingByItsRemedy) {
  Trace trace = test::racing_trace();
  const auto missing = [&] { return fault_stories(trace).front().missing; };
  EXPECT_EQ(missing(), MissingOrder::barrier);
  trace.findings.front().other_thread = 33;
  EXPECT_EQ(missing(), MissingOrder::barrier_of_warp);
  trace.findings.front().other_thread = -1;
  EXPECT_EQ(missing(), MissingOrder::signal) << "a thread of another block";

  test::TraceMaker make(32);
  const int bins = make.global("bins", 16);
  const auto first = [](int) { return 0; };
  make.load(bins, 5, all_lanes, first);
  make.store(bins, 5, all_lanes, first, test::all(1));
  Trace update = make.take();
  update.header.program = "hist.cu";
  update.findings.push_back({.kind = FindingKind::race,
                             .line = 5,
                             .other_line = 5,
                             .thread = 0,
                             .other_thread = 28,
                             .array = bins});
  EXPECT_EQ(fault_stories(update).front().missing, MissingOrder::atomic)
      << "both read the element and write it back: no barrier helps";
}

TEST(FaultStory, KeepsTheFaultOfManyTouches) {
  test::TraceMaker make(32);
  const int sum = make.shared("sum", 1);
  const auto first = [](int) { return 0; };
  for (int k = 0; k < 40; ++k) make.store(sum, 5, all_lanes, first, test::all(1));
  Trace trace = make.take();
  trace.header.program = "sum.cu";
  trace.findings.push_back({.kind = FindingKind::race,
                            .line = 5,
                            .other_line = 5,
                            .thread = 1,
                            .other_thread = 0,
                            .array = sum});
  const auto stories = fault_stories(trace);
  ASSERT_EQ(stories.size(), 1U);
  EXPECT_GE(std::ranges::count(stories[0].touches, true, &FaultTouch::at_fault), 2);
  EXPECT_EQ(stories[0].touches.size() + stories[0].left_out, 40U * warp_lanes);
  EXPECT_LE(stories[0].touches.size(), FaultStory::most_touches + 2);
}

TEST(FaultStory, ThereIsNoneOfKernelsOfTheCatalogue) {
  Trace trace = test::racing_trace();
  trace.header.program.clear();
  EXPECT_TRUE(fault_stories(trace).empty());
  EXPECT_FALSE(tells_faults(trace));
}

TEST(FaultStory, OfAnotherBlockIsNotRecorded) {
  Trace trace = test::racing_trace();
  trace.findings.front().block = 3;
  const auto stories = fault_stories(trace);
  ASSERT_EQ(stories.size(), 1U);
  EXPECT_FALSE(stories[0].recorded);
  EXPECT_FALSE(stories[0].access);
  EXPECT_EQ(stories[0].block, 3);
}

}  // namespace
}  // namespace warpscope
