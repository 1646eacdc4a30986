#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "app/stage/tree/tree_layout.hpp"
#include "app/stage/tree/tree_rows.hpp"
#include "app/views/parts/focus_map.hpp"

namespace warpscope {

/// Room for what a tree shows large.
struct TreeRoom {
  RowSizes sizes;   ///< of the smallest digits
  float width = 1;  ///< pixels of the plot
};

/// What a tree shows large: the part of the row at work whose values have room, and all that lies
/// above and below it. Its elements are a power of two from a multiple of it, as subtrees are.
struct TreeFocus {
  std::uint32_t row = 0;
  std::uint32_t node = 0;  ///< at work, or the first of the row
  std::int32_t warp = 0;
  ElementIndex first = 0, end = 0;  ///< elements of the node's array
  double left = 0, right = 1;       ///< between the ends of all columns, as TreeLayout::x
  friend bool operator==(const TreeFocus&, const TreeFocus&) = default;
};

/// `row`: that of the present access. `wanted`: a place of the tree that is shown if the warp works there. The layout has rows.
[[nodiscard]] TreeFocus choose_tree_focus(const TreeLayout& layout, const RowFacts& facts,
                                          const Trace& trace, const Dataflow& flow,
                                          std::uint32_t access, std::uint32_t row,
                                          const TreeRoom& room, std::optional<double> wanted = {});

/// Whether what the row at work is made from lies in the part, too: else its lines would lead out of sight, as those of
/// partners that stand half an array apart, and the whole tree tells more.
[[nodiscard]] bool holds_sources(const TreeFocus& focus, const TreeLayout& layout,
                                 const Dataflow& flow);

/// The whole tree as a map: its columns are places, its rows are rows. Made once per tree.
class TreeMap {
 public:
  TreeMap() = default;
  TreeMap(const TreeLayout& layout, const Trace& trace, const Dataflow& flow);

  /// At a moment. `top` and `bottom`: the shares of the rows that are in sight.
  [[nodiscard]] FocusMap at(const TreeLayout& layout, const Trace& trace, const Dataflow& flow,
                            std::uint32_t access, const TreeFocus& focus, double top,
                            double bottom) const;
  /// The node that is nearest to a place of the map.
  [[nodiscard]] std::uint32_t node(const TreeLayout& layout, const Dataflow& flow,
                                   const MapPlace& place) const;
  /// A column's middle between the ends of all columns.
  [[nodiscard]] double place(std::uint32_t column) const { return (column + 0.5) / columns_; }

 private:
  [[nodiscard]] std::uint32_t column(double x) const;
  [[nodiscard]] std::uint32_t map_row(std::uint32_t row) const;

  std::uint32_t columns_ = 1, rows_ = 1, all_rows_ = 1;
  std::vector<MapBlock> blocks_;
  std::vector<bool> any_;                  // by row and column
  std::vector<std::uint32_t> first_step_;  // by row of the map, and last
  std::vector<std::uint32_t> last_step_;
};

}  // namespace warpscope
