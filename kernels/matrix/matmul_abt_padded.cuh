#pragma once

#include "kernels/kernel_info.hpp"
#include "kernels/matrix/abt.cuh"

namespace warpscope {

// Matrix product 4: the same with one pad word a row, so that columns are free of conflicts too.
struct MatmulAbtPadded : ProductAbt<1> {
  static constexpr KernelInfo info{
      .id = "matmul_abt_padded",
      .task = "matmul",
      .lecture = "E",
      .title = "A by B transposed, padded",
      .summary = "One pad word a row of the tiles: no conflict is left.",
      .source = "kernels/matrix/abt.cuh",
      .shape = Shape::square,
      .min_block = 64,
      .block_growth = 4,
      .default_block = 1024,
      .default_size = 32,
      .max_size = 2048,
      .max_emulated_size = 256,
      .type = "float",
      .input = InputShape::two_matrices};
};

}  // namespace warpscope
