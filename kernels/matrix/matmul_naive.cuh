#pragma once

#include "instrumentation/block/vocabulary.hpp"
#include "kernels/kernel_info.hpp"

namespace warpscope {

// Matrix product 1: one thread per element of C, straight from global memory.
//   Idea    Each thread walks along a row of A and down a column of B.
//   Cost    Per element of C: N multiply-adds and 2 N loads of 4 bytes.
//   Look    Memory: the lanes of a row of C ask for one word of A together. Totals: each
//           element of A and of B is asked for again by every tile of C that needs it.
//   Needs   Square matrices; a square block, whose side divides N.
//   Today   Modelled are requests to the L1 cache. Since Fermi a cache keeps most repeats
//           from the memory itself, so the tiled product is faster by less than its
//           requests are fewer: the lecture measured 23.66 ms here, 12.80 ms there.
struct MatmulNaive {
  static constexpr KernelInfo info{
      .id = "matmul_naive",
      .task = "matmul",
      .lecture = "E",
      .title = "Product, naive",
      .summary = "One thread per element of C: 2 N loads from global memory each.",
      .shape = Shape::square,
      .min_block = 64,
      .block_growth = 4,
      .default_block = 256,
      .default_size = 32,
      .max_size = 2048,
      .max_emulated_size = 256,
      .type = "float",
      .input = InputShape::two_matrices};

  static constexpr bool second_is_transposed = false;
  /// Elements of shared memory that a block whose side is so long needs.
  static constexpr int shared_count(int) { return 0; }

  template <class Block>
  WS_DEVICE void operator()(Block& block, Global<Block, const float> a,
                            Global<Block, const float> b, Global<Block, float> c, int n) const {
    const int side = block.dim_threads().x;
    const int row = block.block_index().y * side + block.thread_index().y;
    const int column = block.block_index().x * side + block.thread_index().x;

    float sum = 0;
    for (int k = 0; k < n; ++k) {
      const float left = a[row * n + k];
      const float right = b[k * n + column];
      sum = multiply_add(left, right, sum);
      block.step("multiply", k);
    }

    c[row * n + column] = sum;
    block.step("store");
  }
};

}  // namespace warpscope
