#include "instrumentation/program/machine/device_memory.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstring>
#include <thread>
#include <utility>
#include <vector>

namespace warpscope {
namespace {

using MemoryKind = DeviceMemory::Kind;

DeviceMemory& the_memory() { return DeviceMemory::the(); }

TEST(DeviceMemoryTest, GivesAlignedMemoryThatCanBeUsed) {
  auto* const begin = static_cast<std::byte*>(the_memory().allocate(1000, MemoryKind::device));
  ASSERT_NE(begin, nullptr);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(begin) % 512, 0U);
  EXPECT_TRUE(the_memory().owns(begin));
  std::memset(begin, 1, 1000);
  EXPECT_TRUE(the_memory().release(begin));
}

TEST(DeviceMemoryTest, RefusesNothingAndTooMuch) {
  EXPECT_EQ(the_memory().allocate(0, MemoryKind::device), nullptr);
  EXPECT_EQ(the_memory().allocate(the_memory().total_bytes() + 1, MemoryKind::device), nullptr);
  EXPECT_EQ(the_memory().allocate(SIZE_MAX, MemoryKind::device), nullptr);
}

TEST(DeviceMemoryTest, FindsWhatAnAddressBelongsTo) {
  auto* const begin = static_cast<std::byte*>(the_memory().allocate(100, MemoryKind::managed));
  ASSERT_NE(begin, nullptr);
  for (const std::ptrdiff_t at : {0, 99, 100, 5000, -1}) {
    const auto* const found = std::as_const(the_memory()).find(begin + at);
    ASSERT_NE(found, nullptr) << at;
    EXPECT_EQ(found->begin, begin) << at;
    EXPECT_EQ(found->holds(begin + at), at >= 0 && at < 100) << at;
  }
  EXPECT_EQ(std::as_const(the_memory()).find(begin + (std::ptrdiff_t{1} << 33)), nullptr);
  the_memory().release(begin);
}

TEST(DeviceMemoryTest, RemembersWhatWasFreedAndNeverGivesItsAddressAgain) {
  void* const first = the_memory().allocate(64, MemoryKind::device);
  EXPECT_TRUE(the_memory().release(first));
  EXPECT_FALSE(the_memory().release(first));
  EXPECT_TRUE(std::as_const(the_memory()).find(first)->freed);
  void* const second = the_memory().allocate(64, MemoryKind::device);
  EXPECT_NE(first, second);
  EXPECT_FALSE(the_memory().release(static_cast<std::byte*>(second) + 4));
  the_memory().release(second);
}

TEST(DeviceMemoryTest, IsFoundByOtherThreadsWhileOneAllocates) {
  const auto make = [] {
    return static_cast<std::byte*>(the_memory().allocate(64, MemoryKind::managed));
  };
  std::vector<std::byte*> made{make()};
  std::atomic<std::byte*> newest = made.front();
  std::atomic<int> wrong = 0;
  std::vector<std::thread> readers;
  for (int reader = 0; reader < 3; ++reader) {
    readers.emplace_back([&] {
      while (const std::byte* const begin = newest) {
        const auto* const found = std::as_const(the_memory()).find(begin + 63);
        if (found == nullptr || found->begin != begin || found->is_freed()) ++wrong;
      }
    });
  }
  for (int k = 0; k < 5000; ++k) newest = made.emplace_back(make());
  newest = nullptr;
  for (std::thread& reader : readers) reader.join();
  EXPECT_EQ(wrong, 0);
  for (std::byte* const begin : made) the_memory().release(begin);
}

TEST(DeviceMemoryTest, GivesReleasedMemoryBackUnwrittenAtItsAddress) {
  auto* const begin = static_cast<std::byte*>(the_memory().allocate(64, MemoryKind::device));
  std::memset(begin, 1, 64);
  the_memory().mark_written(begin, 64);
  const std::size_t used = the_memory().used_bytes();
  EXPECT_FALSE(the_memory().revive(begin));
  EXPECT_TRUE(the_memory().release(begin));
  EXPECT_TRUE(the_memory().revive(begin));
  EXPECT_EQ(the_memory().used_bytes(), used);
  EXPECT_FALSE(std::as_const(the_memory()).find(begin)->is_freed());
  EXPECT_EQ(begin[63], std::byte{0});
  EXPECT_FALSE(the_memory().is_written(begin + 63, 1));
  the_memory().release(begin);
}

TEST(DeviceMemoryTest, KnowsWhichBytesWereWritten) {
  auto* const begin = static_cast<std::byte*>(the_memory().allocate(64, MemoryKind::device));
  EXPECT_FALSE(the_memory().is_written(begin, 4));
  the_memory().mark_written(begin, 4);
  EXPECT_TRUE(the_memory().is_written(begin, 4));
  EXPECT_FALSE(the_memory().is_written(begin, 5));
  the_memory().copy_written(begin + 32, begin + 2, 4);
  EXPECT_TRUE(the_memory().is_written(begin + 32, 2));
  EXPECT_FALSE(the_memory().is_written(begin + 34, 1));
  the_memory().release(begin);
}

TEST(DeviceMemoryTest, OpensTheGuardAroundMemoryThatLivesOrWasFreed) {
  auto* const begin = static_cast<std::byte*>(the_memory().allocate(4096, MemoryKind::device));
  std::byte* const beyond = begin + 4096 + 100;
  ASSERT_TRUE(the_memory().open_guard(beyond));
  *beyond = std::byte{7};
  the_memory().close_guards();
  ASSERT_TRUE(the_memory().open_guard(beyond));
  EXPECT_EQ(*beyond, std::byte{0});
  the_memory().close_guards();
  the_memory().release(begin);
  ASSERT_TRUE(the_memory().open_guard(begin));
  *begin = std::byte{7};
  the_memory().close_guards();
  int host = 0;
  EXPECT_FALSE(the_memory().open_guard(&host));
}

TEST(DeviceMemoryTest, CountsWhatIsInUse) {
  const std::size_t before = the_memory().used_bytes();
  void* const begin = the_memory().allocate(12345, MemoryKind::device);
  EXPECT_EQ(the_memory().used_bytes(), before + 12345);
  the_memory().release(begin);
  EXPECT_EQ(the_memory().used_bytes(), before);
}

}  // namespace
}  // namespace warpscope
