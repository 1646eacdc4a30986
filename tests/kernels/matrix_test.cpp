// Checks the lectures' claims on matrix products and transpositions, on the emulator's traces.

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "kernels/matrix/matmul_abt.cuh"
#include "kernels/matrix/matmul_naive.cuh"
#include "kernels/matrix/product.hpp"
#include "tests/support/kernel_runs.hpp"

namespace warpscope {
namespace {

using test::conflicts;
using test::emulate;
using test::refusal;
using test::totals;

/// The cost of a line that reads shared memory.
LineCost cost_of_load(const Trace& trace, const std::string& code, BankModel model) {
  for (const LineCost& cost : summarize(trace, model).lines) {
    const bool shared_load = cost.space == Space::shared && cost.operation == Operation::load;
    const std::string text = source_line(trace.sources.at(cost.source), cost.line);
    if (shared_load && text.find(code) != std::string::npos) return cost;
  }
  ADD_FAILURE() << "no load of " << code;
  return {};
}

// Requests fall by the width of the tile. Sectors do not: if a warp is some rows of a tile, its
// lanes share words of A and of B without any shared memory.
TEST(MatmulTiled, AsksGlobalMemoryForLessByTheWidthOfTheTile) {
  struct Tile {
    int width;
    std::uint64_t sectors;  // times fewer
  };
  for (const Tile tile : {Tile{8, 5}, Tile{16, 8}, Tile{32, 20}}) {
    const int block = tile.width * tile.width;
    const GlobalTotals naive =
        totals({.kernel = "matmul_naive", .size = 64, .block = block}).global_load;
    const GlobalTotals tiled =
        totals({.kernel = "matmul_tiled", .size = 64, .block = block}).global_load;
    const auto warps = static_cast<std::uint64_t>(block / warp_lanes);
    EXPECT_EQ(naive.requests, warps * 2 * 64);
    EXPECT_EQ(naive.requests, tiled.requests * static_cast<std::uint64_t>(tile.width));
    EXPECT_EQ(naive.sectors, tiled.sectors * tile.sectors) << tile.width;
  }
}

TEST(MatmulTiled, HasNoConflictsInTheSlidesGeometry) {
  for (const BankModel model : all_bank_models) {
    EXPECT_EQ(conflicts({.kernel = "matmul_tiled", .block = 256}, model), 0U) << id(model);
  }
}

TEST(MatmulTiled, RoundsAsTheNaiveProductDoes) {
  const RunRequest naive{.kernel = "matmul_naive", .size = 48};
  const RunRequest tiled{.kernel = "matmul_tiled", .size = 48};
  EXPECT_EQ(emulate(naive).output, emulate(tiled).output) << "k rises in both";
}

TEST(MatmulAbt, ReadsColumnsOfBInAsManyPassesAsThereAreBanksForThem) {
  const auto trace = emulate({.kernel = "matmul_abt"}).trace;
  const std::string column = "tile_b[x * pitch + k]", row = "tile_a[y * pitch + k]";
  EXPECT_EQ(cost_of_load(*trace, column, BankModel::cc5).max_degree, 32);
  EXPECT_EQ(cost_of_load(*trace, column, BankModel::cc2).max_degree, 32);
  EXPECT_EQ(cost_of_load(*trace, column, BankModel::cc1).max_degree, 16);
  EXPECT_EQ(cost_of_load(*trace, column, BankModel::cc3x4).max_degree, 16);
  const LineCost cost = cost_of_load(*trace, column, BankModel::cc5);
  EXPECT_EQ(cost.requests, 32U * 32U);
  EXPECT_EQ(cost.wavefronts, 32 * cost.requests) << "each of them, not only the worst";
  for (const BankModel model : all_bank_models) {
    EXPECT_EQ(cost_of_load(*trace, row, model).max_degree, 1) << id(model);
  }
}

// The pad word is a cure for banks of 4 bytes. Banks of 8 bytes hold two columns.
TEST(MatmulAbtPadded, HasNoConflictsOnBanksOfFourBytes) {
  for (const BankModel model : {BankModel::cc1, BankModel::cc2, BankModel::cc5}) {
    EXPECT_EQ(conflicts({.kernel = "matmul_abt_padded", .size = 64}, model), 0U) << id(model);
  }
  EXPECT_EQ(totals({.kernel = "matmul_abt_padded"}, BankModel::cc3x8).max_degree, 2);
}

// A warp writes two rows of a tile 16 wide at once: words 0 to 15 and 17 to 32, of which the first
// and the last share a bank.
TEST(MatmulAbtPadded, LeavesOneConflictForEachStoreOfSmallerTiles) {
  const RunRequest request{.kernel = "matmul_abt_padded", .size = 64, .block = 256};
  const Totals sums = totals(request);
  EXPECT_EQ(sums.shared_load.conflicts(), 0U);
  EXPECT_EQ(sums.shared_store.conflicts(), sums.shared_store.requests);
  EXPECT_EQ(conflicts(request, BankModel::cc1), 0U) << "half-warps write a row each";
}

TEST(MatmulAbtPadded, IsTheSameProduct) {
  const auto plain = emulate({.kernel = "matmul_abt"}),
             padded = emulate({.kernel = "matmul_abt_padded"});
  EXPECT_EQ(plain.output, padded.output);
  const auto& arrays = padded.trace->arrays;
  const auto tile = std::ranges::find(arrays, "tile_b", &Array::name);
  ASSERT_NE(tile, arrays.end());
  EXPECT_EQ(tile->columns, 33);
  EXPECT_EQ(tile->count, 32 * 33);
}

TEST(TransposeNaive, StoresToAsManySectorsAsLanes) {
  const Totals sums = totals({.kernel = "transpose_naive"});
  EXPECT_EQ(sums.global_load.requests, 32U);
  EXPECT_EQ(sums.global_load.sectors, 4 * sums.global_load.requests);
  EXPECT_EQ(sums.global_store.sectors, 32 * sums.global_store.requests);
}

TEST(TransposeTiled, TradesSectorsForConflicts) {
  const Totals sums = totals({.kernel = "transpose_tiled"});
  EXPECT_EQ(sums.global_load.sectors, 4 * sums.global_load.requests);
  EXPECT_EQ(sums.global_store.sectors, 4 * sums.global_store.requests);
  EXPECT_EQ(sums.shared_load.wavefronts, 32 * sums.shared_load.requests);
  EXPECT_EQ(sums.shared_store.conflicts(), 0U) << "rows are free";
  EXPECT_EQ(totals({.kernel = "transpose_tiled"}, BankModel::cc1).max_degree, 16);
}

TEST(TransposePadded, HasNeitherOnBanksOfFourBytes) {
  const Totals sums = totals({.kernel = "transpose_padded"});
  EXPECT_EQ(sums.global_load.sectors + sums.global_store.sectors,
            4 * (sums.global_load.requests + sums.global_store.requests));
  for (const BankModel model : {BankModel::cc1, BankModel::cc2, BankModel::cc5}) {
    EXPECT_EQ(conflicts({.kernel = "transpose_padded"}, model), 0U) << id(model);
  }
  EXPECT_EQ(totals({.kernel = "transpose_padded"}, BankModel::cc3x8).max_degree, 2);
}

TEST(Matrices, AreLaunchedInTwoDimensions) {
  const auto product = emulate({.kernel = "matmul_tiled", .size = 48}).trace;
  EXPECT_EQ(product->launches.at(0).blocks(), 9);
  EXPECT_EQ(product->launches.at(0).grid.x, 3);
  EXPECT_EQ(product->launches.at(0).block.x, 16);
  EXPECT_EQ(product->arrays.at(0).columns, 48);
  const auto transposition = emulate({.kernel = "transpose_padded"}).trace;
  EXPECT_EQ(transposition->launches.at(0).threads(), 256);
  EXPECT_EQ(transposition->launches.at(0).block.x, 32);
}

TEST(Matrices, OfASideThatNoTileDividesAreRefused) {
  EXPECT_EQ(refusal({.kernel = "matmul_tiled", .size = 100, .block = 256}),
            "matmul_tiled cannot work on size 100: with blocks of 256 threads it needs a multiple "
            "of 16. Try 96 or 112, or another --block.");
  EXPECT_NE(refusal({.kernel = "matmul_naive", .size = 100}).find("a multiple of 16"),
            std::string::npos);
  EXPECT_NE(refusal({.kernel = "transpose_tiled", .size = 100}).find("Try 96 or 128"),
            std::string::npos);
  EXPECT_NE(refusal({.kernel = "transpose_padded", .size = 16})
                .find("at least 32 (16 is too small a size for a matrix of that side)"),
            std::string::npos);
  EXPECT_NE(refusal({.kernel = "matmul_abt", .block = 128}).find("blocks of 64, 256, 1024 threads"),
            std::string::npos);
  EXPECT_NE(refusal({.kernel = "matmul_abt", .size = 40}).find("or another --block"),
            std::string::npos);
  EXPECT_EQ(refusal({.kernel = "matmul_abt", .size = 40, .block = 64}), "")
      << "smaller tiles divide it";
}

TEST(ProductReference, IsTheProductByHand) {
  const Problem<float> problem{.input = {1, 2, 3, 4, 5, 6, 7, 8}, .count = 8, .size = 2};
  EXPECT_EQ(Product<MatmulNaive>::reference(problem).values, (std::vector<double>{19, 22, 43, 50}));
  EXPECT_EQ(Product<MatmulAbt>::reference(problem).values, (std::vector<double>{17, 23, 39, 53}));
}

TEST(ProductReference, ForgivesRoundingButNoWrongTerm) {
  const Problem<float> problem{.input = {1, 2, 3, 4, 5, 6, 7, 8}, .count = 8, .size = 2};
  const float last_place = 50 * 1.2e-7F;
  EXPECT_EQ(Product<MatmulNaive>::mismatch(problem, {19, 22, 43, 50 + last_place}), "");
  EXPECT_NE(Product<MatmulNaive>::mismatch(problem, {19, 22, 43, 50.001F}), "");
  EXPECT_NE(Product<MatmulNaive>::mismatch(problem, {17, 23, 39, 53}), "");
}

}  // namespace
}  // namespace warpscope
