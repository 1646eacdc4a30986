#pragma once

#include <array>

#include "instrumentation/block/vocabulary.hpp"
#include "kernels/kernel_info.hpp"

namespace warpscope {

inline constexpr std::array block_shape_parameters{
    Parameter{"shape", "8x4 32x1 16x2 4x8 2x16 1x32",
              "threads of a warp: across x down; the block's warps lie below one another"},
    Parameter{.name = "pad",
              .values = "0 1 2 4 8 16 32",
              .meaning = "words after each row of the tile",
              .low = 0,
              .high = 32,
              .why = "a block's tile should fit in its shared memory"}};

/// Elements of a row of the matrix, and of a tile's row before padding: as many as there are banks.
inline constexpr int block_shape_columns = 32;

// Block shape: which threads form a warp.
//   Idea    A block numbers its threads row by row: x + Dx * (y + Dy * z). Each 32 that follow
//           one another are a warp. With Dx = 8, a warp is 4 rows of 8 threads.
//   Cost    A warp of w x h threads, in rows of 32 words: a load touches h * max(1, w / 8)
//           sectors, and the tile takes h wavefronts, since the h threads of a column want
//           one bank.
//   Look    Lanes, for the block in its shape. Sectors: 4 for 32x1, 16x2 and 8x4, then 8, 16
//           and 32. Banks: 1, 2, 4 and on to 32. A row of 8 words fills a sector, so 8x4 is
//           still perfect in global memory, and four times too dear in shared memory.
//           pad=8 cures 8x4: rows then begin 8 banks apart. In general pad = Dx.
//   Needs   Rows of 32 elements, and a multiple of the block's threads of them.
struct BlockShape {
  static constexpr KernelInfo info{
      .id = "block_shape",
      .lecture = "C",
      .title = "Block shape",
      .summary = "Copies a matrix through a tile, with blocks whose warps have another shape.",
      .elements_per_thread = block_shape_columns,
      .min_block = 32,
      .max_block = 128,
      .default_block = 64,
      .default_size = 2048,
      .max_emulated_size = 1 << 18,
      .parameters = block_shape_parameters};

  /// Elements of shared memory that a block with so many rows of threads needs.
  static constexpr int shared_count(int rows, int pad) {
    return rows * (block_shape_columns + pad);
  }

  template <class Block>
  WS_DEVICE void operator()(Block& block, Global<Block, const int> in, Global<Block, int> out,
                            int pad) const {
    const int columns = block.dim_threads().x, rows = block.dim_threads().y;
    const int pitch = block_shape_columns + pad;
    auto tile = shared_array<"tile", int>(block, shared_count(rows, pad), pitch);
    const int x = block.thread_index().x;
    const int y = block.thread_index().y;
    // Blocks in a row: the matrix is tall, and a grid may be only 65,535 blocks high.
    const int across = block_shape_columns / columns;
    const int block_row = block.block_index().x / across;
    const int block_column = block.block_index().x % across;
    const int i = (block_row * rows + y) * block_shape_columns + block_column * columns + x;

    const int value = in[i];
    block.step("load");

    tile[y * pitch + x] = value;
    block.sync("write");

    const int copy = tile[y * pitch + x];
    block.step("read");

    out[i] = copy;
    block.step("store");
  }
};

}  // namespace warpscope
