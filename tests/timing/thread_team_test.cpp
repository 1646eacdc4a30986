#include "instrumentation/timing/thread_team.hpp"

#include <gtest/gtest.h>

#include "instrumentation/timing/processor_sort.hpp"

namespace warpscope {
namespace {

TEST(ThreadTeam, CallsEachMemberOnceARound) {
  for (const int size : {1, 2, 7}) {
    ThreadTeam team(size);
    ASSERT_EQ(team.size(), size);
    std::vector<int> calls(static_cast<std::size_t>(size));
    for (int round = 1; round <= 200; ++round) {
      team.run([&](int member) { ++calls[static_cast<std::size_t>(member)]; });
      ASSERT_EQ(calls, std::vector<int>(static_cast<std::size_t>(size), round));
    }
  }
}

TEST(ShareOf, CoversAllOnceAndEvenly) {
  for (const std::int64_t count : {0, 1, 5, 64, 1001}) {
    std::int64_t next = 0;
    for (int member = 0; member < 7; ++member) {
      const Share share = share_of(count, member, 7);
      EXPECT_EQ(share.first, next);
      EXPECT_LE(share.last - share.first, count / 7 + 1);
      EXPECT_GE(share.last - share.first, count / 7);
      next = share.last;
    }
    EXPECT_EQ(next, count);
  }
}

TEST(CoRank, SplitsTwoRunsWhereTheirMergeIsCut) {
  const std::vector<int> first{1, 3, 3, 9}, second{0, 3, 4};
  const std::vector<std::int64_t> expected{0, 0, 1, 2, 3, 3, 3, 4};
  for (std::size_t count = 0; count < expected.size(); ++count) {
    EXPECT_EQ(co_rank<int>(static_cast<std::int64_t>(count), first, second), expected[count])
        << count;
  }
}

TEST(SortWith, SortsForAnyTeam) {
  for (const int members : {1, 2, 3, 5, 8}) {
    ThreadTeam team(members);
    for (const std::size_t count : {0U, 1U, 4U, 999U}) {
      std::vector<std::uint32_t> data(count), spare(count);
      for (std::size_t i = 0; i < count; ++i) {
        data[i] = static_cast<std::uint32_t>(i * 2654435761U) % 300;
      }
      std::vector<std::uint32_t> expected = data;
      std::ranges::sort(expected);
      const auto sorted = sort_with<std::uint32_t>(team, data, spare);
      EXPECT_TRUE(std::ranges::equal(sorted, expected)) << members << " members, " << count;
    }
  }
}

}  // namespace
}  // namespace warpscope
