#include "app/layout/column_layout.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

namespace warpscope {
namespace {

using Groups = std::vector<std::size_t>;

float highest(const std::vector<float>& heights, const Groups& first) {
  float most = 0;
  for (std::size_t c = 0; c + 1 < first.size(); ++c) {
    most = std::max(
        most, std::accumulate(heights.begin() + static_cast<std::ptrdiff_t>(first[c]),
                              heights.begin() + static_cast<std::ptrdiff_t>(first[c + 1]), 0.0F));
  }
  return most;
}

/// The least height that any division into that many columns reaches, tried one by one.
float lowest(const std::vector<float>& heights, std::size_t from, int columns) {
  if (from == heights.size()) return 0;
  if (columns == 1)
    return std::accumulate(heights.begin() + static_cast<std::ptrdiff_t>(from), heights.end(),
                           0.0F);
  float best = 1e9F, sum = 0;
  for (std::size_t to = from; to < heights.size(); ++to) {
    sum += heights[to];
    best = std::min(best, std::max(sum, lowest(heights, to + 1, columns - 1)));
  }
  return best;
}

TEST(PackColumns, IsAsLowAsCanBeAndTearsNothing) {
  std::mt19937 random(5);
  for (int round = 0; round < 200; ++round) {
    std::vector<float> heights(1 + random() % 9);
    for (float& height : heights) height = static_cast<float>(1 + random() % 12);
    for (int most = 1; most <= 5; ++most) {
      const Groups first = pack_columns(heights, most);
      EXPECT_LE(std::ssize(first) - 1, most);
      EXPECT_EQ(first.front(), 0U);
      EXPECT_EQ(first.back(), heights.size());
      EXPECT_TRUE(std::ranges::is_sorted(first));
      EXPECT_FLOAT_EQ(highest(heights, first), lowest(heights, 0, most));
    }
  }
}

TEST(PackColumns, NothingIsOneEmptyColumn) { EXPECT_EQ(pack_columns({}, 3), (Groups{0, 0})); }

}  // namespace
}  // namespace warpscope
