#pragma once

#include "instrumentation/block/vocabulary.hpp"
#include "kernels/matrix/transpose_tile.hpp"

namespace warpscope {

// Transposition through a tile in shared memory, whose rows are `Pad` words longer than needed.
//   Idea    Read a tile along its rows, turn it in shared memory, write it along its rows
//           too.
//   Cost    One global load and store per element as before, and one of each in shared
//           memory.
//   Look    Sectors: 4 for loads and stores alike. Banks: the turn reads a column of the
//           tile. With 32 words a row that is one bank, so the price only moved; with 33 it
//           is all of them.
//   Needs   A square matrix whose side is a multiple of 32; blocks of 32 x 8 threads.
//   Today   An H200 has the 32 banks of this model: without padding 32 passes for each load
//           of the tile. On the 16 banks of 1.x they are 16; the pad word cures both.
template <int Pad>
struct TileTranspose {
  static constexpr int pitch = transpose_side + Pad;
  /// Elements of shared memory that a block needs.
  static constexpr int shared_count() { return transpose_side * pitch; }

  template <class Block>
  WS_DEVICE void operator()(Block& block, Global<Block, const int> in, Global<Block, int> out,
                            int n) const {
    auto tile = shared_array<"tile", int>(block, shared_count(), pitch);
    const int x = block.thread_index().x;
    const int y = block.thread_index().y;
    const int across = block.block_index().x * transpose_side;
    const int down = block.block_index().y * transpose_side;

    for (int j = 0; j < transpose_side; j += transpose_rows) {
      tile[(y + j) * pitch + x] = in[(down + y + j) * n + across + x];
    }
    block.sync("load");

    for (int j = 0; j < transpose_side; j += transpose_rows) {
      out[(across + y + j) * n + down + x] = tile[x * pitch + y + j];
    }
    block.step("store");
  }
};

}  // namespace warpscope
