#include "app/panes/multiprocessor/occupancy_layout.hpp"

#include <gtest/gtest.h>

#include <array>

namespace warpscope {
namespace {

bool lie_apart(const Rect& a, const Rect& b) {
  return a.w <= 0 || b.w <= 0 || a.right() <= b.x + 0.01F || b.right() <= a.x + 0.01F ||
         a.bottom() <= b.y + 0.01F || b.bottom() <= a.y + 0.01F;
}

TEST(OccupancyLayout, PartsLieInTheAreaAndApart) {
  for (const float small : {12.0F, 18.0F}) {
    for (const Rect area : {Rect{10, 10, 180, 60},
                            {10, 10, 270, 118},
                            {10, 10, 610, 150},
                            {10, 10, 420, 700},
                            {10, 10, 590, 280},
                            {10, 10, 1100, 700}}) {
      const OccupancyLayout at = occupancy_layout(area, small, 2 * small, 500);
      std::vector<Rect> parts{at.verdict, at.sliders, at.machine, at.source};
      parts.insert(parts.end(), at.curves.begin(), at.curves.end());
      for (std::size_t i = 0; i < parts.size(); ++i) {
        if (parts[i].w <= 0) continue;
        EXPECT_GE(parts[i].x, area.x - 0.01F);
        EXPECT_LE(parts[i].right(), area.right() + 0.01F);
        EXPECT_LE(parts[i].bottom(), area.bottom() + 0.01F);
        for (std::size_t j = 0; j < i; ++j)
          EXPECT_TRUE(lie_apart(parts[i], parts[j])) << i << ' ' << j;
      }
    }
  }
}

TEST(OccupancyLayout, ThePaneOfThisWindowHasAllFiveSlidersMachineAndCurve) {
  const OccupancyLayout at = occupancy_layout({0, 0, 610, 150}, 12, 24, 500);
  EXPECT_GE(at.sliders.h, 5 * at.slider_row - 0.1F);
  EXPECT_GT(at.machine.w, 130);
  EXPECT_EQ(at.curves.size(), 1U);
  EXPECT_EQ(occupancy_layout({0, 0, 1100, 700}, 12, 24, 500).curves.size(), 3U);
}

TEST(SlotGrid, CoversABlockInAPieceForEachRow) {
  const SlotGrid grid = slot_grid({0, 0, 160, 40}, 64);
  EXPECT_EQ(grid.rows(), 4);
  EXPECT_EQ(grid.cover(0, 8).size(), 1U);
  const auto pieces = grid.cover(12, 12);  // 4 in the first row, 8 in the second
  ASSERT_EQ(pieces.size(), 2U);
  EXPECT_FLOAT_EQ(pieces[0].w, 40);
  EXPECT_FLOAT_EQ(pieces[1].w, 80);
  EXPECT_FLOAT_EQ(pieces[1].y, 10);
}

/// Amounts of a kind, all blocks together.
int sum(const std::vector<BarPiece>& pieces, BarPart part) {
  int amount = 0;
  for (const BarPiece& piece : pieces) amount += piece.part == part ? piece.amount : 0;
  return amount;
}

TEST(OccupancyBars, AddUpToTheMachine) {
  const OccupancyRequest request{.threads = 200, .registers = 25, .dynamic_shared = 3000};
  for (const MultiprocessorLimits& machine : all_multiprocessors()) {
    SCOPED_TRACE(testing::Message() << machine.major << '.' << machine.minor);
    const Occupancy found = occupancy_of(machine, request);
    ASSERT_GT(found.blocks, 0);
    const auto registers = register_pieces(machine, found);
    EXPECT_EQ(sum(registers, BarPart::used), found.blocks * 200 * 25);
    int all = 0;
    for (const BarPiece& piece : registers) all += piece.amount;
    EXPECT_EQ(all, machine.registers);
    const auto shared = shared_pieces(machine, found);
    EXPECT_EQ(sum(shared, BarPart::used), found.blocks * 3000);
    EXPECT_EQ(sum(shared, BarPart::reserved), found.blocks * machine.reserved_shared);
    EXPECT_GT(sum(shared, BarPart::wasted), 0);
    all = 0;
    for (const BarPiece& piece : shared) all += piece.amount;
    EXPECT_EQ(all, machine.shared_and_l1 > 0 ? machine.shared_and_l1 : machine.shared);
  }
}

TEST(OccupancyBars, OddWarpsOf1xWasteSlots) {
  const Occupancy found =
      occupancy_of(*find_multiprocessor(1, 0), {.threads = 96, .registers = 16});
  EXPECT_EQ(slot_use(found, 2), SlotUse::warp);
  EXPECT_EQ(slot_use(found, 3), SlotUse::wasted);
  EXPECT_EQ(slot_use(found, 4), SlotUse::warp);
  EXPECT_EQ(slot_use(found, 16), SlotUse::free);
}

}  // namespace
}  // namespace warpscope
