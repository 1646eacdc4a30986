#pragma once

#include "instrumentation/block/vocabulary.hpp"
#include "kernels/kernel_info.hpp"
#include "kernels/sort/sort_parameters.hpp"

namespace warpscope {

// Bitonic sort in shared memory: a network of comparators that never looks at the data.
//   Idea    Two runs sorted in opposite directions make a bitonic sequence. A half-cleaner compares
//           what lies half the sequence apart: two bitonic halves, every key on its side. Halving on
//           until pairs are left merges the sequence. Neighbours merge in opposite directions, so
//           that the next merge finds bitonic sequences again; the last one goes the wanted way.
//   Cost    log2(N) (log2(N) + 1) / 2 steps of N / 2 comparators.
//   Look    Stage: merges of 2, 4, 8, …; each begins wide and ends with neighbours. Lanes: only
//           comparators that find their pair out of order store. Banks: 2-way conflicts wherever
//           the stride is shorter than a warp, none above.
//   Needs   A power of two of threads; each block sorts its own two elements per thread. Keys carry
//           values along; equal keys may change places, the sort is not stable.
//   Slides  The comparator there compares the values, and size grows by "<= 1"; both are slips, for
//           the keys and "<<= 1". They count log2(N)² passes; it is about half of that.
struct BitonicShared {
  static constexpr KernelInfo info{
      .id = "bitonic_shared",
      .task = "sort_pairs:int",
      .lecture = "A, D",
      .title = "Bitonic, one block",
      .summary = "Half-cleaners merge ever longer runs, each block its own tile of shared memory.",
      .elements_per_thread = 2,
      .default_block = 64,
      .default_size = 16,
      .max_emulated_size = std::int64_t{1} << 17,
      .parameters = network_parameters,
      .inputs = network_inputs,
      .parts_alone = true};

  /// Elements of shared memory that a block of so many threads needs.
  static constexpr int shared_count(int block) { return 4 * block; }

  /// Merges sequences of `first`, 2 · first, … up to the tile, where `whole` is the length that is
  /// being sorted in the end. A `first` beyond the tile: only the part of its merge that fits.
  template <class Block>
  WS_DEVICE void operator()(Block& block, Global<Block, int> in_keys, Global<Block, int> in_values,
                            Global<Block, int> out_keys, Global<Block, int> out_values,
                            bool ascending, int first, int whole) const {
    const int tile = 2 * block.size();
    auto keys = shared_array<"keys", int>(block, tile);
    auto values = shared_array<"values", int>(block, tile);
    const int tid = block.thread_rank();
    const int comparator = block.group_index() * block.size() + tid;
    const int half = block.size();
    const int i = block.group_index() * tile + tid;

    keys[tid] = in_keys[i];
    values[tid] = in_values[i];
    keys[tid + half] = in_keys[i + half];
    values[tid + half] = in_values[i + half];
    block.sync("load");

    for (int size = first; size <= (first < tile ? tile : first); size *= 2) {
      const bool up = ascending == (size == whole || (comparator & (size / 2)) == 0);
      for (int stride = size < tile ? size / 2 : half; stride > 0; stride /= 2) {
        const int a = 2 * tid - (tid & (stride - 1));
        const int b = a + stride;
        const int left = keys[a];
        const int right = keys[b];
        const int low = up ? left : right;  // should not be above high
        const int high = up ? right : left;
        if (high < low) {
          const int left_value = values[a];
          const int right_value = values[b];
          keys[a] = right;
          keys[b] = left;
          values[a] = right_value;
          values[b] = left_value;
        }
        block.sync(stride > 1 ? "half clean" : "merged", stride > 1 ? 2 * stride : size);
      }
    }

    out_keys[i] = keys[tid];
    out_values[i] = values[tid];
    out_keys[i + half] = keys[tid + half];
    out_values[i + half] = values[tid + half];
    block.step("store");
  }
};

}  // namespace warpscope
