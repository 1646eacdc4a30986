#include "app/layout/tile_cover.hpp"

#include <algorithm>

namespace warpscope {
namespace {

/// Marked tiles, seen in blocks of step × step.
struct Blocks {
  std::span<const std::uint8_t> marked;
  int columns, rows, step;

  [[nodiscard]] bool any(int column, int row) const {
    const int right = std::min(columns, (column + 1) * step);
    const int bottom = std::min(rows, (row + 1) * step);
    for (int y = row * step; y < bottom; ++y) {
      for (int x = column * step; x < right; ++x) {
        const auto tile = static_cast<std::ptrdiff_t>(y) * columns + x;
        if (marked[static_cast<std::size_t>(tile)] != 0) return true;
      }
    }
    return false;
  }
};

/// Row by row, runs of marked blocks; a run directly below an equal one extends that one.
std::vector<TileBox> runs_of(const Blocks& blocks) {
  const int wide = (blocks.columns + blocks.step - 1) / blocks.step;
  const int high = (blocks.rows + blocks.step - 1) / blocks.step;
  std::vector<TileBox> boxes;
  for (int y = 0; y < high; ++y) {
    for (int x = 0; x < wide; ++x) {
      if (!blocks.any(x, y)) continue;
      const int from = x;
      while (x < wide && blocks.any(x, y)) ++x;
      const auto above = std::ranges::find_if(boxes, [&](const TileBox& box) {
        return box.x == from && box.w == x - from && box.y + box.h == y;
      });
      if (above != boxes.end()) {
        ++above->h;
      } else {
        boxes.push_back({from, y, x - from, 1});
      }
    }
  }
  return boxes;
}

}  // namespace

std::vector<TileBox> cover_tiles(std::span<const std::uint8_t> marked, int columns, int rows,
                                 std::size_t most) {
  for (int step = 1;; step *= 2) {
    std::vector<TileBox> boxes = runs_of({marked, columns, rows, step});
    const bool whole = step >= std::max(columns, rows);
    if (boxes.size() > most && !whole) continue;
    for (TileBox& box : boxes) {
      box = {box.x * step, box.y * step, box.w * step, box.h * step};
      box.w = std::min(box.w, columns - box.x);
      box.h = std::min(box.h, rows - box.y);
    }
    return boxes;
  }
}

}  // namespace warpscope
