#pragma once

#include "instrumentation/block/vocabulary.hpp"
#include "kernels/kernel_info.hpp"
#include "kernels/sort/sort_parameters.hpp"

namespace warpscope {

// Batcher's odd-even merge sort in shared memory: the other comparator network.
//   Idea    Two runs sorted the same way: compare them place by place, then mend what is left
//           between the halves with ever shorter strides, leaving out both ends, which are in place
//           already. All comparators point the same way.
//   Cost    log2(N) (log2(N) + 1) / 2 steps as bitonic sort has, but fewer comparators:
//           (L² − L + 4) N / 4 − 1 with L = log2(N), for N = 1024 24,063 against 28,160.
//   Look    Lanes: from the second step of each merge on, lanes idle. Side by side with
//           bitonic_shared: as many steps, fewer comparators, directions that do not alternate.
//   Needs   A power of two of threads; each block sorts its own two elements per thread. Keys carry
//           values along; equal keys may change places.
struct OddEvenMerge {
  static constexpr KernelInfo info{
      .id = "odd_even_merge",
      .task = "sort_pairs:int",
      .lecture = "A, D",
      .title = "Odd-even merge",
      .summary = "Batcher's other network: as many steps as bitonic sort, but fewer comparators.",
      .elements_per_thread = 2,
      .default_block = 64,
      .default_size = 16,
      .max_emulated_size = std::int64_t{1} << 17,
      .parameters = network_parameters,
      .inputs = network_inputs,
      .parts_alone = true};

  /// Elements of shared memory that a block of so many threads needs.
  static constexpr int shared_count(int block) { return 4 * block; }

  template <class Block>
  WS_DEVICE void operator()(Block& block, Global<Block, int> in_keys, Global<Block, int> in_values,
                            Global<Block, int> out_keys, Global<Block, int> out_values,
                            bool ascending) const {
    const int tile = 2 * block.size();
    auto keys = shared_array<"keys", int>(block, tile);
    auto values = shared_array<"values", int>(block, tile);
    const int tid = block.thread_rank();
    const int half = block.size();
    const int i = block.group_index() * tile + tid;

    keys[tid] = in_keys[i];
    values[tid] = in_values[i];
    keys[tid + half] = in_keys[i + half];
    values[tid + half] = in_values[i + half];
    block.sync("load");

    for (int size = 2; size <= tile; size *= 2) {
      const int place = tid & (size / 2 - 1);  // in its merge
      for (int stride = size / 2; stride > 0; stride /= 2) {
        const bool whole = stride == size / 2;  // the step that compares run with run
        const int a = 2 * tid - (tid & (stride - 1)) - (whole ? 0 : stride);
        const int b = a + stride;
        if (whole || place >= stride) {
          const int left = keys[a];
          const int right = keys[b];
          const int low = ascending ? left : right;  // should not be above high
          const int high = ascending ? right : left;
          if (high < low) {
            const int left_value = values[a];
            const int right_value = values[b];
            keys[a] = right;
            keys[b] = left;
            values[a] = right_value;
            values[b] = left_value;
          }
        }
        block.sync(stride > 1 ? "compare" : "merged", stride > 1 ? stride : size);
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
