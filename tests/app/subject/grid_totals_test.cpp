#include "app/subject/grid_totals.hpp"

#include <gtest/gtest.h>

#include "tests/support/several_launches.hpp"

namespace warpscope {
namespace {

TEST(GridTotalsTest, AreExactWhereEveryBlockWasCountedAndElseScaled) {
  Totals totals;
  totals.shared_load = {3, 10, 3};
  totals.global_store = {2, 8, 7};
  totals.barriers = 5;
  totals.max_degree = 4;
  const GridTotals all = grid_totals(totals, 4, 4);
  EXPECT_TRUE(all.exact());
  EXPECT_EQ(all.totals.shared_load.wavefronts, 10U);
  EXPECT_EQ(grid_figure_text(all, 1024), "1,024");
  const GridTotals scaled = grid_totals(totals, 4, 10);
  EXPECT_FALSE(scaled.exact());
  EXPECT_EQ(scaled.totals.shared_load.wavefronts, 25U);
  EXPECT_EQ(scaled.totals.shared_load.conflicts(), 17U);
  EXPECT_EQ(sectors_of(scaled.totals), 20U);
  EXPECT_EQ(ideal_sectors_of(scaled.totals), 18U) << "17.5";
  EXPECT_EQ(scaled.totals.barriers, 13U);
  EXPECT_EQ(scaled.totals.max_degree, 4) << "no sum";
  EXPECT_EQ(grid_figure_text(scaled, 1024), "≈1,024");
  EXPECT_EQ(grid_figure_text(scaled, 0), "0");
  EXPECT_EQ(grid_figure_text(scaled, 201'547'776), "≈201.5M");
  EXPECT_EQ(grid_figure_text(scaled, 999'999'999), "≈1.0G");
}

TEST(GridTotalsTest, HugeGridsDoNotOverflow) {
  Totals totals;
  totals.shared_load = {1, 1'000'000, 1};
  constexpr std::int64_t most = 9'000'000'000'000'000'000;
  EXPECT_GT(wavefronts_of(grid_totals(totals, 1, most).totals), 9'000'000'000'000'000'000U);
  EXPECT_EQ(wavefronts_of(grid_totals(totals, 1, 4'000'000'000).totals), 4'000'000'000'000'000U);
}

TEST(GridTotalsTest, OfATraceAreOfAllItsLaunches) {
  const Trace trace = test::several_launches();
  const GridTotals grid = grid_totals(trace, BankModel::cc5);
  EXPECT_EQ(grid.blocks, 6);
  EXPECT_EQ(grid.counted, 3);
  const Totals of_blocks = summarize(trace, BankModel::cc5).totals;
  EXPECT_EQ(grid.totals.global_atomic.requests, 4 * of_blocks.global_atomic.requests);
  EXPECT_EQ(grid.totals.global_load.requests, of_blocks.global_load.requests);
}

TEST(GridTotalsTest, TheLargerSumOfCyclesCounts) {
  Totals totals;
  totals.shared_load = {1, 30, 1};
  EXPECT_DOUBLE_EQ(modelled_cycles(totals, BankModel::cc5), 30);
  EXPECT_DOUBLE_EQ(modelled_cycles(totals, BankModel::cc1), 60) << "two cycles a wavefront";
  totals.global_load = {1, 20, 20};
  EXPECT_NEAR(modelled_cycles(totals, BankModel::cc5), 20 * 32 / 17.95, 1e-9);
  const std::string said = cycles_text(BankModel::cc5);
  for (const char* part : {"1 for a wavefront", "1.78 for a sector", "H200 moves 17.95 bytes"}) {
    EXPECT_NE(said.find(part), std::string::npos) << said;
  }
}

}  // namespace
}  // namespace warpscope
