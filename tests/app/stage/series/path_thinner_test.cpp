#include "app/stage/series/path_thinner.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace warpscope {
namespace {

TEST(PathThinner, KeepsWhatLiesFarApart) {
  PathThinner path(2);
  for (int i = 0; i < 10; ++i) path.add({static_cast<float>(3 * i), static_cast<float>(i % 2)});
  const auto& kept = path.take();
  ASSERT_EQ(kept.size(), 10U);
  EXPECT_EQ(kept[7].x, 21);
  EXPECT_EQ(kept[7].y, 1);
}

TEST(PathThinner, OfAColumnFirstLastAndExtremesAreLeftInTheirOrder) {
  PathThinner path(10);
  for (const float y : {5.0F, 6.0F, 9.0F, 4.0F, 1.0F, 7.0F, 3.0F}) path.add({12 + y / 10, y});
  std::vector<float> heights;
  for (const Point p : path.take()) heights.push_back(p.y);
  EXPECT_EQ(heights, (std::vector<float>{5, 9, 1, 3}));
}

TEST(PathThinner, AThousandPointsAPixelLeaveFour) {
  PathThinner path(2);
  for (int i = 0; i < 200'000; ++i) {
    path.add({static_cast<float>(i) / 1000, std::sin(static_cast<float>(i))});
  }
  const auto& kept = path.take();
  EXPECT_LE(kept.size(), 400U);
  EXPECT_GE(kept.size(), 390U) << "first or last may be an extreme";
  for (std::size_t i = 1; i < kept.size(); ++i) ASSERT_GE(kept[i].x, kept[i - 1].x);
}

TEST(PathThinner, BeginsAnewAfterItWasTaken) {
  PathThinner path(2);
  EXPECT_TRUE(path.take().empty());
  path.add({1, 1});
  EXPECT_EQ(path.take().size(), 1U);
  EXPECT_TRUE(path.take().empty());
  path.add({2, 2});
  path.add({9, 2});
  EXPECT_EQ(path.take().size(), 2U);
}

}  // namespace
}  // namespace warpscope
