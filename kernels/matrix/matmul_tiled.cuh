#pragma once

#include "instrumentation/block/vocabulary.hpp"
#include "kernels/kernel_info.hpp"

namespace warpscope {

// Matrix product 2: tiles in shared memory.
//   Idea    A block fetches a tile of A and one of B, multiplies them, and goes on to the
//           next.
//   Cost    Per element of C: N multiply-adds, and 2 N / 16 loads from global memory: with
//           tiles of 16 x 16 each word that was fetched serves 16 threads.
//   Look    Totals beside matmul_naive: global requests fall by 16, the width of the tile.
//           Sectors fall by 8 only: in matmul_naive too the lanes of a warp share words.
//           Banks: free.
//   Needs   Square matrices; a square block, whose side is the tile's and divides N.
//   Today   Modelled are requests to the L1 cache, which on an H200 serves many of
//           matmul_naive's. Two shared loads for each multiply-add remain: libraries keep a
//           small tile of C in each thread's registers, so that a word from shared memory
//           serves several of them too.
struct MatmulTiled {
  static constexpr KernelInfo info{
      .id = "matmul_tiled",
      .task = "matmul",
      .lecture = "E",
      .title = "Product, tiled",
      .summary = "Tiles in shared memory: global loads fall by the width of a tile.",
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
  static constexpr int shared_count(int side) { return 2 * side * side; }

  template <class Block>
  WS_DEVICE void operator()(Block& block, Global<Block, const float> a,
                            Global<Block, const float> b, Global<Block, float> c, int n) const {
    const int side = block.dim_threads().x;
    auto tile_a = shared_array<"tile_a", float>(block, side * side, side);
    auto tile_b = shared_array<"tile_b", float>(block, side * side, side);
    const int x = block.thread_index().x;
    const int y = block.thread_index().y;
    const int row = block.block_index().y * side + y;
    const int column = block.block_index().x * side + x;

    float sum = 0;
    for (int first = 0; first < n; first += side) {
      tile_a[y * side + x] = a[row * n + first + x];
      tile_b[y * side + x] = b[(first + y) * n + column];
      block.sync("load", first);

      for (int k = 0; k < side; ++k) {
        const float left = tile_a[y * side + k];
        const float right = tile_b[k * side + x];
        sum = multiply_add(left, right, sum);
      }
      block.sync("multiply", first);
    }

    c[row * n + column] = sum;
    block.step("store");
  }
};

}  // namespace warpscope
