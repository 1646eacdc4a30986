#pragma once

#include <array>

#include "instrumentation/block/vocabulary.hpp"
#include "kernels/kernel_info.hpp"

namespace warpscope {

inline constexpr std::array local_array_parameters{
    Parameter{"index", "runtime constant", "of the thread's array: when it is known"},
    Parameter{.name = "rounds",
              .values = "4 1 2 8 16 64",
              .meaning = "numbers that each thread counts",
              .low = 1,
              .high = 64,
              .why = "each is two accesses of the trace"}};

/// Different numbers: 0 to 7.
inline constexpr int local_array_counts = 8;

/// counts[number]: only the running thread knows which. Registers have no numbers that a program could
/// compute, so the compiler puts the array into local memory.
struct RuntimeIndex {
  static constexpr bool is_constant = false;
  template <class Block>
  WS_DEVICE static auto array(Block& block) {
    return local_array<"counts", int, local_array_counts>(block);
  }
};

/// Eight additions, seven of them of 0. Once the loop is written out, each index is a constant, and
/// each element a register.
struct ConstantIndex {
  static constexpr bool is_constant = true;
  struct Registers {
    int at[local_array_counts];
    WS_DEVICE int& operator[](int k) { return at[k]; }
  };
  template <class Block>
  WS_DEVICE static auto array(Block&) {
    return Registers{};
  }
};

// Local memory: an array of each thread, indexed by what it reads.
//   Idea    Each thread counts how often it meets 0, 1, … 7, in an array of its own. With
//           counts[number] the array lies in local memory: device memory that is cached. With
//           eight additions whose indices are constants it lies in registers.
//   Cost    Words of one index lie side by side for a warp's 32 lanes: 4 sectors if all lanes
//           meet the same number, up to 32 if they do not. In registers: none.
//   Look    Memory: a row for each element, a column for each lane. The input ones stays in one
//           row, ramp goes through all eight. index=constant: nothing is left to be seen.
//   Needs   Numbers from 0 to 7, and whole warps.
//   Today   nvcc -Xptxas -v tells of a stack frame of 32 bytes, and of none for constants. If
//           a thread has more values than registers, nvcc puts the rest into local memory as
//           well, and calls them spills.
struct LocalArray {
  static constexpr KernelInfo info{
      .id = "local_array",
      .lecture = "C",
      .title = "Local memory",
      .summary = "Threads count in arrays of their own, which no register can hold.",
      .per_thread = "rounds",
      .min_block = 32,
      .default_block = 32,
      .full_speed_block = 256,
      .default_size = 128,
      .max_emulated_size = 1 << 20,
      .parameters = local_array_parameters,
      .range = {.first = 0, .last = local_array_counts - 1, .strict = true}};

  template <class Block, class Index>
  WS_DEVICE void operator()(Block& block, Global<Block, const int> in, Global<Block, int> out,
                            int rounds, Index index) const {
    const int tid = block.thread_rank();
    const int first = block.group_index() * block.size() * rounds;

    auto counts = index.array(block);
    WS_UNROLL
    for (int k = 0; k < local_array_counts; ++k) counts[k] = 0;
    block.step("clear");

    for (int round = 0; round < rounds; ++round) {
      const int number = in[first + round * block.size() + tid];
      block.step("load", round + 1);
      if constexpr (index.is_constant) {
        WS_UNROLL
        for (int k = 0; k < local_array_counts; ++k) counts[k] += number == k ? 1 : 0;
      } else {
        counts[number] = counts[number] + 1;
      }
      block.step("count", round + 1);
    }

    int most = 0, found = -1;
    WS_UNROLL
    for (int k = 0; k < local_array_counts; ++k) {
      const int count = counts[k];
      found = count > most ? k : found;
      most = count > most ? count : most;
    }
    block.step("find");

    out[block.group_index() * block.size() + tid] = found;
    block.step("store");
  }
};

}  // namespace warpscope
