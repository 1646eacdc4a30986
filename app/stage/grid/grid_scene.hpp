#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "app/stage/grid/grid_layout.hpp"
#include "app/views/view.hpp"
#include "instrumentation/patterns/cell_history.hpp"
#include "instrumentation/patterns/flow_uses.hpp"

namespace warpscope {

/// Everything that the parts of the grid's picture share while one frame is drawn.
struct GridScene {
  const Document& document;
  const Frame& frame;
  const GridLaunch& launch;
  const GridLayout& layout;
  const CellHistory& history;  ///< at the moment that is shown
  const FlowUses& uses;
  std::uint32_t focus = FlowEdge::no_node;  ///< the node whose sources are marked
  float text_size = 12;
  float digit = 7;  ///< width of a character of a value
  Rect area{};      ///< a small pane shows only a part of the layout

  [[nodiscard]] const Theme& theme() const { return *frame.theme; }
  [[nodiscard]] const Trace& trace() const { return *document.trace; }
  [[nodiscard]] const Access& access() const { return trace().accesses[frame.access]; }
  [[nodiscard]] const Array& array(const GridMatrix& matrix) const {
    return trace().arrays[static_cast<std::size_t>(matrix.array)];
  }
  [[nodiscard]] const FlowNode& node(std::uint32_t n) const { return document.flow.nodes[n]; }
};

/// Cells smaller than this lie edge to edge.
inline constexpr float merged_below = 5;
/// The part of a cell that is painted, and its rounding.
[[nodiscard]] inline Rect box_of(Rect cell) {
  const float least = std::min(cell.w, cell.h);
  return cell.inset(least < merged_below ? 0.0F : least < 12 ? 0.5F : 1.0F);
}
[[nodiscard]] inline float radius_of(Rect cell) {
  return std::min(cell.w, cell.h) < 12 ? 1.0F : 3.0F;
}
[[nodiscard]] inline bool touches(std::span<const ElementIndex> indices, std::int64_t index) {
  return std::find(indices.begin(), indices.end(), index) != indices.end();
}

/// An entry of a sparse matrix stands out from places that have none.
[[nodiscard]] inline Color unread_entry(const Theme& theme) {
  return mix(theme.panel, theme.muted, 0.4F);
}

/// A value on its way from its cell to the next.
struct GridMove {
  Rect from, to;
  float t = 0;          ///< 0: at `from`, 1: at `to`
  bool waits = false;   ///< in a register: it is read, and not yet written
  bool within = false;  ///< from one cell of a matrix to another
};

/// A node with at least this many operands shows how many of them have come.
inline constexpr std::uint32_t gathered_values = 5;

/// The moves of the present access: loaded values to where they will go, stored values from where
/// they were loaded.
[[nodiscard]] std::vector<GridMove> moves_of_now(const GridScene& scene);
void draw_matrix(Canvas& canvas, const GridScene& scene, const GridPlace& place);
/// Its title and the numbers of its rows and columns, on top of moves that cross them.
void draw_matrix_words(Canvas& canvas, const GridScene& scene, const GridPlace& place);
/// The cells that the present access touches: outlined if it reads them, filled if it writes them.
void draw_marks(Canvas& canvas, const GridScene& scene, const GridPlace& place);
/// The cells that the focus is made from.
void draw_sources(Canvas& canvas, const GridScene& scene);
/// The ways from one matrix to another. Drawn before the matrices, they run in the gutters.
void draw_ways(Canvas& canvas, const GridScene& scene);
/// Where values are, and the ends of their ways.
void draw_moves(Canvas& canvas, const GridScene& scene);

/// "tile[2, 5] = 7", where it comes from and who wrote it.
[[nodiscard]] std::string describe_cell(const GridScene& scene, const GridLayout::Hit& hit);
[[nodiscard]] ContextMenu menu_of_cell(const GridScene& scene, const GridLayout::Hit& hit);
/// The version that a cell holds, else the one that it will hold next; no_node if there is none.
[[nodiscard]] std::uint32_t node_of_cell(const GridScene& scene, const GridLayout::Hit& hit);
/// The sources of a node: "copy of in[3] = 4", "12 of its 64 values read".
[[nodiscard]] std::string sources_of_node(const GridScene& scene, std::uint32_t node);
/// How many values a node gathers, and how many of them have come; 0 of 0 for a node of few values.
struct Gathered {
  std::uint32_t loaded = 0, all = 0;
};
[[nodiscard]] Gathered gathered(const GridScene& scene, std::uint32_t node);

}  // namespace warpscope
