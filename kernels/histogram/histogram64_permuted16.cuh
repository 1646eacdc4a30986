#pragma once

#include <cstdint>

#include "kernels/histogram/histogram64.cuh"
#include "kernels/kernel_info.hpp"

namespace warpscope {

// Histogram of 64 bins 3: at 64 value + slot, where slot is tid with its bits permuted, 543210
// becoming 321054.
//   Idea    Any fixed permutation of the threads will do. This one gives neighbours counters that
//           lie a word apart.
//   Cost    With 16 banks the bank is tid % 16, another one for each lane of a half-warp: no
//           conflict, whatever the data.
//   Look    Banks, 32 x 4 B: a whole warp is served at once, and lanes n and n + 16 meet where
//           their values differ, but both are even or both odd. Up to 2-way.
//   Needs   64 threads, at most 255 elements each.
struct Histogram64Permuted16 : Histogram64<Permuted16> {
  static constexpr KernelInfo info{
      .id = "histogram64_permuted16",
      .task = "histogram",
      .lecture = "A, D",
      .title = "64 bins, permuted for 16 banks",
      .summary = "The thread's bits permuted: free of conflicts on 16 banks, whatever the data.",
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
