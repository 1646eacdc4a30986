#pragma once

#include <cstdint>
#include <vector>

#include "app/stage/grid/grid_layout.hpp"

namespace warpscope {

/// Pixels.
struct CellSize {
  float w = 0, h = 0;
  [[nodiscard]] float area() const { return w * h; }
};

/// The size at which that many cells fit. Cells of matrices are
/// square unless their values need more; those of lines of one long array fill the room.
[[nodiscard]] CellSize cell_size(const GridMetrics& metrics, float width, float height,
                                 std::int64_t across, std::int64_t down, bool folded = false);
/// Puts a matrix so that its first cell is at a point.
void put(GridPlace& place, Point at, CellSize cell, const GridMetrics& metrics);

/// Levels one behind the other along x, or along y; the matrices of a level beside one another.
class GridChain {
 public:
  using Levels = std::vector<std::vector<GridPlace>>;
  /// The arguments must outlive it.
  GridChain(const Levels& levels, const GridMetrics& metrics, bool along_x);

  /// The size at which its cells fit.
  [[nodiscard]] CellSize size(Rect area) const;
  [[nodiscard]] std::vector<GridPlace> lay(Rect area, CellSize cell) const;

 private:
  /// What the names need in all beyond the cells of their levels, where these stand side by side.
  [[nodiscard]] float names_beyond(float cell) const;
  /// What each level gets before the next one, where levels stand side by side, likewise.
  [[nodiscard]] std::vector<float> room_ahead(float cell, float spare) const;
  /// What each matrix of a level gets beside its cells, so that its title has room.
  [[nodiscard]] std::vector<float> room_for_names(const std::vector<GridPlace>& level, float cell,
                                                  float spare) const;
  [[nodiscard]] std::int64_t cells(const GridPlace& place, bool along) const;
  /// The pixels that matrices need besides their cells.
  [[nodiscard]] float fixed(bool along) const;
  [[nodiscard]] std::int64_t longest(const std::vector<GridPlace>& level) const;
  [[nodiscard]] std::int64_t beside(const std::vector<GridPlace>& level) const;

  const Levels& levels_;
  const GridMetrics& metrics_;
  bool along_x_;
  std::int64_t along_cells_ = 0, beside_cells_ = 1;
  std::size_t most_beside_ = 1;
  bool folded_ = false;  // all are lines of long arrays
};

}  // namespace warpscope
