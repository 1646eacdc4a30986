#pragma once

#include "instrumentation/block/vocabulary.hpp"
#include "kernels/kernel_info.hpp"

namespace warpscope {

/// Inclusive scan after Hillis and Steele of one number per thread, in two arrays that change
/// roles. Gives the one that holds the result.
template <class Block, class Numbers>
WS_DEVICE Numbers scan_in_block(Block& block, Numbers from, Numbers to) {
  const int tid = block.thread_rank();
  for (int s = 1; s < block.size(); s *= 2) {
    int sum = from[tid];
    if (tid >= s) {
      const int left = from[tid - s];
      sum += left;
    }
    reconverge(block);
    to[tid] = sum;
    block.sync("scan", s);

    const Numbers swap = from;
    from = to;
    to = swap;
  }
  return from;
}

// Radix sort, first launch of a pass: the bits and how many ones stand before each.
//   Idea    A block takes the bit out of each of its keys and scans: s_i, exclusive, within the
//           block. The number of ones of the whole block goes to the next launch.
//   Look    Stage: ones add up; the last column is the block's number of ones.
struct RadixBits {
  static constexpr KernelInfo info{.id = "radix_bits", .source = "kernels/sort/radix_scan.cuh"};

  /// Elements of shared memory that a block of so many threads needs.
  static constexpr int shared_count(int block) { return 2 * block; }

  template <class Block>
  WS_DEVICE void operator()(Block& block, Global<Block, unsigned> keys,
                            Global<Block, int> ones_before, Global<Block, int> block_ones, int n,
                            int bit) const {
    auto ping = shared_array<"ping", int>(block, block.size());
    auto pong = shared_array<"pong", int>(block, block.size());
    const int tid = block.thread_rank();
    const int i = block.group_index() * block.size() + tid;

    int one = 0;
    if (i < n) {
      const unsigned key = keys[i];
      one = static_cast<int>(key >> bit & 1U);
    }
    reconverge(block);
    ping[tid] = one;
    block.sync("bit", bit);

    const auto sums = scan_in_block(block, ping, pong);
    const int ones = sums[tid];
    if (i < n) ones_before[i] = ones - one;
    reconverge(block);
    if (tid == block.size() - 1) block_ones[block.group_index()] = ones;
    block.step("store");
  }
};

// Radix sort, second launch of a pass: how many ones stand before each block.
//   Idea    One block scans the blocks' numbers, as many at once as it has threads, and carries the
//           sum so far along. Behind the last block stands the number of all ones.
struct RadixSums {
  static constexpr KernelInfo info{.id = "radix_sums", .source = "kernels/sort/radix_scan.cuh"};

  /// Elements of shared memory that a block of so many threads needs.
  static constexpr int shared_count(int block) { return 2 * block; }

  template <class Block>
  WS_DEVICE void operator()(Block& block, Global<Block, int> block_ones,
                            Global<Block, int> before_block, int blocks) const {
    auto ping = shared_array<"ping", int>(block, block.size());
    auto pong = shared_array<"pong", int>(block, block.size());
    const int tid = block.thread_rank();

    int carry = 0;
    for (int first = 0; first < blocks; first += block.size()) {
      const int i = first + tid;
      int own = 0;
      if (i < blocks) own = block_ones[i];
      reconverge(block);
      ping[tid] = own;
      block.sync("load", first);

      const auto sums = scan_in_block(block, ping, pong);
      const int ones = sums[tid];
      const int all = sums[block.size() - 1];
      if (i < blocks) before_block[i] = carry + ones - own;
      carry += all;
      block.sync("store", first);
    }

    if (tid == 0) before_block[blocks] = carry;
    block.step("total");
  }
};

}  // namespace warpscope
