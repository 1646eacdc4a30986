#pragma once

#include "kernels/kernel_info.hpp"
#include "kernels/matrix/abt.cuh"

namespace warpscope {

// Matrix product 3: A by B transposed, tiles of 32 x 32 as they are. 32 lanes queue at one bank.
struct MatmulAbt : ProductAbt<0> {
  static constexpr KernelInfo info{
      .id = "matmul_abt",
      .task = "matmul",
      .lecture = "E",
      .title = "A by B transposed",
      .summary = "Lanes that go down a column of B's tile all queue at one bank.",
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
