#pragma once

#include <cstdint>

#include "instrumentation/block/vocabulary.hpp"
#include "kernels/histogram/histogram_parameters.hpp"
#include "kernels/kernel_info.hpp"

namespace warpscope {

// Second launch of the tagged histogram: adds the tables of the blocks.
//   Idea    A thread for each bin walks down its column of the blocks' tables.
//   Cost    One load for each bin and block.
//   Look    Global memory: the lanes of a warp read neighbours, so all sectors are used.
//   Needs   256 threads; the tables of the first launch.
// The slide gives each bin a block, and its threads take a table each: more threads, but they read
// words that lie 1 KiB apart, so that of each sector of 32 bytes only 4 are used.
struct HistogramMerge {
  static constexpr KernelInfo info{
      .id = "histogram_merge",
      .task = "histogram",
      .lecture = "D",
      .title = "256 bins, merge",
      .summary = "Adds the tables of all blocks, a thread for each bin.",
      .runs = "histogram256_tagged",
      .per_thread = "per_thread",
      .min_block = 192,
      .max_block = 192,
      .default_block = 192,
      .default_size = 768,
      .max_size = largest_tagged,
      .max_emulated_size = largest_emulated_tagged,
      .parameters = tagged_parameters,
      .range = byte_bins_range};

  template <class Block>
  WS_DEVICE void operator()(Block& block, Global<Block, std::uint32_t> partial,
                            Global<Block, std::uint32_t> bins, int tables) const {
    const int bin = block.thread_rank();
    std::uint32_t sum = 0;
    for (int i = 0; i < tables; ++i) {
      const std::uint32_t count = partial[i * block.size() + bin];
      sum += count;
    }
    bins[bin] = sum;
    block.step("merge");
  }
};

}  // namespace warpscope
