#pragma once

#include <cstdint>

#include "kernels/histogram/histogram64.cuh"
#include "kernels/kernel_info.hpp"

namespace warpscope {

// Histogram of 64 bins 4: the same idea for the 32 banks of today, at 128 value + 4 lane + warp.
//   Idea    128 threads make rows of 128 bytes, which fill all banks once.
//   Cost    The bank is the lane: no conflict, whatever the data; with 16 banks neither.
//   Look    Banks, 32 x 4 B: one pass for every access, also while clearing and adding up.
//   Needs   128 threads, at most 255 elements each.
struct Histogram64Permuted32 : Histogram64<Permuted32> {
  static constexpr KernelInfo info{
      .id = "histogram64_permuted32",
      .task = "histogram",
      .lecture = "A, D",
      .title = "64 bins, permuted for 32 banks",
      .summary = "128 threads, each lane in a bank of its own: free of conflicts on 32 banks.",
      .source = "kernels/histogram/histogram64.cuh",
      .per_thread = "per_thread",
      .min_block = 128,
      .max_block = 128,
      .default_block = 128,
      .default_size = 2048,
      .max_emulated_size = std::int64_t{1} << 20,
      .parameters = parameters_of_128_threads,
      .range = few_bins_range};
};

}  // namespace warpscope
