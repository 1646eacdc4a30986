#pragma once

#include <cstdint>

#include "instrumentation/block/vocabulary.hpp"
#include "kernels/histogram/histogram_parameters.hpp"
#include "kernels/kernel_info.hpp"

namespace warpscope {

// Histogram 2: atomics in shared memory.
//   Idea    Each block counts in a table of its own, where atomics are cheap, and then adds the
//           table to the result.
//   Cost    One shared atomic an element; one global atomic for every bin and block.
//   Look    Banks: atomics on one word take turns, where loads would share it. Compare the inputs
//           ones (one bin, 32 passes a warp) and ramp (a bin for each lane, one pass), weight 2.
//   Needs   Any number of elements, each from 0 to 63.
// With weight 1 today's GPUs are cleverer: compilers choose an instruction that counts the lanes of
// a word in one pass (ATOMS.POPC.INC), and one bin costs no more than many.
struct HistogramSharedAtomic {
  static constexpr int per_thread = 8;
  static constexpr KernelInfo info{
      .id = "histogram_shared_atomic",
      .task = "histogram",
      .lecture = "B",
      .title = "Shared atomics",
      .summary = "A table per block: shared atomics, then one global addition per bin and block.",
      .shape = Shape::any,
      .elements_per_thread = per_thread,
      .min_block = 32,
      .default_size = 2048,
      .parameters = weight_parameters,
      .range = few_bins_range};

  template <class Block, class Weight>
  WS_DEVICE void operator()(Block& block, Global<Block, const std::uint8_t> in,
                            Global<Block, std::uint32_t> bins, Weight) const {
    auto table = shared_array<"table", std::uint32_t>(block, few_bins);
    const int tid = block.thread_rank();
    const int first = block.group_index() * block.size() * per_thread + tid;

    for (int bin = tid; bin < few_bins; bin += block.size()) table[bin] = 0;
    block.sync("clear");

    for (int k = 0; k < per_thread; ++k) {
      const int i = first + k * block.size();
      if (i < in.count()) {
        const int value = in[i];
        table.atomic_add(value, Weight::value);
      }
      reconverge(block);
      block.step("count", k);
    }
    block.sync("wait");

    for (int bin = tid; bin < few_bins; bin += block.size()) {
      const std::uint32_t count = table[bin];
      bins.atomic_add(bin, count);
    }
    block.step("add to bins");
  }
};

}  // namespace warpscope
