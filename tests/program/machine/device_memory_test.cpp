#include "instrumentation/program/machine/device_memory.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <utility>

namespace warpscope {
namespace {

using Kind = DeviceMemory::Kind;

DeviceMemory& memory() { return DeviceMemory::the(); }

TEST(DeviceMemoryTest, GivesAlignedMemoryThatCanBeUsed) {
  auto* const begin = static_cast<std::byte*>(memory().allocate(1000, Kind::device));
  ASSERT_NE(begin, nullptr);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(begin) % 512, 0U);
  EXPECT_TRUE(memory().owns(begin));
  std::memset(begin, 1, 1000);
  EXPECT_TRUE(memory().release(begin));
}

TEST(DeviceMemoryTest, RefusesNothingAndTooMuch) {
  EXPECT_EQ(memory().allocate(0, Kind::device), nullptr);
  EXPECT_EQ(memory().allocate(memory().total_bytes() + 1, Kind::device), nullptr);
  EXPECT_EQ(memory().allocate(SIZE_MAX, Kind::device), nullptr);
}

TEST(DeviceMemoryTest, FindsWhatAnAddressBelongsTo) {
  auto* const begin = static_cast<std::byte*>(memory().allocate(100, Kind::managed));
  ASSERT_NE(begin, nullptr);
  for (const std::ptrdiff_t at : {0, 99, 100, 5000, -1}) {
    const auto* const found = std::as_const(memory()).find(begin + at);
    ASSERT_NE(found, nullptr) << at;
    EXPECT_EQ(found->begin, begin) << at;
    EXPECT_EQ(found->holds(begin + at), at >= 0 && at < 100) << at;
  }
  EXPECT_EQ(std::as_const(memory()).find(begin + (std::ptrdiff_t{1} << 33)), nullptr);
  memory().release(begin);
}

TEST(DeviceMemoryTest, RemembersWhatWasFreedAndNeverGivesItsAddressAgain) {
  void* const first = memory().allocate(64, Kind::device);
  EXPECT_TRUE(memory().release(first));
  EXPECT_FALSE(memory().release(first));
  EXPECT_TRUE(std::as_const(memory()).find(first)->freed);
  void* const second = memory().allocate(64, Kind::device);
  EXPECT_NE(first, second);
  EXPECT_FALSE(memory().release(static_cast<std::byte*>(second) + 4));
  memory().release(second);
}

TEST(DeviceMemoryTest, KnowsWhichBytesWereWritten) {
  auto* const begin = static_cast<std::byte*>(memory().allocate(64, Kind::device));
  EXPECT_FALSE(memory().is_written(begin, 4));
  memory().mark_written(begin, 4);
  EXPECT_TRUE(memory().is_written(begin, 4));
  EXPECT_FALSE(memory().is_written(begin, 5));
  memory().copy_written(begin + 32, begin + 2, 4);
  EXPECT_TRUE(memory().is_written(begin + 32, 2));
  EXPECT_FALSE(memory().is_written(begin + 34, 1));
  memory().release(begin);
}

TEST(DeviceMemoryTest, OpensTheGuardAroundLivingMemoryOnly) {
  auto* const begin = static_cast<std::byte*>(memory().allocate(4096, Kind::device));
  std::byte* const beyond = begin + 4096 + 100;
  ASSERT_TRUE(memory().open_guard(beyond));
  *beyond = std::byte{7};
  memory().close_guards();
  ASSERT_TRUE(memory().open_guard(beyond));
  EXPECT_EQ(*beyond, std::byte{0});
  memory().close_guards();
  memory().release(begin);
  EXPECT_FALSE(memory().open_guard(begin));
  int host = 0;
  EXPECT_FALSE(memory().open_guard(&host));
}

TEST(DeviceMemoryTest, CountsWhatIsInUse) {
  const std::size_t before = memory().used_bytes();
  void* const begin = memory().allocate(12345, Kind::device);
  EXPECT_EQ(memory().used_bytes(), before + 12345);
  memory().release(begin);
  EXPECT_EQ(memory().used_bytes(), before);
}

}  // namespace
}  // namespace warpscope
