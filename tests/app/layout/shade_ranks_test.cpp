#include "app/layout/shade_ranks.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace warpscope {
namespace {

TEST(ShadeRanks, FewNumbersFarOutLeaveTheOthersTheirColours) {
  ShadeRanks ranks;
  for (int i = 0; i < 100; ++i) ranks.add(i);
  ranks.add(1e6);
  ranks.add(-1e6);
  ranks.finish();
  EXPECT_TRUE(ranks.outliers());
  EXPECT_NEAR(ranks.share(25), 0.25, 0.02);
  EXPECT_NEAR(ranks.share(75), 0.75, 0.02);
  EXPECT_EQ(ranks.share(-1e6), 0);
  EXPECT_EQ(ranks.share(1e6), 1);
}

TEST(ShadeRanks, EvenNumbersHaveNoOutliers) {
  ShadeRanks ranks;
  for (int i = 0; i < 100'000; ++i) ranks.add(i % 1000);
  ranks.add(std::nan(""));
  ranks.finish();
  EXPECT_FALSE(ranks.outliers());
  EXPECT_NEAR(ranks.share(500), 0.5, 0.01) << "of a regular part of them";
  EXPECT_EQ(ranks.share(std::nan("")), 0.5F);
}

TEST(ShadeRanks, EqualNumbersLieInTheMiddleOfTheirRanks) {
  ShadeRanks ranks;
  for (const double value : {1.0, 5.0, 5.0, 5.0, 9.0}) ranks.add(value);
  ranks.finish();
  EXPECT_FLOAT_EQ(ranks.share(5), 0.5F);
  EXPECT_FLOAT_EQ(ranks.share(1), 0);
}

}  // namespace
}  // namespace warpscope
