#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "app/stage/grid/grid_layout.hpp"
#include "app/views/parts/focus_map.hpp"
#include "instrumentation/patterns/cell_history.hpp"
#include "instrumentation/patterns/number_spread.hpp"

namespace warpscope {

/// Of each array, all the values that a run gives to it: what is shown large stays so at all moments.
[[nodiscard]] std::vector<NumberSpread> spreads_of(const Trace& trace, const Dataflow& flow);

/// Sizes of values in cells, in pixels.
struct CellText {
  float size = 12;
  float digit = 7;  ///< width of a character
};

/// Whether every matrix of a layout has room for its values, whichever the run gives to it. Of values of
/// several numbers: never.
[[nodiscard]] bool has_room_for_values(const GridLaunch& launch, const GridLayout& layout,
                                       const Trace& trace, const std::vector<NumberSpread>& spreads,
                                       const CellText& text);

/// The metrics with which the most cells around those at work have room for their values; nullopt if none
/// have, or if the values of all cells have room.
[[nodiscard]] std::optional<GridMetrics> large_metrics(const GridLaunch& launch, Rect area,
                                                       const GridMetrics& metrics,
                                                       const std::vector<MatrixCell>& focus,
                                                       const Trace& trace,
                                                       const std::vector<NumberSpread>& spreads,
                                                       const CellText& text);

/// The whole of each matrix as a block of a map.
class GridMap {
 public:
  GridMap(const GridLaunch& launch, const Trace& trace, std::uint32_t access,
          const CellHistory& history, const GridLayout& large);
  [[nodiscard]] const FocusMap& map() const { return map_; }
  /// An element of a matrix.
  struct Element {
    std::size_t matrix = 0;
    MatrixCell cell;
  };
  [[nodiscard]] Element element(const MapPlace& place) const;

 private:
  struct Block {
    std::size_t matrix = 0;
    std::uint32_t first = 0, columns = 1, rows = 1;  ///< of the map
    double scale = 1;                                ///< elements in a cell's side
  };
  FocusMap map_;
  std::vector<Block> blocks_;
  std::vector<MatrixCell> ends_;  // by block: extents of the matrix
};

/// The first access from `access` on, else from the launch's first one, that touches an element; nullopt if none does.
[[nodiscard]] std::optional<std::uint32_t> next_touch(const Trace& trace, std::uint32_t access,
                                                      int array, std::int64_t index);

}  // namespace warpscope
