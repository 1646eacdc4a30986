#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "app/layout/shade_range.hpp"
#include "instrumentation/analysis/dataflow.hpp"
#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// Nodes that stand side by side: made in one step, none of them from another of the row.
struct TreeRow {
  std::uint32_t step = 0;
  std::uint32_t level = 0;  ///< 0, 1, … where a step makes values from its own values
  std::uint32_t first = 0;  ///< into TreeLayout's order
  std::uint32_t count = 0;
  bool global = false;  ///< its values leave the block, or come from outside
  ShadeRange values{};  ///< that its nodes have
};

/// The places of an array's cells along x.
struct TreeTrack {
  ElementIndex lowest = 0;    ///< element at x = 0
  ElementIndex cells = 0;     ///< elements that nodes span; 0 where no node is in the array
  ElementIndex across = 0;    ///< elements across the width, at least `cells`
  bool folded = false;        ///< two halves that change roles, drawn over one another
  int column = 0;             ///< arrays written in the same row stand in different columns
  std::vector<float> edges;   ///< left edges of the cells in 0..1 when stretched; empty: even
  std::vector<bool> written;  ///< per cell; empty for memory outside of the block
  /// Where an element lies among the cells.
  [[nodiscard]] ElementIndex cell(ElementIndex index) const {
    return folded ? (index - lowest) % cells : index - lowest;
  }
};

/// Geometry of the dataflow: a row per step, x by the address, all in 0..1 and made once per trace.
/// Knows no algorithm: trees and networks appear because the edges are so.
///
/// "Stretched" gives cells more width where rows are crowded, for trees that shrink into one
/// corner; trees that stay spread out keep their even axis.
class TreeLayout {
 public:
  TreeLayout() = default;
  TreeLayout(const Trace& trace, const Dataflow& flow);
  /// Of one launch: its nodes alone have rows.
  TreeLayout(const Trace& trace, const Dataflow& flow, std::uint32_t launch);

  [[nodiscard]] std::span<const TreeRow> rows() const { return rows_; }
  /// Nodes of a row from left to right.
  [[nodiscard]] std::span<const std::uint32_t> nodes(const TreeRow& row) const {
    return {order_.data() + row.first, row.count};
  }
  [[nodiscard]] std::uint32_t row_of(std::uint32_t node) const { return row_of_[node]; }
  /// Whether a node has a row; FlowEdge::no_node has none.
  [[nodiscard]] bool has(std::uint32_t node) const {
    return node < row_of_.size() && row_of_[node] != no_row;
  }
  /// First row at or after a step; the last row if there is none.
  [[nodiscard]] std::uint32_t row_of_step(std::uint32_t step) const;

  [[nodiscard]] std::span<const TreeTrack> tracks() const { return tracks_; }  ///< one per array
  [[nodiscard]] int columns() const { return columns_; }
  /// Cells of the widest array: how crowded the axis is. Global arrays count where no other holds
  /// values.
  [[nodiscard]] ElementIndex cells() const { return cells_; }
  /// The array whose addresses stand above a column: the widest, global ones only where there is no
  /// other; -1 where no array is in the column.
  [[nodiscard]] int ruled_array(int column) const;
  [[nodiscard]] bool can_stretch() const { return guide_ >= 0; }

  /// Whether an element's cell has an odd number among those of its array.
  [[nodiscard]] bool odd(int array, ElementIndex index) const {
    return tracks_[static_cast<std::size_t>(array)].cell(index) % 2 != 0;
  }
  /// Middle of an element's cell in 0..1 over all columns.
  [[nodiscard]] float x(int array, ElementIndex index, bool stretched) const;

 private:
  static constexpr std::uint32_t no_row = 0xffffffffU;
  struct Steps {
    std::uint32_t first = 0, end = 0;
  };
  TreeLayout(const Trace& trace, const Dataflow& flow, Steps steps);
  void find_tracks(const Trace& trace, const Dataflow& flow, Steps steps);
  void find_rows(const Trace& trace, const Dataflow& flow, Steps steps);
  void add_rows(std::uint32_t step, std::uint32_t first_node, std::span<const std::uint32_t> keys);
  void find_columns(const Dataflow& flow);
  void find_scales(const Trace& trace);
  void sort_rows(const Trace& trace, const Dataflow& flow);
  void stretch(const Dataflow& flow);

  std::vector<TreeRow> rows_;
  std::vector<std::uint32_t> order_;
  std::vector<std::uint32_t> row_of_;
  std::vector<TreeTrack> tracks_;
  ElementIndex cells_ = 1;
  int columns_ = 1;
  int guide_ = -1;  // the widest stretched array, which the others follow
};

}  // namespace warpscope
