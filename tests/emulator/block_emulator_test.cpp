#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <string>

#include "tests/emulator/emulate.hpp"

namespace warpscope {
namespace {

using Block = EmulatedBlock;
using Memory = Global<EmulatedBlock, int>;

std::vector<std::uint32_t> masks(const Trace& trace, Operation operation) {
  std::vector<std::uint32_t> found;
  for (const Access& access : trace.accesses) {
    if (access.operation == operation) found.push_back(access.mask);
  }
  return found;
}

TEST(BlockEmulator, LoadsOfAWarpComeBeforeItsStores) {
  // In lockstep every lane reads its neighbour's old value, so the array rotates.
  const auto rotate = [](Block& block, Memory memory) {
    const int tid = block.thread_rank();
    memory[tid] = memory[(tid + 1) % block.size()];
  };
  std::vector<int> values(32);
  for (int i = 0; i < 32; ++i) values[static_cast<std::size_t>(i)] = i;
  const Emulated run = emulate_block(rotate, 32, values);
  for (int i = 0; i < 32; ++i) EXPECT_EQ(run.memory[static_cast<std::size_t>(i)], (i + 1) % 32);
  ASSERT_EQ(run.trace.accesses.size(), 2U);
  EXPECT_EQ(run.trace.accesses[0].operation, Operation::load);
}

TEST(BlockEmulator, BranchesRunOneAfterTheOtherAndMeetAgain) {
  const auto branch = [](Block& block, Memory memory) {
    const int tid = block.thread_rank();
    if (tid % 2 == 0) {
      memory[tid] = 1;
    } else {
      memory[tid] = 2;
    }
    memory[tid + 32] = 3;
  };
  const Emulated run = emulate_block(branch, 32, std::vector<int>(64));
  EXPECT_EQ(masks(run.trace, Operation::store),
            (std::vector<std::uint32_t>{0x55555555U, 0xaaaaaaaaU, 0xffffffffU}));
}

TEST(BlockEmulator, LanesThatLeaveALoopWaitForTheOthers) {
  const auto loop = [](Block& block, Memory memory) {
    const int tid = block.thread_rank();
    for (int i = 0; i <= tid % 3; ++i) {
      memory[tid] = i;
    }
    memory[tid + 32] = 9;
  };
  const Emulated run = emulate_block(loop, 32, std::vector<int>(64));
  const auto stores = masks(run.trace, Operation::store);
  ASSERT_EQ(stores.size(), 4U);
  EXPECT_EQ(stores[0], 0xffffffffU);
  EXPECT_EQ(stores[3], 0xffffffffU);
}

TEST(BlockEmulator, LastWarpMayBePartial) {
  const auto store = [](Block& block, Memory memory) { memory[block.thread_rank()] = 1; };
  const Emulated run = emulate_block(store, 40, std::vector<int>(40));
  EXPECT_EQ(masks(run.trace, Operation::store), (std::vector<std::uint32_t>{0xffffffffU, 0xffU}));
}

TEST(BlockEmulator, ShufflesReadTheLaneAtADistance) {
  const auto shuffle = [](Block& block, Memory memory) {
    const int tid = block.thread_rank();
    memory[tid] = block.shfl_down(10 * tid, 4);
    memory[tid + 32] = block.shfl_up(10 * tid, 1);
  };
  const Emulated run = emulate_block(shuffle, 32, std::vector<int>(64));
  EXPECT_EQ(run.memory[0], 40);
  EXPECT_EQ(run.memory[27], 310);
  EXPECT_EQ(run.memory[28], 280) << "a lane without partner keeps its own";
  EXPECT_EQ(run.memory[32], 0);
  EXPECT_EQ(run.memory[33], 0);
  EXPECT_EQ(run.memory[63], 300);
  const Access& first = run.trace.accesses[0];
  EXPECT_EQ(first.operation, Operation::shuffle);
  EXPECT_EQ(run.trace.lane_indices(first)[0], 4);
  EXPECT_EQ(run.trace.lane_value(first, 3)[0], 30U) << "the trace holds what each lane offers";
}

TEST(BlockEmulator, ShufflesReadTheLaneThatIsNamed) {
  const auto shuffle = [](Block& block, Memory memory) {
    const int tid = block.thread_rank();
    memory[tid] = block.shfl(10 * tid, 31 - tid % 32);
  };
  const Emulated run = emulate_block(shuffle, 64, std::vector<int>(64));
  EXPECT_EQ(run.memory[0], 310);
  EXPECT_EQ(run.memory[31], 0);
  EXPECT_EQ(run.memory[32], 630) << "lanes are those of the thread's own warp";
  const Access& first = run.trace.accesses[0];
  EXPECT_EQ(first.operation, Operation::shuffle);
  EXPECT_EQ(run.trace.lane_indices(first)[3], 28);
  EXPECT_EQ(run.trace.lane_value(first, 3)[0], 30U);
}

TEST(BlockEmulator, RelaxedAccessesAreLoadsAndStoresOfTheirLine) {
  int line = 0;
  const auto swap = [&](Block& block, Memory memory) {
    const int tid = block.thread_rank();
    line = __LINE__ + 1;
    const int value = memory.load_relaxed(31 - tid);
    memory.store_relaxed(tid, value + 1);
  };
  std::vector<int> values(32);
  for (int i = 0; i < 32; ++i) values[static_cast<std::size_t>(i)] = i;
  const Emulated run = emulate_block(swap, 32, values);
  for (int i = 0; i < 32; ++i) EXPECT_EQ(run.memory[static_cast<std::size_t>(i)], 32 - i);
  ASSERT_EQ(run.trace.accesses.size(), 2U);
  EXPECT_EQ(run.trace.accesses[0].operation, Operation::load);
  EXPECT_EQ(run.trace.accesses[1].operation, Operation::store);
  EXPECT_EQ(run.trace.line_of(run.trace.accesses[0]), static_cast<std::uint32_t>(line));
  EXPECT_EQ(run.trace.line_of(run.trace.accesses[1]), static_cast<std::uint32_t>(line + 1));
  EXPECT_EQ(run.trace.lane_value(run.trace.accesses[1], 0)[0], 32U);
}

TEST(BlockEmulator, RelaxedAccessesMovePairsWhole) {
  using Pairs = Global<EmulatedBlock, Vec2<int>>;
  TraceBuilder builder(TraceHeader{});
  EmulatorMachine machine(builder, 1, {}, {});
  const auto pairs = machine.upload("pairs", std::vector<Vec2<int>>{{1, 2}, {3, 4}, {0, 0}});
  const auto pass_on = [](Block& block, Pairs memory) {  // each block finds what the last one left
    const Vec2<int> found = memory.load_relaxed(block.group_index());
    memory.store_relaxed(block.group_index() + 1, {found.y, found.x + 10});
  };
  machine.launch(pass_on, 2, 1, 0, pairs);
  const auto result = machine.download(pairs);
  EXPECT_EQ(result[1].x, 2);
  EXPECT_EQ(result[1].y, 11);
  EXPECT_EQ(result[2].x, 11);
  EXPECT_EQ(result[2].y, 12);
  const Trace trace = builder.build();
  ASSERT_EQ(trace.accesses.size(), 2U);
  EXPECT_EQ(trace.lane_value(trace.accesses[1], 0).size(), 2U) << "one access of two words";
}

TEST(Vocabulary, MasksOfLanes) {
  static_assert(lanes_in(0) == 0 && lanes_in(full_warp) == 32 && lanes_in(0x80000001U) == 2);
  static_assert(lanes_below(0) == 0 && lanes_below(5) == 0x1fU && lanes_below(31) == 0x7fffffffU);
  const auto rank = [](Block& block, Memory memory) {  // compacts the even threads' numbers
    const int tid = block.thread_rank();
    const unsigned even = block.ballot(tid % 2 == 0);
    if (tid % 2 == 0) memory[lanes_in(even & lanes_below(tid))] = tid;
  };
  const Emulated run = emulate_block(rank, 32, std::vector<int>(16));
  for (int i = 0; i < 16; ++i) EXPECT_EQ(run.memory[static_cast<std::size_t>(i)], 2 * i);
}

TEST(BlockEmulator, BallotTellsWhereThePredicateHolds) {
  const auto vote = [](Block& block, Memory memory) {
    const int tid = block.thread_rank();
    memory[tid] = static_cast<int>(block.ballot(tid % 4 == 0));
  };
  const Emulated run = emulate_block(vote, 32, std::vector<int>(32));
  EXPECT_EQ(static_cast<std::uint32_t>(run.memory[17]), 0x11111111U);
}

TEST(BlockEmulator, AtomicsOfOneWordAllCount) {
  const auto count = [](Block& block, Memory memory) {
    auto counters = shared_array<"counters", int>(block, 2);
    const int tid = block.thread_rank();
    if (tid < 2) counters[tid] = 0;
    block.sync("clear");
    counters.atomic_add(tid % 2, 3);
    block.sync("count");
    if (tid < 2) memory[tid] = counters[tid];
  };
  const Emulated run = emulate_block(count, 96, std::vector<int>(2));
  EXPECT_EQ(run.memory, (std::vector<int>{144, 144}));
  EXPECT_TRUE(run.trace.findings.empty());
}

TEST(BlockEmulator, RandomSchedulesAreRepeatableAndDiffer) {
  // Warps race for one word: which one wins depends on the schedule alone.
  const auto race = [](Block& block, Memory memory) {
    memory[0] = block.thread_rank() / 32;
    memory[1 + block.thread_rank() / 32] = memory[0];
  };
  const auto result = [&](std::uint64_t seed) {
    return emulate_block(race, 256, std::vector<int>(9), {.schedule_seed = seed}).memory;
  };
  bool differ = false;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    EXPECT_EQ(result(seed), result(seed));
    differ = differ || result(seed) != result(seed + 1);
  }
  EXPECT_TRUE(differ);
}

TEST(BlockEmulator, StepsAreNamedByWhoActsInThem) {
  const auto steps = [](Block& block, Memory memory) {
    const int tid = block.thread_rank();
    memory[tid] = 1;
    block.sync("all");
    if (tid < 32) {
      memory[tid] = 2;
      block.step("first", 7);
    }
    if (tid == 0) memory[0] = 3;
    block.step("last");
  };
  const Emulated run = emulate_block(steps, 64, std::vector<int>(64));
  ASSERT_EQ(run.trace.steps.size(), 3U);
  EXPECT_EQ(run.trace.steps[0].name, "all");
  EXPECT_TRUE(run.trace.steps[0].barrier);
  EXPECT_EQ(run.trace.steps[1].name, "first");
  EXPECT_EQ(run.trace.steps[1].value, 7);
  EXPECT_FALSE(run.trace.steps[1].barrier);
  EXPECT_EQ(run.trace.steps[2].name, "last");
}

TEST(BlockEmulator, StoppedRunsEndEarlyAndLeaveNoThreadBehind) {
  std::stop_source source;
  TraceBuilder builder(TraceHeader{});
  EmulatorMachine machine(builder, 0, {}, source.get_token());
  const auto memory = machine.allocate<int>("memory", 64);
  std::int64_t stores = 0;
  const auto endless = [&](Block& block, Memory out) {
    for (;;) {
      out[block.thread_rank()] = 1;
      if (++stores == 1000) source.request_stop();
    }
  };
  EXPECT_THROW(machine.launch(endless, 1, 64, 0, memory), RunStopped);
}

/// The kernel's fault; empty if it has none.
template <class Kernel>
std::string fault_of(const Kernel& kernel) {
  try {
    static_cast<void>(emulate_block(kernel, 64, std::vector<int>(64)));
    return "";
  } catch (const KernelFault& fault) {
    return fault.what();
  }
}

TEST(BlockEmulator, GrantsNoMoreSharedMemoryThanABlockHas) {
  const auto asks_for = [](int elements) {
    return fault_of([=](Block& block, Memory) {
      static_cast<void>(shared_array<"data", int>(block, elements));
      static_cast<void>(shared_array<"more", std::uint8_t>(block, 1));
    });
  };
  constexpr int all = BlockEmulator::shared_capacity / 4;
  EXPECT_EQ(asks_for(all - 1), "");
  EXPECT_NE(asks_for(all).find("65537 bytes of shared memory, and 65536"), std::string::npos)
      << asks_for(all);
  EXPECT_NE(asks_for(1 << 30), "");
  EXPECT_NE(asks_for(-1), "");
  TraceBuilder builder(TraceHeader{});
  EmulatorMachine machine(builder, 0, {}, {});
  const auto memory = machine.allocate<int>("memory", 64);
  const auto idle = [](Block&, Memory) {};
  EXPECT_THROW(machine.launch(idle, 1, 64, BlockEmulator::shared_capacity + 1, memory),
               KernelFault);
}

TEST(BlockEmulator, AllThreadsAskForTheSameSharedArrays) {
  const auto another_type = [](Block& block, Memory) {
    if (block.thread_rank() < 32) {
      static_cast<void>(shared_array<"data", int>(block, 64));
    } else {
      static_cast<void>(shared_array<"data", double>(block, 64));
    }
  };
  EXPECT_NE(fault_of(another_type)
                .find("double data[64] where another thread of its block asked "
                      "for int data[64]"),
            std::string::npos)
      << fault_of(another_type);
  const auto another_size = [](Block& block, Memory) {
    static_cast<void>(shared_array<"data", int>(block, 64 + block.thread_rank()));
  };
  EXPECT_NE(fault_of(another_size), "");
}

TEST(BlockEmulator, APageThatCannotBeTouchedLiesBelowEachStack) {
  std::array<int, 2> ends{};
  ASSERT_EQ(pipe(ends.data()), 0);
  for (std::size_t n = 0; n < 40; ++n) {
    const FiberStack stack = fiber_stack(n);
    EXPECT_EQ(fiber_stack(n).bottom, stack.bottom) << "they are kept";
    // The system refuses to read memory that must not be read, instead of ending this process.
    EXPECT_EQ(write(ends[1], stack.bottom, 1), 1);
    EXPECT_EQ(write(ends[1], stack.bottom - 1, 1), -1);
    EXPECT_EQ(errno, EFAULT);
  }
  close(ends[0]);
  close(ends[1]);
}

TEST(BlockEmulator, WhatAThreadThrowsEndsTheOthersAndReachesTheCaller) {
  struct Alive {
    int& count;
    explicit Alive(int& threads) : count(threads) { ++count; }
    Alive(const Alive&) = delete;
    ~Alive() { --count; }
  };
  int alive = 0;
  const auto failing = [&](Block& block, Memory memory) {
    const Alive self(alive);
    memory[block.thread_rank()] = 1;
    if (block.thread_rank() == 40) throw std::bad_alloc();
    block.sync("all");
    memory[block.thread_rank()] = 2;
  };
  EXPECT_THROW((void)emulate_block(failing, 64, std::vector<int>(64)), std::bad_alloc);
  EXPECT_EQ(alive, 0);
}

}  // namespace
}  // namespace warpscope
