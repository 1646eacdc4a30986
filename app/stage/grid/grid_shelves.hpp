#pragma once

#include <optional>
#include <vector>

#include "app/stage/grid/grid_chain.hpp"

namespace warpscope {

/// Matrices in the order in which values move, in lines like the words of a text. Cells of small
/// matrices are up to twice as large: a tile is not lost beside the matrix that it is cut from.
class GridShelves {
 public:
  /// `metrics` must outlive it.
  GridShelves(const GridChain::Levels& levels, const GridMetrics& metrics, Rect area);

  /// The largest size of the largest matrix's cells at which all cells and names fit; nullopt if
  /// none does.
  [[nodiscard]] const std::optional<CellSize>& size() const { return size_; }
  /// Only if there is a size.
  [[nodiscard]] std::vector<GridPlace> lay() const;

 private:
  using Shelves = std::vector<std::vector<GridPlace>>;
  /// As many of the matrices in each line as fit; nullopt if the lines are too many.
  [[nodiscard]] std::optional<Shelves> fill(CellSize cell) const;
  /// The size of a matrix's cells, where those of the largest have that one.
  [[nodiscard]] CellSize own(const GridPlace& place, CellSize cell) const;
  [[nodiscard]] float width(const GridPlace& place, CellSize cell) const;
  [[nodiscard]] float height(const std::vector<GridPlace>& shelf, CellSize cell) const;

  const GridMetrics& metrics_;
  Rect area_;
  std::vector<GridPlace> places_;
  float longest_ = 1;  // side of a matrix, in cells
  std::optional<CellSize> size_;
  Shelves shelves_;
};

}  // namespace warpscope
