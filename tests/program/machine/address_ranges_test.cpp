#include "instrumentation/program/machine/address_ranges.hpp"

#include <gtest/gtest.h>

namespace warpscope {
namespace {

TEST(AddressRangesTest, JoinNeighboursAndGiveTheShortestThatIsLongEnough) {
  AddressRanges ranges;
  EXPECT_EQ(ranges.take(1), std::nullopt);
  ranges.give(1000, 100);
  ranges.give(1200, 100);
  ranges.give(5000, 150);
  EXPECT_EQ(ranges.take(200), std::nullopt);
  ranges.give(1100, 100);  // between the two
  EXPECT_EQ(ranges.take(120), 5000U);
  EXPECT_EQ(ranges.take(300), 1000U);
  EXPECT_EQ(ranges.take(31), std::nullopt);
  EXPECT_EQ(ranges.take(30), 5120U);
  EXPECT_EQ(ranges.take(1), std::nullopt);
}

}  // namespace
}  // namespace warpscope
