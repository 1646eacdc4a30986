#include "instrumentation/timing/processor_product.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace warpscope {
namespace {

constexpr std::int64_t tile_rows = 4, tile_columns = 16;
constexpr std::int64_t block_depth = 256, block_columns = 512;  // of B: 512 KiB, half of an L2

using Tile = std::array<std::array<float, tile_columns>, tile_rows>;

/// A block of B as strips of tile_columns, one after another, zeros where B ends.
struct PackedBlock {
  std::int64_t first_row = 0, depth = 0, first_column = 0, columns = 0;
  std::vector<float> strips;

  void pack(const float* b, std::int64_t n) {
    strips.clear();
    for (std::int64_t left = first_column; left < first_column + columns; left += tile_columns) {
      const std::int64_t width = std::min(tile_columns, n - left);
      for (std::int64_t k = first_row; k < first_row + depth; ++k) {
        const float* row = b + k * n + left;
        strips.insert(strips.end(), row, row + width);
        strips.insert(strips.end(), static_cast<std::size_t>(tile_columns - width), 0.0F);
      }
    }
  }
};

/// Adds to a tile what a strip contributes. The loops have fixed bounds, so that the compiler keeps
/// the tile in registers.
[[gnu::always_inline]] inline void multiply_tile(const std::array<const float*, tile_rows>& rows,
                                                 const float* strip, std::int64_t depth,
                                                 Tile& tile) {
  Tile sum{};
  for (std::int64_t k = 0; k < depth; ++k) {
    for (std::size_t r = 0; r < tile_rows; ++r) {
      const float left = rows[r][k];
      for (std::size_t x = 0; x < tile_columns; ++x) {
        sum[r][x] += left * strip[static_cast<std::size_t>(k) * tile_columns + x];
      }
    }
  }
  tile = sum;
}

[[gnu::always_inline]] inline void multiply_block(const float* a, float* c, std::int64_t n,
                                                  Share rows, const PackedBlock& block) {
  for (std::int64_t top = rows.first; top < rows.last; top += tile_rows) {
    std::array<const float*, tile_rows> starts{};
    for (std::int64_t r = 0; r < tile_rows; ++r) {
      const std::int64_t row = std::min(top + r, rows.last - 1);
      starts[static_cast<std::size_t>(r)] = a + row * n + block.first_row;
    }
    const std::int64_t height = std::min(tile_rows, rows.last - top);
    const float* strip = block.strips.data();
    for (std::int64_t x = 0; x < block.columns; x += tile_columns) {
      Tile tile;
      multiply_tile(starts, strip, block.depth, tile);
      strip += block.depth * tile_columns;
      const std::int64_t width = std::min(tile_columns, block.columns - x);
      for (std::int64_t r = 0; r < height; ++r) {
        float* out = c + (top + r) * n + block.first_column + x;
        for (std::int64_t w = 0; w < width; ++w) {
          out[w] += tile[static_cast<std::size_t>(r)][static_cast<std::size_t>(w)];
        }
      }
    }
  }
}

void multiply_block_anywhere(const float* a, float* c, std::int64_t n, Share rows,
                             const PackedBlock& block) {
  multiply_block(a, c, n, rows, block);
}

#ifdef __x86_64__
/// The same with the wide registers that nearly all of today's processors have.
[[gnu::target("avx2,fma")]] void multiply_block_wide(const float* a, float* c, std::int64_t n,
                                                     Share rows, const PackedBlock& block) {
  multiply_block(a, c, n, rows, block);
}
bool has_wide() { return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"); }
#else
constexpr auto multiply_block_wide = multiply_block_anywhere;
constexpr bool has_wide() { return false; }
#endif

}  // namespace

void multiply_rows(const float* a, const float* b, float* c, std::int64_t n, Share rows) {
  if (rows.first == rows.last) return;
  std::fill(c + rows.first * n, c + rows.last * n, 0.0F);
  static const auto multiply = has_wide() ? multiply_block_wide : multiply_block_anywhere;
  PackedBlock block;
  block.strips.reserve(block_depth * (block_columns + tile_columns));
  for (block.first_column = 0; block.first_column < n; block.first_column += block_columns) {
    block.columns = std::min(block_columns, n - block.first_column);
    for (block.first_row = 0; block.first_row < n; block.first_row += block_depth) {
      block.depth = std::min(block_depth, n - block.first_row);
      block.pack(b, n);
      multiply(a, c, n, rows, block);
    }
  }
}

}  // namespace warpscope
