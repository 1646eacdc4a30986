#pragma once

#include "kernels/kernel_info.hpp"
#include "kernels/matrix/tile_transpose.cuh"

namespace warpscope {

// Transposition 3: the same with one pad word a row. Coalesced and free of conflicts.
struct TransposePadded : TileTranspose<1> {
  static constexpr KernelInfo info{
      .id = "transpose_padded",
      .task = "transpose",
      .lecture = "C",
      .title = "Transposition, padded",
      .summary = "One pad word a row of the tile: coalesced and free of conflicts.",
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
