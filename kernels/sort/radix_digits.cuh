#pragma once

#include "instrumentation/block/vocabulary.hpp"
#include "kernels/kernel_info.hpp"
#include "kernels/sort/onesweep_tile.hpp"

namespace warpscope {

// Radix sort by digits, first launch: how often each digit occurs, at all places of the keys.
//   Idea    The passes change the order of the keys, not their digits: one reading counts for all
//           four. A block counts in shared memory, over all its tiles, and then adds to the result.
//   Cost    Four shared atomics a key.
//   Look    Banks: atomics fall on 256 counters at random, so that 3 or 4 meet at a bank. At full
//           speed there are 16 copies of the counters, and only two lanes share one.
struct RadixDigits {
  static constexpr KernelInfo info{.id = "radix_digits", .source = "kernels/sort/radix_digits.cuh"};

  static constexpr LaunchBounds launch_bounds{.threads = FullSpeedDigits::threads, .blocks = 2};
  /// Above all that are resident at once, so that most tiles find a block at work.
  static constexpr int most_blocks = 264;
  /// Elements of shared memory that a block needs.
  template <class Tile>
  static constexpr int shared_count() {
    return digit_places * digits * Tile::copies;
  }

  template <class Block, class Tile>
  WS_DEVICE void operator()(Block& block, Global<Block, const unsigned> keys,
                            Global<Block, int> counts, Tile) const {
    constexpr int counters = shared_count<Tile>();
    auto table = shared_array<"table", int>(block, counters, digits);
    const int tid = block.thread_rank();
    const int copy = tid % Tile::copies;

    for (int i = tid; i < counters; i += Tile::threads) table[i] = 0;
    block.sync("clear");

    for (int first = block.group_index() * Tile::keys; first < keys.count();
         first += block.group_count() * Tile::keys) {
      unsigned key[Tile::per_thread] = {};
      WS_UNROLL
      for (int k = 0; k < Tile::per_thread; ++k) {
        const int i = first + k * Tile::threads + tid;
        if (i < keys.count()) key[k] = keys[i];
        reconverge(block);
      }
      block.step("load");
      WS_UNROLL
      for (int k = 0; k < Tile::per_thread; ++k) {
        if (first + k * Tile::threads + tid < keys.count()) {
          WS_UNROLL
          for (int place = 0; place < digit_places; ++place) {
            const int digit = place * digits + digit_of(key[k], place);
            table.atomic_add(digit * Tile::copies + copy, 1);
          }
        }
        reconverge(block);
        block.step("count", k);
      }
    }
    block.sync("counted");

    for (int i = tid; i < digit_places * digits; i += Tile::threads) {
      int count = 0;
      WS_UNROLL
      for (int k = 0; k < Tile::copies; ++k) {
        const int one = table[i * Tile::copies + (tid + k) % Tile::copies];
        count += one;
      }
      counts.atomic_add(i, count);
    }
    block.step("add to all");
  }
};

// Radix sort by digits, second launch: where the keys of each digit begin.
//   Idea    A block per place scans the 256 counts. The places stand where a tile before the first
//           would have left its counts, so that looking back always ends.
struct RadixStarts {
  static constexpr KernelInfo info{.id = "radix_starts", .source = "kernels/sort/radix_digits.cuh"};

  /// Elements of shared memory that a block needs.
  static constexpr int shared_count() { return digits / 32; }

  /// A thread per digit. `rows`: those of `found` that belong to a pass.
  template <class Block>
  WS_DEVICE void operator()(Block& block, Global<Block, int> counts, Global<Block, int> found,
                            int rows) const {
    auto sums = shared_array<"sums", int>(block, shared_count());
    const int place = block.group_index();
    const int digit = block.thread_rank();
    const int warp = digit / 32;

    const int count = counts[place * digits + digit];
    int up_to = count;
    for (int d = 1; d < 32; d *= 2) {
      const int left = block.shfl_up(up_to, d);
      if (digit % 32 >= d) up_to += left;
    }
    if (digit % 32 == 31) sums[warp] = up_to;
    block.sync("sums");

    int start = up_to - count;
    for (int w = 0; w < warp; ++w) {
      const int sum = sums[w];
      start += sum;
    }
    found[place * rows * digits + digit] = count_so_far(start);
    block.step("store");
  }
};

}  // namespace warpscope
