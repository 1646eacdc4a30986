#include <gtest/gtest.h>

#include "instrumentation/language/language.hpp"
#include "tests/emulator/emulate.hpp"

namespace warpscope {
namespace {

using Block = EmulatedBlock;
using Memory = Global<EmulatedBlock, int>;

TEST(Findings, SharedAndGlobalAccessesOutsideAreReportedAndHarmless) {
  const auto outside = [](Block& block, Memory memory) {
    auto data = shared_array<"data", int>(block, block.size());
    const int tid = block.thread_rank();
    data[tid + 1] = tid;
    block.sync("write");
    memory[tid - 1] = 5;
    block.step("read");
  };
  const Emulated run = emulate_block(outside, 32, std::vector<int>(32));
  ASSERT_EQ(run.findings(FindingKind::out_of_bounds), 2);
  const Finding& shared = run.trace.findings[0];
  EXPECT_EQ(shared.thread, 31);
  EXPECT_EQ(shared.index, 32);
  EXPECT_NE(shared.message.english().find("data has elements 0 to 31"), std::string::npos)
      << shared.message.english();
  const Finding& global = run.trace.findings[1];
  EXPECT_EQ(global.index, -1);
  EXPECT_EQ(global.step, 1U);
  EXPECT_EQ(run.memory[30], 5);
}

TEST(Findings, ReadingWhatNobodyWroteIsReported) {
  const auto read = [](Block& block, Memory memory) {
    auto data = shared_array<"data", int>(block, 64);
    const int tid = block.thread_rank();
    data[tid] = 1;
    block.sync("write half");
    memory[tid] = data[tid + 16];
  };
  const Emulated run = emulate_block(read, 32, std::vector<int>(32));
  ASSERT_EQ(run.findings(FindingKind::uninitialised_read), 1);
  EXPECT_EQ(run.trace.findings[0].times, 16U);
}

TEST(Findings, LocalMemoryIsEachThreadsOwn) {
  const auto wrong = [](Block& block, Memory memory) {
    auto own = local_array<"own", int, 4>(block);
    const int tid = block.thread_rank();
    own[tid == 40 ? 4 : tid % 4] = tid;
    own[tid == 41 ? -1 : tid % 4] = tid;
    block.step("write");
    memory[tid] = own[tid == 42 ? 3 : tid % 4];
  };
  const Emulated run = emulate_block(wrong, 48, std::vector<int>(48));
  ASSERT_EQ(run.findings(FindingKind::out_of_bounds), 2);
  EXPECT_EQ(run.trace.findings[0].message.english().substr(0, 23), "Thread 40 writes own[4]");
  EXPECT_NE(run.trace.findings[0].message.english().find("own has elements 0 to 3"),
            std::string::npos);
  EXPECT_EQ(run.trace.findings[1].message.english().substr(0, 24), "Thread 41 writes own[-1]");
  ASSERT_EQ(run.findings(FindingKind::uninitialised_read), 1);
  const Finding unwritten = run.first(FindingKind::uninitialised_read);
  EXPECT_EQ(unwritten.message.english().substr(0, 22), "Thread 42 reads own[3]");
  EXPECT_EQ(run.findings(FindingKind::race), 0);
  EXPECT_EQ(run.memory[39], 39) << "no other thread is harmed";
  EXPECT_EQ(element_name(run.trace, unwritten.array, unwritten.index), "own[3] of thread 42");
}

TEST(Findings, ABarrierThatNotAllReachIsReported) {
  const auto early_end = [](Block& block, Memory memory) {
    if (block.thread_rank() >= 48) return;
    block.sync("some");
    memory[block.thread_rank()] = 1;
  };
  const Emulated run = emulate_block(early_end, 64, std::vector<int>(64));
  ASSERT_EQ(run.findings(FindingKind::barrier_divergence), 1);
  EXPECT_EQ(run.memory[47], 1) << "the rest goes on";
}

TEST(Findings, TwoBarriersAtOnceAreReported) {
  const auto two = [](Block& block, Memory) {
    if (block.thread_rank() < 32) {
      block.sync("one");
    } else {
      block.sync("other");
    }
  };
  EXPECT_EQ(emulate_block(two, 64, std::vector<int>(1)).findings(FindingKind::barrier_divergence),
            1);
}

TEST(Findings, WarpWaitsThatNotAllLanesReachAreReported) {
  const auto half = [](Block& block, Memory) {
    if (block.thread_rank() < 16) {
      block.syncwarp();
    } else {
      block.sync("elsewhere");
    }
    if (block.thread_rank() < 16) block.sync("later");
  };
  EXPECT_GE(emulate_block(half, 32, std::vector<int>(1)).findings(FindingKind::barrier_divergence),
            1);
}

/// Lane tid reads the element that lane tid + 1 wrote; `order` stands between.
template <class Order>
Emulated neighbours(const Order& order, int threads) {
  return emulate_block(
      [&](Block& block, Memory memory) {
        auto data = shared_array<"data", int>(block, block.size());
        const int tid = block.thread_rank();
        data[tid] = tid;
        order(block);
        memory[tid] = data[(tid + 1) % block.size()];
      },
      threads, std::vector<int>(static_cast<std::size_t>(threads)));
}

TEST(Races, ABarrierOrdersTheBlock) {
  const auto run = neighbours([](Block& block) { block.sync("order"); }, 96);
  EXPECT_EQ(run.findings(FindingKind::race), 0);
}

TEST(Races, LockstepIsNoOrder) {
  const auto run = neighbours([](Block&) {}, 32);
  ASSERT_EQ(run.findings(FindingKind::race), 1);
  EXPECT_EQ(run.trace.findings[0].times, 32U);
  for (int i = 0; i < 32; ++i) EXPECT_EQ(run.memory[static_cast<std::size_t>(i)], (i + 1) % 32);
}

TEST(Races, ASyncwarpOrdersItsWarpOnly) {
  EXPECT_EQ(neighbours([](Block& block) { block.syncwarp(); }, 32).findings(FindingKind::race), 0);
  const auto two_warps = neighbours([](Block& block) { block.syncwarp(); }, 64);
  ASSERT_EQ(two_warps.findings(FindingKind::race), 1);
  EXPECT_EQ(two_warps.first(FindingKind::race).times, 2U);
}

TEST(Races, ManySyncwarpsOfOneWarpHideNothingFromAnother) {
  const auto again = [](Block& block, Memory memory) {
    auto data = shared_array<"data", int>(block, 32);
    const int tid = block.thread_rank();
    for (int i = 0; i < 3; ++i) {
      if (tid < 32) data[(tid + i) % 32] = i;
      block.syncwarp();
    }
    memory[tid] = data[tid % 32];
  };
  EXPECT_EQ(emulate_block(again, 32, std::vector<int>(32)).findings(FindingKind::race), 0);
  const Emulated both = emulate_block(again, 64, std::vector<int>(64));
  ASSERT_EQ(both.findings(FindingKind::race), 1);
  EXPECT_EQ(both.trace.findings[0].times, 32U);
}

TEST(Races, ReadsDoNotRaceAndOneThreadDoesNotRaceWithItself) {
  const auto alone = [](Block& block, Memory memory) {
    auto data = shared_array<"data", int>(block, block.size());
    const int tid = block.thread_rank();
    data[tid] = 1;
    data[tid] += 1;
    block.sync("ready");
    memory[tid] = data[0];
    memory[tid] = data[0];
  };
  EXPECT_TRUE(emulate_block(alone, 64, std::vector<int>(64)).trace.findings.empty());
}

TEST(Races, WritesOfOneInstructionToOneWordHaveNoOrder) {
  const auto same = [](Block& block, Memory) {
    auto data = shared_array<"data", int>(block, 4);
    data[block.thread_rank() / 8] = block.thread_rank();
  };
  const Emulated run = emulate_block(same, 32, std::vector<int>(1));
  EXPECT_EQ(run.findings(FindingKind::race), 0);
  EXPECT_EQ(run.findings(FindingKind::undefined_order), 1);
}

/// Each lane stores its number to data[0] or data[1]; who survives there?
template <class T>
std::pair<int, int> survivors(const EmulatorOptions& options) {
  const auto race = [](Block& block, Memory memory) {
    auto data = shared_array<"data", T>(block, 2);
    const int tid = block.thread_rank();
    T mine{};
    if constexpr (std::is_arithmetic_v<T>) {
      mine = static_cast<T>(tid);
    } else {
      mine.x = tid;
    }
    if (tid % 4 == 3 || tid > 4) data[tid % 2] = mine;
    block.sync("written");
    if (tid > 1) return;
    const T left = data[tid];
    if constexpr (std::is_arithmetic_v<T>) {
      memory[tid] = left;
    } else {
      memory[tid] = left.x;
    }
  };
  const Emulated run = emulate_block(race, 32, std::vector<int>(2), options);
  EXPECT_EQ(run.findings(FindingKind::undefined_order), 1);
  return {run.memory[0], run.memory[1]};
}

// As an H200 does it: half- and quarter-warps one after another, and in each the lowest lane wins.
TEST(Races, OfLanesThatWriteOneWordAtOnceTheH200sWins) {
  EXPECT_EQ(survivors<std::uint8_t>({}), std::pair(6, 3));
  EXPECT_EQ(survivors<int>({}), std::pair(6, 3));
  EXPECT_EQ(survivors<Vec2<int>>({}), std::pair(16, 17));
  EXPECT_EQ(survivors<Vec4<int>>({}), std::pair(24, 25));
  EXPECT_EQ(survivors<int>({.highest_lane_wins = true}), std::pair(30, 31));
}

TEST(Races, EqualWritesOfOneInstructionToOneWordDoNoHarm) {
  const auto same = [](Block& block, Memory) {
    auto data = shared_array<"data", int>(block, 4);
    data[block.thread_rank() / 8] = block.thread_rank() / 8;
  };
  EXPECT_TRUE(emulate_block(same, 32, std::vector<int>(1)).trace.findings.empty());
}

TEST(Races, WritesOfTwoInstructionsToOneWordRace) {
  const auto twice = [](Block& block, Memory) {
    auto data = shared_array<"data", int>(block, 32);
    for (int i = 0; i < 2; ++i) data[block.thread_rank() ^ i] = block.thread_rank();
  };
  EXPECT_EQ(emulate_block(twice, 32, std::vector<int>(1)).findings(FindingKind::race), 1);
}

TEST(Races, AWriteAfterAReadRaces) {
  const auto late = [](Block& block, Memory memory) {
    auto data = shared_array<"data", int>(block, block.size());
    const int tid = block.thread_rank();
    data[tid] = tid;
    block.sync("ready");
    const int value = data[(tid + 32) % 64];
    data[tid] = value;  // the other warp may not have read yet
    memory[tid] = value;
  };
  EXPECT_EQ(emulate_block(late, 64, std::vector<int>(64)).findings(FindingKind::race), 1);
}

TEST(Races, AtomicsRaceWithPlainAccessesOnly) {
  const auto mixed = [](Block& block, Memory memory) {
    auto data = shared_array<"data", int>(block, 1);
    if (block.thread_rank() == 0) data[0] = 0;
    block.sync("clear");
    data.atomic_add(0, 1);
    if (block.thread_rank() == 40) memory[0] = data[0];
  };
  EXPECT_EQ(emulate_block(mixed, 64, std::vector<int>(1)).findings(FindingKind::race), 1);
}

TEST(Findings, AreReadInTheLanguageOfTheReader) {
  const auto wrong = [](Block& block, Memory memory) {
    auto data = shared_array<"data", int>(block, block.size());
    const int tid = block.thread_rank();
    memory[tid] = data[tid];
    data[tid + 1] = tid;
    memory[0] = tid;
    data[(tid + 32) % 64] = 1;
    if (tid != 3) block.sync("all but one");
  };
  const Emulated run = emulate_block(wrong, 64, std::vector<int>(64));
  ASSERT_GE(run.trace.findings.size(), 5U);
  const InLanguage speaking(pseudo_language);
  for (const Finding& finding : run.trace.findings) {
    EXPECT_FALSE(finding.message.is_data()) << finding.message.english();
    EXPECT_TRUE(finding.message.text().starts_with("⟦")) << finding.message.text();
    EXPECT_TRUE(finding.message.english().starts_with("Thread")) << finding.message.english();
  }
}

}  // namespace
}  // namespace warpscope
