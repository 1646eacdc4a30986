#pragma once

#include "instrumentation/block/vocabulary.hpp"
#include "kernels/kernel_info.hpp"
#include "kernels/sort/sort_parameters.hpp"

namespace warpscope {

// Bitonic sort of more than a block can hold.
//   Idea    bitonic_shared sorts a tile per block, neighbours in opposite directions. In longer
//           merges the half-cleaners whose stride spans tiles are launches of their own: nothing
//           less waits for all blocks. As soon as the stride fits in a tile, bitonic_shared ends
//           the merge; in blocks of 512 threads, which are timed, bitonic_merge, in registers.
//   Cost    Every launch moves all keys and values through global memory once. With N = 2^q tiles:
//           q (q + 1) / 2 launches of this kernel and q + 1 of bitonic_shared.
//   Look    Steps: which launches leave shared memory. Memory: all accesses coalesced, since the
//           strides are long. Lanes: all store whether or not they exchange, from one array to
//           another, so that the work does not depend on the data nor on what ran before.
//   Needs   A power of two of elements, at least two per thread of one block.
struct BitonicGlobal {
  static constexpr KernelInfo info{
      .id = "bitonic_global",
      .task = "sort_pairs:int",
      .lecture = "A, D",
      .title = "Bitonic, many blocks",
      .summary = "Half-cleaners longer than a tile are launches of their own in global memory.",
      .shape = Shape::power_of_two,
      .elements_per_thread = 2,
      .default_block = 32,
      .full_speed_block = 512,
      .default_size = 64,
      .block_at_default_size = 8,
      .max_size = std::int64_t{1} << 29,
      .max_emulated_size = std::int64_t{1} << 15,
      .parameters = network_parameters,
      .inputs = network_inputs};

  /// One half-cleaner of `stride` within the merge of sequences of `size`, a comparator a thread.
  template <class Block>
  WS_DEVICE void operator()(Block& block, Global<Block, int> in_keys, Global<Block, int> in_values,
                            Global<Block, int> out_keys, Global<Block, int> out_values,
                            bool ascending, int size, int stride, int whole) const {
    const int comparator = block.group_index() * block.size() + block.thread_rank();
    const bool up = ascending == (size == whole || (comparator & (size / 2)) == 0);
    const int a = 2 * comparator - (comparator & (stride - 1));
    const int b = a + stride;

    const int left = in_keys[a];
    const int right = in_keys[b];
    const int left_value = in_values[a];
    const int right_value = in_values[b];
    const int low = up ? left : right;  // should not be above high
    const int high = up ? right : left;
    const bool exchange = high < low;
    out_keys[a] = exchange ? right : left;
    out_keys[b] = exchange ? left : right;
    out_values[a] = exchange ? right_value : left_value;
    out_values[b] = exchange ? left_value : right_value;
    block.step("half clean", 2 * stride);
  }
};

}  // namespace warpscope
