#pragma once

#include <cstdint>

#include "kernels/histogram/histogram64.cuh"
#include "kernels/kernel_info.hpp"

namespace warpscope {

// Histogram of 64 bins 1: the counters of a thread side by side, at 64 tid + value.
//   Idea    The place that comes to mind first: every thread has a row.
//   Cost    With 16 banks the bank is (value / 4) % 16, whoever counts: the data decide, from no
//           conflict to 16-way. With 32 banks half of them serve the even threads, half the odd
//           ones: up to 16-way as well.
//   Look    Banks, 16 x 4 B, steps "count": compare the inputs ones (16-way) and ramp (4-way).
//   Needs   64 threads, at most 255 elements each.
struct Histogram64ThreadMajor : Histogram64<ThreadMajor> {
  static constexpr KernelInfo info{
      .id = "histogram64_thread_major",
      .task = "histogram",
      .lecture = "A, D",
      .title = "64 bins, thread major",
      .summary = "Byte counters of a thread side by side: the conflicts depend on the data.",
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
