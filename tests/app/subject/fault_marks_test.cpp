#include "app/subject/fault_marks.hpp"

#include <gtest/gtest.h>

#include "instrumentation/language/say.hpp"
#include "tests/app/racing_program.hpp"

namespace warpscope {
namespace {

Trace racing() {
  Trace trace = test::racing_trace();
  trace.header.program = "race.cu";
  return trace;
}

TEST(FaultMarks, ARaceIsMarkedAtBothAccesses) {
  const Trace trace = racing();
  const FaultMarks marks(trace);
  EXPECT_EQ(marks.first(), 2U) << "the later one";
  const Finding& race = trace.findings.front();
  for (const auto& [access, thread] :
       {std::pair{2U, race.thread}, std::pair{1U, race.other_thread}}) {
    const FaultMark* const mark = marks.at(access);
    ASSERT_NE(mark, nullptr) << access;
    EXPECT_EQ(mark->lanes, 1U << (thread % warp_lanes));
    EXPECT_EQ(mark->array, race.array);
    EXPECT_EQ(mark->index, race.index);
    EXPECT_EQ(mark->message, race.message);
    EXPECT_EQ(fault_verdict(*mark), "Race");
  }
  EXPECT_EQ(marks.at(0), nullptr);
}

// Whoever looked at a barrier that some threads never reach read "conflict-free" in green.
TEST(FaultMarks, ABarrierIsMarkedWhereWarpsStandBeforeIt) {
  Trace trace = racing();
  Finding& barrier = trace.findings.front();
  barrier.kind = FindingKind::barrier_divergence;
  barrier.line = 99;  // no access stands on it
  barrier.array = -1;
  const FaultMarks marks(trace);
  EXPECT_EQ(marks.first(), 2U) << "the last access of the waiting thread's warp";
  for (const std::uint32_t access : {1U, 2U}) {
    const FaultMark* const mark = marks.at(access);
    ASSERT_NE(mark, nullptr) << access;
    EXPECT_EQ(mark->message, barrier.message);
    EXPECT_EQ(mark->lanes, 0U) << "nobody who waits is at fault";
    EXPECT_EQ(fault_verdict(*mark), "Barrier divergence");
  }
  EXPECT_EQ(marks.at(3), nullptr) << "behind the barrier";
  barrier.other_thread = 36;
  EXPECT_EQ(FaultMarks(trace).at(2)->lanes, 1U << 4U) << "the lane of the warp that never comes";
}

TEST(FaultMarks, KernelsOfTheCatalogueAreWrongOnPurpose) {
  Trace trace = racing();
  trace.header.program.clear();
  EXPECT_FALSE(FaultMarks(trace).first());
}

/// 24 of 32 threads read trace_beyond element 1000 of an array, where only the access of the others is recorded.
Trace trace_beyond(std::uint64_t times) {
  Trace trace = racing();
  Access& access = trace.accesses[2];
  access.mask = 0xff;
  access.elements = 1;
  access.first_index = static_cast<std::uint32_t>(trace.indices.size());
  for (ElementIndex k = 0; k < 8; ++k) trace.indices.push_back(992 + k);
  trace.arrays[access.array].count = 1000;
  Finding& finding = trace.findings.front();
  finding.kind = FindingKind::out_of_bounds;
  finding.thread = access.warp * warp_lanes + 8;
  finding.other_line = 0;
  finding.other_thread = -1;
  finding.index = 1000;
  finding.times = times;
  return trace;
}

TEST(FaultMarks, LanesBeyondTheEndAreAtFaultAndNotIdle) {
  const Trace all = trace_beyond(24);
  const FaultMarks marks(all);
  const FaultMark* const mark = marks.at(2);
  ASSERT_NE(mark, nullptr);
  EXPECT_EQ(mark->lanes, 0xffffff00U);
  const FaultMarks few(trace_beyond(5));
  ASSERT_NE(few.at(2), nullptr);
  EXPECT_EQ(few.at(2)->lanes, 0x100U) << "it was not seen so often: only the thread of the finding";
  Trace uneven = trace_beyond(24);
  uneven.indices.back() = 3;
  const FaultMarks lone(uneven);
  ASSERT_NE(lone.at(2), nullptr);
  EXPECT_EQ(lone.at(2)->lanes, 0x100U) << "the others may read anything";
}

}  // namespace
}  // namespace warpscope
