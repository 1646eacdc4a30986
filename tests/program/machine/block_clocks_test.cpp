#include "instrumentation/program/machine/block_clocks.hpp"

#include <gtest/gtest.h>

namespace warpscope {
namespace {

constexpr std::uintptr_t flag = 0x1000, other_flag = 0x2000;

/// Three blocks of two warps. Each deed is the next moment.
struct BlockClocksTest : testing::Test {
  BlockClocks order;
  LaunchTime now = 0;

  BlockClocksTest() { order.begin_block(2); }
  BlockDeed write(std::uint32_t warp) {
    order.wrote(warp, ++now);
    return {order.block(), warp, now};
  }
  void fence(std::uint32_t warp) { order.fence(warp, now); }
  void barrier() { order.barrier(now); }
  void set(std::uint32_t warp, std::uintptr_t at = flag) {
    order.signal(warp, at, false, true, ++now, 7);
  }
  void read(std::uint32_t warp, std::uintptr_t at = flag) {
    order.signal(warp, at, true, false, ++now, 8);
  }
  void next_block() { order.begin_block(2); }
};

TEST_F(BlockClocksTest, AFlagBehindAFenceSpeaksForItsWarp) {
  const BlockDeed own = write(0), others = write(1);
  fence(0);
  set(0);
  next_block();
  EXPECT_FALSE(order.follows(0, own));
  read(0);
  EXPECT_TRUE(order.follows(0, own));
  EXPECT_FALSE(order.follows(0, others)) << "no barrier made the first warp wait for it";
  EXPECT_FALSE(order.follows(1, own)) << "the second warp has not read the flag";
  barrier();
  EXPECT_TRUE(order.follows(1, own));
}

TEST_F(BlockClocksTest, WithoutAFenceItSpeaksForNothing) {
  const BlockDeed deed = write(0);
  set(0);
  next_block();
  read(0);
  EXPECT_FALSE(order.follows(0, deed));
  const auto signal = order.signal_for(deed);
  ASSERT_TRUE(signal);
  EXPECT_EQ(signal->site, 7U);
  EXPECT_GE(signal->time, deed.time);
}

TEST_F(BlockClocksTest, AFenceBehindABarrierSpeaksForTheBlock) {
  const BlockDeed others = write(1);
  barrier();
  fence(0);
  const BlockDeed after = write(1);
  set(0);
  next_block();
  read(1);
  EXPECT_TRUE(order.follows(1, others));
  EXPECT_FALSE(order.follows(1, after));
}

TEST_F(BlockClocksTest, FencesBeforeABarrierSpeakForTheirWarps) {
  const BlockDeed first = write(0), second = write(1);
  fence(1);
  barrier();
  set(0);
  next_block();
  read(0);
  EXPECT_TRUE(order.follows(0, second));
  EXPECT_FALSE(order.follows(0, first));
}

TEST_F(BlockClocksTest, IsHandedOnFromBlockToBlock) {
  const BlockDeed deed = write(0);
  fence(0);
  set(0);
  next_block();
  read(0);
  barrier();
  fence(1);
  set(1, other_flag);
  next_block();
  read(0, other_flag);
  EXPECT_TRUE(order.follows(0, deed));
}

TEST_F(BlockClocksTest, ASignalThatCameTooEarlyIsKnown) {
  set(0);
  const BlockDeed deed = write(1);
  barrier();
  const BlockDeed later = write(1);
  next_block();
  read(0);
  EXPECT_TRUE(order.signal_for(deed));
  EXPECT_FALSE(order.signal_for(later)) << "a barrier stands between";
}

TEST_F(BlockClocksTest, AReaderWithoutAFenceMayGetWhatWasThereBefore) {
  write(0);
  fence(0);
  set(0);
  next_block();
  EXPECT_FALSE(order.may_be_stale(0));
  read(0);
  EXPECT_TRUE(order.may_be_stale(0));
  EXPECT_FALSE(order.may_be_stale(1));
  barrier();
  EXPECT_TRUE(order.may_be_stale(1));
  fence(1);
  EXPECT_FALSE(order.may_be_stale(1));
}

TEST_F(BlockClocksTest, TakesEverythingForOrderedOnceThereAreTooManyFlags) {
  const BlockDeed deed = write(0);
  fence(0);
  for (std::size_t k = 0; k <= BlockClocks::most_flags; ++k) set(0, flag + 4 * k);
  EXPECT_TRUE(order.gave_up());
  next_block();
  EXPECT_TRUE(order.follows(0, deed));
}

TEST_F(BlockClocksTest, CountersWithoutFencesCostNoOrder) {
  for (std::size_t k = 0; k <= 2 * BlockClocks::most_flags; ++k) set(0, flag + 4 * k);
  EXPECT_FALSE(order.gave_up());
}

}  // namespace
}  // namespace warpscope
