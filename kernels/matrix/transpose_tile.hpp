#pragma once

namespace warpscope {

/// Side of the tile that a block transposes, and how many of its rows the block covers at a time.
inline constexpr int transpose_side = 32;
inline constexpr int transpose_rows = 8;

}  // namespace warpscope
