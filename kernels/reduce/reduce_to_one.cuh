#pragma once

#include "kernels/kernel_info.hpp"
#include "kernels/reduce/reduce_vectorized.cuh"
#include "kernels/reduce/reduction_parameters.hpp"

namespace warpscope {

// Reduction to one number: the host launches the same code again, over the results of the blocks.
// The end of a launch is the barrier that blocks do not have among one another.
struct ReduceToOne : ReduceVectorized {
  static constexpr KernelInfo info{
      .id = "reduce_to_one",
      .task = "reduce",
      .lecture = "B, E",
      .title = "8 to one number",
      .summary = "Launched again over its own results, until one number is left.",
      .source = "kernels/reduce/reduce_vectorized.cuh",
      .elements_per_thread = 4,
      .min_block = 32,
      .full_speed_block = 512,
      .default_size = 8192,
      .block_at_default_size = 64,
      .max_grid = 1056,
      .parameters = reduction_parameters};
};

}  // namespace warpscope
