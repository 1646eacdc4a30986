#include "app/layout/tile_cover.hpp"

#include <gtest/gtest.h>

#include <random>

namespace warpscope {
namespace {

/// How many boxes each tile lies in.
std::vector<int> counts(const std::vector<TileBox>& boxes, int columns, int rows) {
  std::vector<int> count(static_cast<std::size_t>(columns * rows));
  for (const TileBox& box : boxes) {
    for (int y = box.y; y < box.y + box.h; ++y) {
      for (int x = box.x; x < box.x + box.w; ++x)
        ++count.at(static_cast<std::size_t>(y * columns + x));
    }
  }
  return count;
}

TEST(TileCover, NothingMarkedNeedsNoBox) {
  EXPECT_TRUE(cover_tiles(std::vector<std::uint8_t>(12), 4, 3, 8).empty());
  EXPECT_TRUE(cover_tiles({}, 0, 0, 8).empty());
}

TEST(TileCover, ABoxPerRectangle) {
  const std::vector<std::uint8_t> marked{1, 1, 0, 0,  //
                                         1, 1, 0, 1,  //
                                         0, 0, 0, 1};
  EXPECT_EQ(cover_tiles(marked, 4, 3, 8), (std::vector<TileBox>{{0, 0, 2, 2}, {3, 1, 1, 2}}));
}

TEST(TileCover, BoxesNeverOverlapAndHoldAllThatIsMarked) {
  std::mt19937 random(3);
  for (int round = 0; round < 200; ++round) {
    const int columns = 1 + static_cast<int>(random() % 40),
              rows = 1 + static_cast<int>(random() % 30);
    std::vector<std::uint8_t> marked(static_cast<std::size_t>(columns * rows));
    for (auto& tile : marked) tile = random() % 5 == 0 ? 1 : 0;
    const std::size_t most = 1 + random() % 60;
    const auto boxes = cover_tiles(marked, columns, rows, most);
    ASSERT_LE(boxes.size(), most);
    const auto count = counts(boxes, columns, rows);
    for (std::size_t i = 0; i < marked.size(); ++i) {
      ASSERT_LE(count[i], 1);
      ASSERT_GE(count[i], int{marked[i]});
    }
  }
}

TEST(TileCover, IsExactWhereTheBoxesSuffice) {
  std::vector<std::uint8_t> checks(64);
  for (std::size_t i = 0; i < checks.size(); ++i) checks[i] = (i + i / 8) % 2 == 0 ? 1 : 0;
  const auto exact = counts(cover_tiles(checks, 8, 8, 32), 8, 8);
  for (std::size_t i = 0; i < checks.size(); ++i) EXPECT_EQ(exact[i], int{checks[i]});
  EXPECT_LE(cover_tiles(checks, 8, 8, 31).size(), 31U);
}

}  // namespace
}  // namespace warpscope
