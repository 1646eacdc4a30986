#include "instrumentation/analysis/swizzle_search.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/trace_maker.hpp"

namespace warpscope {
namespace {

using test::TraceMaker;

/// Makes the trace's accesses those of float4.
Trace by_four(Trace trace) {
  for (Access& access : trace.accesses) access.elements = 4;
  trace.words.assign(4 * trace.indices.size(), 0);
  for (std::size_t k = 0; k < trace.accesses.size(); ++k) {
    trace.accesses[k].first_word = k * 4 * warp_lanes;
  }
  return trace;
}

/// The tile of B of a matrix product, 16 rows of 128: each lane loads the two float4 of its 8 columns, and a row is
/// stored in order.
Trace tile_of_b() {
  TraceMaker maker(32);
  const int tile = maker.matrix("Bs", 16, 128);
  maker.store(
      tile, 4, all_lanes, [](int lane) { return 4 * lane; }, test::all(1));
  maker.barrier("store");
  for (int row = 0; row < 16; ++row) {
    for (const int half : {0, 4}) {
      maker.load(tile, 5, all_lanes, [&](int lane) { return row * 128 + lane % 16 * 8 + half; });
    }
  }
  maker.barrier("load");
  return by_four(maker.take());
}

std::uint64_t conflicts(const Trace& trace, const Layouts& layouts) {
  const auto effect = relayout_effect(trace, layouts, BankModel::cc5);
  EXPECT_TRUE(effect) << text(layouts);
  std::uint64_t ideal = 0;
  for (const Access& access : trace.accesses) {
    ideal += static_cast<std::uint64_t>(
        wavefronts(BankModel::cc5, *shared_request(trace, access)).ideal);
  }
  return effect->after - ideal;
}

TEST(SwizzleSearch, ColumnsAloneFreeWhatRowsCannot) {
  const Trace trace = tile_of_b();
  const SwizzleSearch search = best_swizzles(trace, trace.arrays[0], BankModel::cc5, 4);
  ASSERT_FALSE(search.best.empty());
  EXPECT_EQ(text(search.best.front()), "Bs:xor=col32/4");
  EXPECT_EQ(conflicts(trace, {search.best.front()}), 0U);
  EXPECT_GT(search.tried, search.best.size());
  // No exclusive or of whole rows helps, since all lanes of a part are of one row.
  for (const Relayout& one : swizzles_of(trace, trace.arrays[0], BankModel::cc5, 4)) {
    if (one.columns == 0) {
      EXPECT_GT(conflicts(trace, {one}), 0U) << text(one);
    }
  }
}

TEST(SwizzleSearch, OfferedIsOnlyWhatKeepsVectorsWholeAndIsPossible) {
  const Trace trace = tile_of_b();
  const auto all = swizzles_of(trace, trace.arrays[0], BankModel::cc5, 4);
  ASSERT_GT(all.size(), 10U);
  for (const Relayout& one : all) {
    EXPECT_GE(one.unit, 4);
    EXPECT_TRUE(possible_layouts(trace, {one})) << text(one);
    EXPECT_EQ(std::ranges::count(all, one), 1) << text(one);
  }
}

TEST(SwizzleSearch, AnArrayWithoutRowsSwapsByItsUpperBits) {
  TraceMaker maker(32);
  const int data = maker.shared("data", 1024);
  maker.load(data, 4, all_lanes, [](int lane) { return 32 * lane; });
  maker.load(data, 5, all_lanes, [](int lane) { return lane; });
  maker.barrier("read");
  const Trace trace = maker.take();
  const SwizzleSearch search = best_swizzles(trace, trace.arrays[0], BankModel::cc5);
  ASSERT_FALSE(search.best.empty());
  EXPECT_EQ(text(search.best.front()), "data:xor=col32");
  EXPECT_EQ(conflicts(trace, {search.best.front()}), 0U);
}

TEST(SwizzleSearch, NothingIsBestThatSavesNothing) {
  TraceMaker maker(32);
  const int data = maker.shared("data", 1024);
  maker.load(data, 4, all_lanes, [](int lane) { return lane; });
  maker.barrier("read");
  const Trace trace = maker.take();
  EXPECT_TRUE(best_swizzles(trace, trace.arrays[0], BankModel::cc5).best.empty());
}

}  // namespace
}  // namespace warpscope
