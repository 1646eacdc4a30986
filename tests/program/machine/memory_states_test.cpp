#include "instrumentation/program/machine/memory_states.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <vector>

#include "instrumentation/program/machine/device_memory.hpp"

namespace warpscope {
namespace {

constexpr std::size_t pages = 3, odd_bytes = 2 * DeviceAllocation::changed_page + 100;

/// Memory of a run that is compared, and what is told of it after each launch.
class MemoryStatesTest : public testing::Test {
 protected:
  void SetUp() override { memory().note_changes(); }
  void TearDown() override {
    for (std::byte* begin : made_) memory().release(begin);
  }
  static DeviceMemory& memory() { return DeviceMemory::the(); }

  std::byte* make(DeviceMemory::Kind kind, std::size_t bytes = odd_bytes) {
    auto* const begin = static_cast<std::byte*>(memory().allocate(bytes, kind));
    made_.push_back(begin);
    return begin;
  }
  static void write(std::byte* at, int value, std::size_t bytes) {
    std::memset(at, value, bytes);
    memory().mark_written(at, bytes);
  }
  /// After the next launch; none: the launches before have told it so.
  std::optional<MemoryState> told(const std::byte* begin) {
    return told(memory().find(begin)->number);
  }
  std::optional<MemoryState> told(std::uint64_t number) {
    const std::vector<MemoryState> all = states_.changes({.launch = ++launch_});
    const auto is_it = [&](const MemoryState& each) { return each.key.allocation == number; };
    EXPECT_LE(std::ranges::count_if(all, is_it), 1);
    const auto found = std::ranges::find_if(all, is_it);
    return found == all.end() ? std::nullopt : std::optional(*found);
  }

 private:
  MemoryStates states_;
  int launch_ = 0;
  std::vector<std::byte*> made_;
};

TEST_F(MemoryStatesTest, ToldOnceAndWheneverItHoldsSomethingElse) {
  std::byte* const begin = make(DeviceMemory::Kind::device);
  const auto empty = told(begin);
  ASSERT_TRUE(empty) << "it is new";
  EXPECT_EQ(empty->bytes, odd_bytes);
  EXPECT_FALSE(told(begin));
  write(begin + odd_bytes - 3, 1, 3);
  const auto one = told(begin);
  ASSERT_TRUE(one);
  EXPECT_NE(one->hash, empty->hash);
  write(begin + odd_bytes - 3, 1, 3);
  EXPECT_FALSE(told(begin)) << "written, but as it was";
  write(begin, 7, 1);
  EXPECT_TRUE(told(begin));
  write(begin + odd_bytes - 1, 2, 1);
  EXPECT_TRUE(told(begin));
}

TEST_F(MemoryStatesTest, APageThatIsReadAgainGivesWhatAllPagesGive) {
  std::byte *const first = make(DeviceMemory::Kind::device), *const second =
                                                                 make(DeviceMemory::Kind::device);
  write(first, 1, odd_bytes);
  EXPECT_TRUE(told(first));
  write(first + DeviceAllocation::changed_page - 2, 5, 4);  // across pages
  write(second, 1, odd_bytes);
  std::memset(second + DeviceAllocation::changed_page - 2, 5, 4);
  const auto in_two = told(first);
  write(second, 1, odd_bytes);
  write(second + DeviceAllocation::changed_page - 2, 5, 4);
  MemoryStates whole;
  const std::vector<MemoryState> all = whole.changes({.launch = 1});
  const std::uint64_t number = memory().find(second)->number;
  const auto at_once = std::ranges::find_if(
      all, [&](const MemoryState& each) { return each.key.allocation == number; });
  ASSERT_TRUE(in_two);
  ASSERT_NE(at_once, all.end());
  EXPECT_EQ(in_two->hash, at_once->hash);
}

TEST_F(MemoryStatesTest, TheSameBytesElsewhereAreSomethingElse) {
  std::byte* const begin = make(DeviceMemory::Kind::device, pages * DeviceAllocation::changed_page);
  write(begin, 0, pages * DeviceAllocation::changed_page);
  write(begin, 1, 8);
  const auto in_first = told(begin);
  write(begin, 0, 8);
  write(begin + DeviceAllocation::changed_page, 1, 8);
  const auto in_second = told(begin);
  ASSERT_TRUE(in_first && in_second);
  EXPECT_NE(in_first->hash, in_second->hash);
}

TEST_F(MemoryStatesTest, WhatNobodyHasWrittenDoesNotCount) {
  std::byte* const begin = make(DeviceMemory::Kind::device);
  write(begin, 3, 10);
  ASSERT_TRUE(told(begin));
  std::memset(begin + 10, 9, 50);
  memory().note_change(begin, odd_bytes);
  EXPECT_FALSE(told(begin));
  memory().mark_written(begin + 10, 1);
  EXPECT_TRUE(told(begin));
}

TEST_F(MemoryStatesTest, WhatTheHostWritesUnseenIsTold) {
  std::byte* const begin = make(DeviceMemory::Kind::managed);
  memory().mark_written(begin, odd_bytes);
  ASSERT_TRUE(told(begin));
  EXPECT_FALSE(told(begin));
  begin[odd_bytes - 1] = std::byte{1};  // as by fread()
  EXPECT_TRUE(told(begin));
}

TEST_F(MemoryStatesTest, FreedMemoryIsGone) {
  std::byte* const begin = make(DeviceMemory::Kind::device);
  const std::uint64_t number = memory().find(begin)->number;
  ASSERT_TRUE(told(number));
  memory().release(begin);
  const auto gone = told(number);
  ASSERT_TRUE(gone);
  EXPECT_TRUE(gone->is_gone());
  EXPECT_FALSE(told(number));
}

TEST_F(MemoryStatesTest, RevivedMemoryIsAsNew) {
  std::byte* const begin = make(DeviceMemory::Kind::device);
  const auto empty = told(begin);
  write(begin, 1, odd_bytes);
  ASSERT_TRUE(told(begin));
  memory().find(begin)->of_graph = true;
  memory().release(begin);
  ASSERT_TRUE(memory().revive(begin));
  const auto again = told(begin);
  ASSERT_TRUE(empty && again);
  EXPECT_EQ(again->hash, empty->hash);
}

}  // namespace
}  // namespace warpscope
