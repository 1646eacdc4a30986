#include "app/subject/barrier_state.hpp"

#include <gtest/gtest.h>

#include "tests/app/diverging_barrier.hpp"

namespace warpscope {
namespace {

TEST(BarrierState, TellsWhoCameAndWhoDidNot) {
  const Trace trace = test::diverging_barrier();
  const auto state = barrier_state(trace, 0);
  ASSERT_TRUE(state);
  EXPECT_EQ(state->threads, (std::vector<std::uint32_t>{all_lanes, 0xffU})) << "40 threads";
  EXPECT_EQ(state->arrived, (std::vector<std::uint32_t>{0xffffU, 0U}));
  EXPECT_EQ(state->missing(0), 0xffff0000U);
  EXPECT_EQ(state->missing(1), 0xffU);
  EXPECT_EQ(state->finding, trace.findings.data());
}

TEST(BarrierState, OfAnOrdinaryBarrierAllCome) {
  Trace trace = test::diverging_barrier();
  const auto second = barrier_state(trace, 1);
  ASSERT_TRUE(second);
  EXPECT_EQ(second->missing(0) | second->missing(1), 0U);
  EXPECT_EQ(second->finding, nullptr);
  EXPECT_FALSE(barrier_state(trace, 2)) << "the last step ends with the kernel";
  trace.findings[0].arrived.clear();
  EXPECT_FALSE(barrier_state(trace, 0)) << "who came is not told";
  trace.findings[0].arrived = {1};
  trace.findings[0].block = 7;
  EXPECT_EQ(barrier_state(trace, 0)->finding, nullptr) << "another block than the recorded one";
}

}  // namespace
}  // namespace warpscope
