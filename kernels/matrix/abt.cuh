#pragma once

#include "instrumentation/block/vocabulary.hpp"

namespace warpscope {

// Product of A with the transpose of B, in tiles whose rows are `Pad` words longer than needed.
//   Idea    C[i][j] is row i of A times row j of B: both matrices are read along their
//           rows.
//   Cost    Per element of C: N multiply-adds, and 2 N / 32 loads from global memory.
//   Look    Banks: lane x wants tile_b[x][k]. Without a pad word these words lie 32 apart,
//           all in one bank; a row of 33 words moves each to a bank of its own. tile_a: one
//           word for all. Tiles 16 wide leave a 2-way conflict to stores of two rows at
//           once.
//   Needs   Square matrices; a square block, whose side is the tile's and divides N.
//   Today   An H200 has the 32 banks of this model: without padding 32 passes for each load
//           of tile_b. On the 16 banks of 1.x they are 16. The pad word cures all banks of
//           4 bytes; those of 8 bytes, a mode of 3.x, hold two columns each and leave 2-way
//           conflicts.
template <int Pad>
struct ProductAbt {
  static constexpr bool second_is_transposed = true;
  /// Elements of shared memory that a block whose side is so long needs.
  static constexpr int shared_count(int side) { return 2 * side * (side + Pad); }

  template <class Block>
  WS_DEVICE void operator()(Block& block, Global<Block, const float> a,
                            Global<Block, const float> b, Global<Block, float> c, int n) const {
    const int side = block.dim_threads().x;
    const int pitch = side + Pad;
    auto tile_a = shared_array<"tile_a", float>(block, side * pitch, pitch);
    auto tile_b = shared_array<"tile_b", float>(block, side * pitch, pitch);
    const int x = block.thread_index().x;
    const int y = block.thread_index().y;
    const int row_of_a = block.block_index().y * side + y;
    const int row_of_b = block.block_index().x * side + y;

    float sum = 0;
    for (int first = 0; first < n; first += side) {
      tile_a[y * pitch + x] = a[row_of_a * n + first + x];
      tile_b[y * pitch + x] = b[row_of_b * n + first + x];
      block.sync("load", first);

      for (int k = 0; k < side; ++k) {
        const float left = tile_a[y * pitch + k];
        const float right = tile_b[x * pitch + k];
        sum = multiply_add(left, right, sum);
      }
      block.sync("multiply", first);
    }

    c[row_of_a * n + block.block_index().x * side + x] = sum;
    block.step("store");
  }
};

}  // namespace warpscope
