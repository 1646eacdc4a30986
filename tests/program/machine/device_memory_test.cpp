#include "instrumentation/program/machine/device_memory.hpp"

#include <gtest/gtest.h>
#include <sys/mman.h>

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

TEST(DeviceMemoryTest, RemembersWhatWasFreedAndDoesNotGiveItsAddressAtOnce) {
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

/// More than a process may have mappings, at four each, were they all between guards.
TEST(DeviceMemoryTest, HoldsMoreAllocationsThanTheSystemHasMappings) {
  std::vector<std::byte*> made;
  for (int k = 0; k < 20'000; ++k) {
    made.push_back(static_cast<std::byte*>(the_memory().allocate(300, MemoryKind::device)));
    ASSERT_NE(made.back(), nullptr) << k;
  }
  // They are told apart as those between guards are.
  for (std::byte* const begin : {made.front(), made[10'000], made.back()}) {
    for (const std::ptrdiff_t at : {0, 299, 300, 30'000, -1, -30'000}) {
      const auto* const found = std::as_const(the_memory()).find(begin + at);
      ASSERT_NE(found, nullptr) << at;
      EXPECT_EQ(found->begin, begin) << at;
      EXPECT_EQ(found->holds(begin + at), at >= 0 && at < 300) << at;
    }
    *begin = std::byte{7};
    the_memory().mark_written(begin, 1);
  }
  EXPECT_TRUE(std::as_const(the_memory()).find(made.back())->in_arena);
  EXPECT_TRUE(the_memory().release(made.back()));
  EXPECT_TRUE(the_memory().revive(made.back()));
  EXPECT_EQ(*made.back(), std::byte{0});
  EXPECT_FALSE(the_memory().is_written(made.back(), 1));
  for (std::byte* const begin : made) EXPECT_TRUE(the_memory().release(begin));
  EXPECT_TRUE(std::as_const(the_memory()).find(made.back())->is_freed());
}

TEST(DeviceMemoryTest, UsesAddressesAgainWhenTheyRunOutThoseFreedFirst) {
  constexpr std::size_t gibibyte = std::size_t{1} << 30;
  const auto fits = static_cast<int>(DeviceMemory::reserved_bytes / gibibyte);
  std::vector<void*> freed;
  for (int k = 0; k < fits + 200; ++k) {
    freed.push_back(the_memory().allocate(gibibyte, MemoryKind::device));
    ASSERT_NE(freed.back(), nullptr) << k;
    ASSERT_TRUE(the_memory().release(freed.back()));
  }
  for (std::size_t k = freed.size() - 1000; k < freed.size(); ++k) {
    const auto* const found = std::as_const(the_memory()).find(freed[k]);
    ASSERT_NE(found, nullptr) << k;
    EXPECT_EQ(found->begin, freed[k]);
    EXPECT_TRUE(found->is_freed());
  }
  // Whoever freed something before may have left room that shifts what comes second.
  const auto overlaps = [&](std::size_t one, std::size_t other) {
    const auto* const a = static_cast<const std::byte*>(freed[one]);
    const auto* const b = static_cast<const std::byte*>(freed[other]);
    return a < b + gibibyte && b < a + gibibyte;
  };
  std::size_t again = 0, oldest = 0;
  for (std::size_t k = 0; k < freed.size(); ++k) {
    std::size_t before = 0;
    while (before < k && !overlaps(before, k)) ++before;
    if (before == k) continue;
    EXPECT_GE(k - before, 1000U);
    EXPECT_GE(before, oldest);
    oldest = before;
    ++again;
  }
  EXPECT_GE(again, 200U);
}

TEST(DeviceMemoryTest, KnowsSoManyFreedOnesAndNoMore) {
  void* const first = the_memory().allocate(64, MemoryKind::device);
  the_memory().release(first);
  for (std::size_t k = 0; k < DeviceMemory::named_frees; ++k) {
    const auto* const known = std::as_const(the_memory()).find(first);
    ASSERT_TRUE(known != nullptr && known->begin == first) << k;
    ASSERT_TRUE(the_memory().release(the_memory().allocate(64, MemoryKind::device)));
  }
  const auto* const known = std::as_const(the_memory()).find(first);
  EXPECT_TRUE(known == nullptr || !known->holds(first));
}

TEST(DeviceMemoryTest, IsFoundByOtherThreadsWhileAddressesAreUsedAgain) {
  const auto make = [](std::size_t bytes) {
    return static_cast<std::byte*>(the_memory().allocate(bytes, MemoryKind::managed));
  };
  std::byte* const stays = make(5000);
  std::atomic<bool> ends = false;
  std::atomic<int> wrong = 0;
  std::vector<std::thread> readers;
  for (int reader = 0; reader < 2; ++reader) {
    readers.emplace_back([&] {
      while (!ends) {
        const auto* const found = std::as_const(the_memory()).find(stays + 4999);
        if (found == nullptr || found->begin != stays || found->is_freed()) ++wrong;
        static_cast<void>(std::as_const(the_memory()).find(stays + 70'000));  // elsewhere for once
      }
    });
  }
  for (int k = 0; k < 3000; ++k)
    the_memory().release(make(std::size_t{k % 2 == 0 ? 1U : 900U} << 20));
  ends = true;
  for (std::thread& reader : readers) reader.join();
  EXPECT_EQ(wrong, 0);
  the_memory().release(stays);
}

TEST(DeviceMemoryTest, NamesTheLimitOfTheSystemThatIsMet) {
  constexpr std::size_t page = 4096;
  const std::size_t bytes = 2 * page * most_mappings();
  auto* const used = static_cast<std::byte*>(
      mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0));
  ASSERT_NE(used, MAP_FAILED);
  for (std::size_t at = 0; at < bytes; at += 2 * page)
    if (mprotect(used + at, page, PROT_READ) != 0) break;
  void* const made = the_memory().allocate(5 << 20, MemoryKind::device);
  const DeviceMemory::Refusal refusal = the_memory().refusal();
  munmap(used, bytes);
  EXPECT_EQ(made, nullptr);
  EXPECT_EQ(refusal, DeviceMemory::Refusal::mappings);
  void* const later = the_memory().allocate(5 << 20, MemoryKind::device);
  EXPECT_NE(later, nullptr);
  the_memory().release(later);
  EXPECT_EQ(the_memory().allocate(the_memory().total_bytes() + 1, MemoryKind::device), nullptr);
  EXPECT_EQ(the_memory().refusal(), DeviceMemory::Refusal::full);
}

TEST(DeviceMemoryTest, TellsAllocationsOfOneNameApart) {
  std::vector<DeviceMemory::Allocation*> made;
  const auto add = [&](const std::string& name) {
    made.push_back(the_memory().find(the_memory().allocate(64, MemoryKind::device)));
    the_memory().give_name(*made.back(), name);
    return made.back()->name;
  };
  EXPECT_EQ(add("node"), "node");
  EXPECT_EQ(add("node_3"), "node_3");
  EXPECT_EQ(add("node"), "node_2");
  EXPECT_EQ(add("node"), "node_4");
  the_memory().release(made[2]->begin);
  EXPECT_EQ(add("node"), "node_2");
  EXPECT_EQ(add("node"), "node_5");
  the_memory().release(made[0]->begin);
  EXPECT_EQ(add("node"), "node");
  for (const auto* const allocation : made) the_memory().release(allocation->begin);
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
