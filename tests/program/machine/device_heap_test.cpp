#include "instrumentation/program/machine/device_heap.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

namespace warpscope {
namespace {

class DeviceHeapTest : public testing::Test {
 protected:
  DeviceHeapTest() { heap_.set_limit(4096); }
  std::byte* give(std::size_t bytes, std::size_t alignment = 16) {
    return static_cast<std::byte*>(heap_.allocate(bytes, alignment));
  }
  DeviceHeap heap_;
};

TEST_F(DeviceHeapTest, PiecesAreAlignedAndApart) {
  const auto number = [](const std::byte* address) {
    return reinterpret_cast<std::uintptr_t>(address);
  };
  auto* const first = give(20);
  auto* const second = give(1, 256);
  auto* const third = give(0);
  ASSERT_TRUE(first != nullptr && second != nullptr && third != nullptr);
  EXPECT_EQ(number(first) % 16, 0U);
  EXPECT_EQ(number(second) % 256, 0U);
  EXPECT_GT(second, first + 20);
  EXPECT_GT(third, second + 1);
  const auto behind = heap_.piece_at(first + 20);
  ASSERT_TRUE(behind);
  EXPECT_EQ(behind->begin, first);
  EXPECT_FALSE(behind->holds(first + 20, 1));
  EXPECT_TRUE(behind->holds(first + 16, 4));
}

TEST_F(DeviceHeapTest, KnowsWhatWasFreedUntilItIsGivenAgain) {
  auto* const first = give(100);
  std::memset(DeviceMemory::shadow(first), 1, 100);
  EXPECT_EQ(heap_.release(first), DeviceHeap::Freed::done);
  EXPECT_EQ(heap_.release(first), DeviceHeap::Freed::again);
  EXPECT_EQ(heap_.release(first + 16), DeviceHeap::Freed::not_given);
  ASSERT_TRUE(heap_.piece_at(first + 50));
  EXPECT_TRUE(heap_.piece_at(first + 50)->freed);
  EXPECT_EQ(*DeviceMemory::shadow(first), 0);
  EXPECT_NE(give(100), first) << "used again as late as possible";
}

TEST_F(DeviceHeapTest, IsFullAtItsLimitAndUsesAllOfItAgain) {
  EXPECT_EQ(give(5000), nullptr);
  EXPECT_EQ(give(SIZE_MAX), nullptr);
  for (int round = 0; round < 5; ++round) {
    std::vector<std::byte*> pieces;
    while (auto* const piece = give(16)) pieces.push_back(piece);
    EXPECT_GE(pieces.size(), 4096U / 16 - 1) << round;  // one room may be too small
    EXPECT_LE(pieces.size(), 4096U / 16) << round;
    for (std::byte* const piece : pieces) EXPECT_EQ(heap_.release(piece), DeviceHeap::Freed::done);
    auto* const whole = give(4096);
    ASSERT_NE(whole, nullptr) << round;
    heap_.release(whole);
  }
  EXPECT_FALSE(heap_.set_limit(8192)) << "kernels have used it";
}

}  // namespace
}  // namespace warpscope
