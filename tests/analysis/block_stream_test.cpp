#include "instrumentation/analysis/block_stream.hpp"

#include <gtest/gtest.h>

#include "tests/support/cut_trace.hpp"
#include "tests/support/trace_maker.hpp"

namespace warpscope {
namespace {

using test::all, test::Lanes, test::own, test::TraceMaker;

BlockStream stream_of(const Trace& trace, LoadWait wait, std::uint32_t most = 50'000) {
  return block_stream(trace, summarize(trace, BankModel::cc5), dataflow(trace), 0, wait, most);
}
std::vector<std::uint32_t> needs(const BlockStream& stream, std::size_t warp,
                                 std::size_t position) {
  const auto span = stream.needs_of(stream.warps[warp].at(position));
  return {span.begin(), span.end()};
}
using Positions = std::vector<std::uint32_t>;

/// Two loads, a store of their sum: every warp of a block of two.
Trace sums() {
  TraceMaker make(64);
  const int in = make.global("in", 128), out = make.global("out", 64);
  std::vector<std::uint32_t> values;
  for (std::uint32_t i = 0; i < 128; ++i) values.push_back(1000 + 7 * i);
  make.fill(in, values);
  for (const int warp : {0, 1}) {
    make.warp(warp);
    const auto first = [&](int lane) { return 32 * warp + lane; };
    const Lanes a = make.load(in, 10, all_lanes, first);
    const Lanes b = make.load(in, 11, all_lanes, [&](int lane) { return 64 + first(lane); });
    Lanes sum{};
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] = a[i] + b[i];
    make.store(out, 12, all_lanes, first, sum);
  }
  return make.take();
}

TEST(BlockStream, HoldsEachWarpsAccessesInItsOrder) {
  const BlockStream stream = stream_of(sums(), LoadWait::use);
  ASSERT_EQ(stream.warps.size(), 2U);
  for (const std::uint32_t warp : {0U, 1U}) {
    ASSERT_EQ(stream.warps[warp].size(), 3U);
    for (std::uint32_t i = 0; i < 3; ++i) {
      const WarpInstruction& each = stream.warps[warp][i];
      EXPECT_EQ(each.access, 3 * warp + i);
      EXPECT_EQ(each.units, 4) << "sectors of 32 ints";
      EXPECT_EQ(each.space, Space::global);
      EXPECT_EQ(each.gives, i < 2);
    }
  }
  EXPECT_EQ(stream.accesses, 6U);
  EXPECT_EQ(stream.end_access, 6U);
  EXPECT_FALSE(stream.cut);
}

TEST(BlockStream, LetsAStoreWaitForWhatGoesIntoIt) {
  const BlockStream stream = stream_of(sums(), LoadWait::use);
  EXPECT_EQ(needs(stream, 1, 0), Positions{});
  EXPECT_EQ(needs(stream, 1, 1), Positions{}) << "loads may be under way together";
  EXPECT_EQ(needs(stream, 1, 2), (Positions{0, 1}));
}

TEST(BlockStream, LetsEverythingWaitForEachLoadIfAsked) {
  const BlockStream stream = stream_of(sums(), LoadWait::each);
  EXPECT_EQ(needs(stream, 0, 1), Positions{0});
  EXPECT_EQ(needs(stream, 0, 2), Positions{1});
}

TEST(BlockStream, LetsALoadWaitForItsIndices) {
  TraceMaker make;
  const int next = make.global("next", 64), out = make.global("out", 64);
  std::vector<std::uint32_t> values;
  for (std::uint32_t i = 0; i < 64; ++i) values.push_back((5 * i + 3) % 64);
  make.fill(next, values);
  Lanes at = make.load(next, 1, all_lanes, own);
  at = make.load(next, 2, all_lanes, [&](int lane) { return static_cast<int>(at[lane]); });
  make.load(next, 3, all_lanes, [](int lane) { return 63 - lane; });
  make.store(
      out, 4, all_lanes, [&](int lane) { return static_cast<int>(at[lane]); }, all(1));
  const BlockStream stream = stream_of(make.take(), LoadWait::use);
  EXPECT_EQ(needs(stream, 0, 1), Positions{0});
  EXPECT_EQ(needs(stream, 0, 2), Positions{});
  const Positions of_store = needs(stream, 0, 3);
  EXPECT_TRUE(std::ranges::count(of_store, 1U) == 1) << "it scatters to what the second load gave";
}

TEST(BlockStream, LetsAShuffleWaitForTheOneBefore) {
  TraceMaker make;
  const int in = make.global("in", 32), out = make.global("out", 1), held = make.registers();
  std::vector<std::uint32_t> values;
  for (std::uint32_t i = 0; i < 32; ++i) values.push_back(100 + i * i);
  make.fill(in, values);
  Lanes sum = make.load(in, 1, all_lanes, own);
  for (const int delta : {16, 8}) {
    const Lanes other = make.shuffle(
        held, 2, all_lanes, [&](int lane) { return lane + delta < 32 ? lane + delta : lane; }, sum);
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += other[i];
  }
  make.store(out, 3, 1, own, sum);
  const BlockStream stream = stream_of(make.take(), LoadWait::use);
  EXPECT_EQ(needs(stream, 0, 1), Positions{0});
  EXPECT_EQ(needs(stream, 0, 2), Positions{1});
  EXPECT_EQ(needs(stream, 0, 3), Positions{2});
}

TEST(BlockStream, SaysWhereTheDataflowLeftOutWhatFeedsAStore) {
  const Trace trace = test::sums_of_many(2048, 8);
  EXPECT_TRUE(stream_of(trace, LoadWait::use).needs_cut);
  EXPECT_FALSE(stream_of(trace, LoadWait::each).needs_cut) << "no store waits for what feeds it";
  EXPECT_FALSE(stream_of(trace, LoadWait::use, 2048).needs_cut) << "its stores are not taken";
  EXPECT_FALSE(stream_of(sums(), LoadWait::use).needs_cut);
}

TEST(BlockStream, CountsHowOftenAWarpWaits) {
  EXPECT_EQ(value_waits(load_chain(5), 0), 4U);
  EXPECT_EQ(value_waits(stream_of(sums(), LoadWait::use), 0), 1U) << "both loads at once";
  EXPECT_EQ(value_waits(stream_of(sums(), LoadWait::each), 0), 2U);
}

TEST(BlockStream, HasABarrierInEachWarpEvenIfItDidNothing) {
  TraceMaker make(64);
  const int data = make.shared("data", 32);
  make.warp(1);
  make.store(data, 1, all_lanes, own, all(7));
  make.barrier("write");
  const BlockStream stream = stream_of(make.take(), LoadWait::use);
  ASSERT_EQ(stream.warps[0].size(), 1U);
  EXPECT_TRUE(stream.warps[0][0].is_barrier());
  ASSERT_EQ(stream.warps[1].size(), 2U);
  EXPECT_FALSE(stream.warps[1][0].is_barrier());
  EXPECT_TRUE(stream.warps[1][1].is_barrier());
}

TEST(BlockStream, EndsAfterTheSameStepInEachWarpWhenItIsCut) {
  TraceMaker make(64);
  const int data = make.shared("data", 64);
  for (int round = 0; round < 10; ++round) {
    for (const int warp : {0, 1}) {
      make.warp(warp);
      for (int i = 0; i < 1 + 3 * warp; ++i) {
        make.load(data, 1, all_lanes, [&](int lane) { return 32 * warp + lane; });
      }
    }
    make.barrier("round", round);
  }
  const Trace trace = make.take();
  const BlockStream whole = stream_of(trace, LoadWait::each);
  EXPECT_FALSE(whole.cut);
  EXPECT_EQ(whole.accesses, 50U);
  EXPECT_EQ(whole.warps[1].size(), 50U);
  const BlockStream cut = stream_of(trace, LoadWait::each, 2 * 12);
  EXPECT_TRUE(cut.cut);
  EXPECT_EQ(cut.end_access, 50U) << "what the launch holds";
  const auto barriers = [](const auto& warp) {
    return std::ranges::count_if(warp, [](const auto& each) { return each.is_barrier(); });
  };
  EXPECT_EQ(barriers(cut.warps[0]), barriers(cut.warps[1]));
  EXPECT_EQ(barriers(cut.warps[0]), 3);
  EXPECT_EQ(cut.accesses, 3U + 10);  // 4, 4 and 2 of the 12 that are taken of warp 1
}

}  // namespace
}  // namespace warpscope
