#include "app/subject/figure_scope.hpp"

#include <gtest/gtest.h>

#include "tests/support/trace_maker.hpp"

namespace warpscope {
namespace {

Trace trace_of(std::vector<Dim3> grids, std::int64_t block) {
  test::TraceMaker make(32);
  const int data = make.shared("data", 32);
  for (std::size_t i = 0; i < grids.size(); ++i) {
    if (i > 0) make.launch(32, "k");
    make.load(data, 3, all_lanes, [](int lane) { return lane; });
  }
  Trace trace = make.take();
  for (std::size_t i = 0; i < grids.size(); ++i) {
    trace.launches[i].grid = grids[i];
    trace.launches[i].traced_block = std::min(block, grids[i].count() - 1);
  }
  return trace;
}

TEST(FigureScope, OfOneLaunchNamesTheBlockAndHowManyThereAre) {
  EXPECT_EQ(block_scope_text(trace_of({{32}}, 3)), "block 3 of 32");
  EXPECT_EQ(block_scope_text(trace_of({{8, 8}}, 9)), "block\u00a0(1, 1) of 64");
  EXPECT_EQ(block_scope_text(trace_of({{1}}, 0)), "the only block");
}

TEST(FigureScope, OfSeveralLaunchesTellsWhetherItIsTheSameBlock) {
  EXPECT_EQ(block_scope_text(trace_of({{4}, {4}}, 2)), "block 2 of each launch");
  EXPECT_EQ(block_scope_text(trace_of({{4}, {2}}, 3)), "one block of each launch");
  EXPECT_EQ(block_scope_text(trace_of({{1}, {1}}, 0)), "all blocks");
}

TEST(FigureScope, OfGridsMarksWhatIsScaled) {
  EXPECT_EQ(grid_scope_text(trace_of({{1}}, 0)), "all blocks, exact");
  EXPECT_EQ(grid_scope_text(trace_of({{32}}, 0)), "all blocks, ≈ scaled from block 0 of 32");
  EXPECT_EQ(grid_scope_text(grid_totals(Totals{}, 32, 32)), "all blocks, exact");
  EXPECT_EQ(grid_scope_text(grid_totals(Totals{}, 8, 32)),
            "all blocks, ≈ scaled from 8 of 32 that were counted");
}

TEST(FigureScope, OfAnAccessNamesItsWarp) {
  EXPECT_EQ(access_scope_text(Access{.warp = 4}), "this access of warp 4");
}

}  // namespace
}  // namespace warpscope
