#pragma once

#include "kernels/kernel_info.hpp"
#include "kernels/matrix/tile_transpose.cuh"

namespace warpscope {

// Transposition 2: through a tile of 32 x 32 words. Coalesced, but 32 lanes queue at one bank.
struct TransposeTiled : TileTranspose<0> {
  static constexpr KernelInfo info{
      .id = "transpose_tiled",
      .task = "transpose",
      .lecture = "C",
      .title = "Transposition, tiled",
      .summary = "Coalesced through a tile, but its columns lie in one bank: 32-way conflicts.",
      .source = "kernels/matrix/tile_transpose.cuh",
      .shape = Shape::square,
      .elements_per_thread = 4,
      .min_block = 256,
      .max_block = 256,
      .default_block = 256,
      .default_size = 64,
      .max_size = 8192,
      .max_emulated_size = 1024,
      .input = InputShape::matrix};
};

}  // namespace warpscope
