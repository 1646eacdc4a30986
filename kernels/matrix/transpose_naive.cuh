#pragma once

#include "instrumentation/block/vocabulary.hpp"
#include "kernels/kernel_info.hpp"
#include "kernels/matrix/transpose_tile.hpp"

namespace warpscope {

// Transposition 1: read along rows, write down columns.
//   Idea    out[x][y] = in[y][x], each thread for four elements of a tile of 32 x 32.
//   Cost    One load and one store per element.
//   Look    Sectors: a load's 32 words lie in 4 sectors, a store's in 32 different ones.
//   Needs   A square matrix whose side is a multiple of 32; blocks of 32 x 8 threads.
//   Today   The L2 cache of an H200 gathers such stores before they go to memory, where
//           their lines stay long enough; the L1 still takes 32 sectors for each.
struct TransposeNaive {
  static constexpr KernelInfo info{
      .id = "transpose_naive",
      .task = "transpose",
      .lecture = "C",
      .title = "Transposition, naive",
      .summary = "Reads rows and writes columns: every store touches 32 sectors.",
      .shape = Shape::square,
      .elements_per_thread = 4,
      .min_block = 256,
      .max_block = 256,
      .default_block = 256,
      .default_size = 64,
      .max_size = 8192,
      .max_emulated_size = 1024,
      .input = InputShape::matrix};

  /// Elements of shared memory that a block needs.
  static constexpr int shared_count() { return 0; }

  template <class Block>
  WS_DEVICE void operator()(Block& block, Global<Block, const int> in, Global<Block, int> out,
                            int n) const {
    const int x = block.block_index().x * transpose_side + block.thread_index().x;
    const int y = block.block_index().y * transpose_side + block.thread_index().y;

    for (int j = 0; j < transpose_side; j += transpose_rows) {
      out[x * n + y + j] = in[(y + j) * n + x];
      block.step("copy", j);
    }
  }
};

}  // namespace warpscope
