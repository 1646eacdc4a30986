#include "app/panes/lanes/block_layout.hpp"

#include <gtest/gtest.h>

#include <set>
#include <utility>

namespace warpscope {
namespace {

constexpr Dim3 block_shapes[] = {{8, 8, 1}, {32, 8, 1}, {5, 7, 1},  {1, 64, 1},
                                 {4, 4, 5}, {2, 2, 64}, {1, 1, 64}, {512, 2, 1}};

TEST(BlockLayout, StaysInItsAreaAndGivesEachThreadAPlace) {
  for (const Rect area : {Rect{20, 20, 170, 205}, Rect{7, 9, 107, 80}, Rect{0, 0, 480, 676}}) {
    for (const Dim3& block : block_shapes) {
      const BlockLayout layout(area, block);
      std::set<std::pair<float, float>> corners;
      for (int thread = 0; thread < static_cast<int>(block.count()); ++thread) {
        const Rect cell = layout.cell(thread);
        EXPECT_TRUE(corners.emplace(cell.x, cell.y).second);
        EXPECT_EQ(layout.thread_at(cell.center()), thread);
        EXPECT_GE(cell.x, area.x);
        EXPECT_GE(cell.y, area.y);
        EXPECT_LE(cell.right(), area.right() + 0.01F);
        EXPECT_LE(cell.bottom(), area.bottom() + 0.01F);
      }
      EXPECT_EQ(layout.thread_at({area.x - 1, area.y}), std::nullopt);
    }
  }
}

TEST(BlockLayout, PutsXToTheRightAndYDownwards) {
  const BlockLayout layout({0, 0, 200, 200}, {5, 7, 1});
  const Rect first = layout.cell(0), second = layout.cell(1), below = layout.cell(5);
  EXPECT_EQ(first.y, second.y);
  EXPECT_EQ(first.right(), second.x);
  EXPECT_EQ(first.x, below.x);
  EXPECT_EQ(first.bottom(), below.y);
  EXPECT_EQ(first.w, first.h) << "true to shape where there is room";
}

TEST(BlockLayout, SetsLayersApartWhereThereIsMoreRoom) {
  const BlockLayout wide({0, 0, 300, 40}, {4, 4, 5}), high({0, 0, 40, 300}, {4, 4, 5});
  EXPECT_GT(wide.cell(16).x, wide.cell(3).right());
  EXPECT_EQ(wide.cell(16).y, wide.cell(0).y);
  EXPECT_GT(high.cell(16).y, high.cell(15).bottom());
  EXPECT_EQ(high.cell(16).x, high.cell(0).x);
}

TEST(BlockShapes, AreShownIfTheyHaveMoreThanOneDimension) {
  EXPECT_TRUE(has_shape({8, 8, 1}));
  EXPECT_TRUE(has_shape({1, 1, 2}));
  EXPECT_FALSE(has_shape({64, 1, 1}));
  EXPECT_FALSE(has_shape({0, 8, 1})) << "a damaged trace";
  EXPECT_FALSE(has_shape({1 << 30, 1 << 30, 1 << 30}));
  EXPECT_FALSE(has_shape({1024, 2, 1}));
}

TEST(BlockShapes, SayHowAThreadIsNumbered) {
  EXPECT_EQ(thread_number_text({8, 8, 1}, 35), "thread (3, 4): 3 + 8 · 4 = 35");
  EXPECT_EQ(thread_number_text({4, 4, 5}, 39), "thread (3, 1, 2): 3 + 4 · (1 + 4 · 2) = 39");
}

}  // namespace
}  // namespace warpscope
