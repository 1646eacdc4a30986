#include "instrumentation/program/machine/block_turns.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <vector>

namespace warpscope {
namespace {

using Ending = BlockTurns::Ending;

/// The order in which blocks end that wait for nobody.
std::vector<std::int64_t> order_of(const ComparedRun& run, std::int64_t blocks) {
  BlockTurns turns(run, blocks, false);
  std::vector<std::int64_t> order;
  while (const auto block = turns.next()) {
    order.push_back(*block);
    turns.ended(Ending::finished);
  }
  return order;
}

TEST(BlockTurnsTest, OrdersAreWhatTheirNamesSay) {
  std::vector<std::int64_t> numbers(100);
  std::iota(numbers.begin(), numbers.end(), 0);
  EXPECT_EQ(order_of({}, 100), numbers);
  std::vector<std::int64_t> shuffled = order_of({.blocks = BlockOrder::shuffled, .seed = 1}, 100);
  EXPECT_NE(shuffled, numbers);
  EXPECT_NE(shuffled, order_of({.blocks = BlockOrder::shuffled, .seed = 2}, 100));
  std::ranges::sort(shuffled);
  EXPECT_EQ(shuffled, numbers);
  std::ranges::reverse(numbers);
  EXPECT_EQ(order_of({.blocks = BlockOrder::reversed}, 100), numbers);
}

TEST(BlockTurnsTest, EachOfVeryManyBlocksHasItsTurn) {
  constexpr std::int64_t blocks = 1'200'000;
  std::vector<std::int64_t> order = order_of({.blocks = BlockOrder::shuffled, .seed = 7}, blocks);
  EXPECT_FALSE(std::ranges::is_sorted(order));
  std::ranges::sort(order);
  ASSERT_EQ(std::ssize(order), blocks);
  EXPECT_EQ(std::ranges::adjacent_find(order), order.end());
}

/// Turns until all have ended, of blocks that each wait for the one before, or for the one behind.
std::int64_t turns_of_chain(BlockOrder order, std::int64_t blocks, bool backwards) {
  BlockTurns turns({.blocks = order, .seed = 3}, blocks, false);
  std::vector<bool> ended(static_cast<std::size_t>(blocks));
  constexpr std::int64_t most = 10'000'000;
  std::int64_t count = 0;
  while (count < most) {
    const auto block = turns.next();
    if (!block) return count;
    ++count;
    const std::int64_t other = backwards ? *block + 1 : *block - 1;
    const bool goes = other < 0 || other >= blocks || ended[static_cast<std::size_t>(other)];
    if (goes) ended[static_cast<std::size_t>(*block)] = true;
    turns.ended(goes ? Ending::finished : Ending::waiting);
  }
  return count;
}

TEST(BlockTurnsTest, BlocksThatWaitForOneAnotherEnd) {
  for (const BlockOrder order : {BlockOrder::in_order, BlockOrder::reversed, BlockOrder::shuffled,
                                 BlockOrder::interleaved}) {
    EXPECT_LT(turns_of_chain(order, 2000, false), 200'000) << static_cast<int>(order);
    EXPECT_LT(turns_of_chain(order, 300, true), 200'000) << static_cast<int>(order);
  }
}

TEST(BlockTurnsTest, BlocksOfACooperativeLaunchMeetAtTheGridsBarrier) {
  BlockTurns turns({.blocks = BlockOrder::reversed}, 50, true);
  for (int k = 0; k < 50; ++k) {
    ASSERT_TRUE(turns.next());
    turns.ended(Ending::grid);
  }
  EXPECT_FALSE(turns.next());
  EXPECT_EQ(turns.at_grid(), 50);
  turns.release_grid();
  EXPECT_EQ(turns.next(), 49) << "as they came";
  turns.ended(Ending::finished);
  EXPECT_EQ(turns.finished(), 1);
}

}  // namespace
}  // namespace warpscope
