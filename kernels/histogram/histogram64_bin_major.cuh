#pragma once

#include <cstdint>

#include "kernels/histogram/histogram64.cuh"
#include "kernels/kernel_info.hpp"

namespace warpscope {

// Histogram of 64 bins 2: the counters of a bin side by side, at 64 value + tid.
//   Idea    The thread, not the data, decides on the bank.
//   Cost    With 16 banks the bank is (tid / 4) % 16: every load and store that counts is 4-way,
//           no better and no worse, even where four neighbours want one word, because only one
//           word per pass goes to several lanes.
//   Look    Banks, 16 x 4 B against 32 x 4 B. With 32 the lowest bit of the value joins in, and any
//           number of words are broadcast: from no conflict (input ones) to 4-way, so that there
//           the data decide after all.
//   Needs   64 threads, at most 255 elements each.
struct Histogram64BinMajor : Histogram64<BinMajor> {
  static constexpr KernelInfo info{
      .id = "histogram64_bin_major",
      .task = "histogram",
      .lecture = "A, D",
      .title = "64 bins, bin major",
      .summary = "Byte counters of a bin side by side: always 4-way on 16 banks.",
      .source = "kernels/histogram/histogram64.cuh",
      .per_thread = "per_thread",
      .min_block = 64,
      .max_block = 64,
      .default_block = 64,
      .default_size = 2048,
      .max_emulated_size = std::int64_t{1} << 20,
      .parameters = parameters_of_64_threads,
      .range = few_bins_range};
};

}  // namespace warpscope
