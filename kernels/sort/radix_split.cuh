#pragma once

#include "instrumentation/block/vocabulary.hpp"
#include "kernels/kernel_info.hpp"
#include "kernels/sort/sort_parameters.hpp"

namespace warpscope {

// Radix sort, one bit a pass: split the keys into those whose bit is 0 and those whose bit is 1.
//   Idea    With s_i, the ones before key i, and Nz, the zeros of all, the places are known at once:
//           bit 0 goes to i − s_i (its number among the zeros), bit 1 to Nz + s_i. Nobody overtakes
//           within its half: the split is stable, so that a pass keeps the order of the ones before
//           it, and the passes go from the lowest bit to the highest.
//   Cost    3 launches a pass, 32 passes: the bits and their scan by block, the scan of the blocks'
//           sums, and this kernel, which scatters.
//   Look    Step by step: bit, scan, i − s, Nz + s. Memory: scattered stores fall into two runs.
//   Needs   Any number of elements, one per thread. Keys count as unsigned, so that negative
//           numbers come last. Fewer bits sort by the low bits alone, and stably.
//   Slides  One prints the place of a 1 as Nz − s, for Nz + s. They also begin with bit 31 and end
//           with bit 0: then the last split, by bit 0, has the last word, and the keys end up
//           sorted by their bits read backwards (first = highest shows it).
struct RadixSplit {
  static constexpr KernelInfo info{
      .id = "radix_split",
      .task = "sort_pairs:unsigned",
      .lecture = "A, D",
      .title = "Radix, 1 bit a pass",
      .summary = "A scan of one bit of the keys tells each its place: 32 stable splits sort.",
      .shape = Shape::any,
      .max_block = 512,
      .default_block = 64,
      .default_size = 128,
      .max_emulated_size = 4096,
      .parameters = radix_parameters,
      .inputs = sort_inputs};

  /// Last launch of a pass: every key and its value to their places.
  template <class Block>
  WS_DEVICE void operator()(Block& block, Global<Block, unsigned> keys,
                            Global<Block, unsigned> values, Global<Block, int> ones_before,
                            Global<Block, int> before_block, Global<Block, unsigned> to_keys,
                            Global<Block, unsigned> to_values, int n, int bit) const {
    const int i = block.group_index() * block.size() + block.thread_rank();
    if (i < n) {
      const unsigned key = keys[i];
      const unsigned value = values[i];
      const int ones_in_block = ones_before[i];
      const int ones_in_others = before_block[block.group_index()];
      const int ones = before_block[block.group_count()];

      const int s = ones_in_others + ones_in_block;
      const int zeros = n - ones;
      const int place = (key >> bit & 1U) == 0 ? i - s : zeros + s;

      to_keys[place] = key;
      to_values[place] = value;
    }
    block.step("scatter", bit);
  }
};

}  // namespace warpscope
