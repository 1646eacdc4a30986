#include "app/panes/multiprocessor/occupancy_layout.hpp"

#include "app/panes/multiprocessor/occupancy_plot.hpp"

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

TEST(OccupancyLayout, ANarrowPaneHasSlidersAndTheMachine) {
  const OccupancyLayout at = occupancy_layout({28, 56, 424, 252}, 12, 24, 500);
  EXPECT_GE(at.sliders.h, 5 * at.slider_row - 0.1F);
  EXPECT_GE(at.slider_row, 17);
  EXPECT_GE(at.machine.h, 90);
}

/// The share of the curve at a value.
double share_at(const OccupancyPlot& plot, std::span<const OccupancyStep> steps, int value) {
  const float x = plot.x(static_cast<float>(value));
  for (const OccupancyStep& step : steps) {
    if (step.left <= x && x <= step.right) return step.share;
  }
  return -1;
}

TEST(OccupancyPlot, EachValueLiesOnItsStep) {
  const MultiprocessorLimits& machine = *find_multiprocessor(9, 0);
  OccupancyRequest request{.registers = 31, .dynamic_shared = 2048};
  const auto points = occupancy_over_threads(machine, request);
  const OccupancyPlot plot = occupancy_plot({40, 10, 700, 200}, points);
  const auto steps = occupancy_steps(plot, points);
  EXPECT_EQ(plot.low, 1);
  EXPECT_EQ(plot.high, 1024);
  EXPECT_FLOAT_EQ(steps.front().left, 40);
  EXPECT_FLOAT_EQ(steps.back().right, 740);
  for (const int value : {1, 32, 33, 64, 65, 256, 1023, 1024}) {
    request.threads = value;
    EXPECT_DOUBLE_EQ(share_at(plot, steps, value), occupancy_of(machine, request).share()) << value;
  }
}

TEST(OccupancyPlot, HoldsNothingBeyondItsAxis) {
  const MultiprocessorLimits& old = *find_multiprocessor(3, 0);
  const auto points = occupancy_over_registers(old, {.threads = 32});
  const OccupancyPlot plot = occupancy_plot({0, 0, 100, 50}, points);
  EXPECT_TRUE(plot.holds(63));
  EXPECT_FALSE(plot.holds(255));
  EXPECT_FLOAT_EQ(plot.x(255), 100);
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

TEST(OccupancyBars, BlocksTooNarrowToSeeAreDrawnTogether) {
  const MultiprocessorLimits& machine = *find_multiprocessor(9, 0);
  const auto one = register_pieces(machine, occupancy_of(machine, {.threads = 1, .registers = 31}));
  const auto together = visible_pieces(one, 500);
  ASSERT_EQ(together.size(), 3U);
  EXPECT_EQ(together[0].part, BarPart::used);
  EXPECT_EQ(together[0].amount, 32 * 31);
  EXPECT_EQ(together[1].part, BarPart::wasted);
  EXPECT_EQ(together[1].amount, 32 * (1024 - 31));
  EXPECT_EQ(together[2].part, BarPart::free);
  EXPECT_EQ(visible_pieces(one, 5000).size(), one.size()) << "there they can be seen";
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
