#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "app/stage/tree/tree_layout.hpp"

namespace warpscope {

/// The least distance between neighbouring nodes of a row, in widths of the plot; infinite if there
/// are none. Cells take turns in two levels if every second one has a level of its own.
struct NodeGaps {
  float one_level = 0;
  float two_levels = 0;
};

constexpr float pill_air = 9;  ///< beside the digits in a pill; less where a row has no room for it

/// How the values of a row are written.
struct RowText {
  int levels = 0;           ///< 0: not all of them have room; 2: cells take turns, high and low
  float air = pill_air;     ///< in a pill, beside its digits
  std::uint8_t digits = 0;  ///< characters of the widest value; 0: none is known
};

/// What the texts of a tree need, in pixels.
struct RowSizes {
  float text = 12;
  float digit = 7;   ///< width of a character
  float pill = 20;   ///< height of a value
  float least = 18;  ///< between neighbouring rows
  float most = 72;
  float present = 0;  ///< above the present row, where values are on their way
};

/// Width of the pill around some characters.
[[nodiscard]] float pill_width(const RowSizes& sizes, std::size_t characters, float air = pill_air);

/// Of nodes of one row, from left to right.
[[nodiscard]] NodeGaps gaps_among(const Dataflow& flow, const TreeLayout& layout,
                                  std::span<const std::uint32_t> nodes, bool stretched);
/// The nodes of a row between two shares of the width; its cells are even.
[[nodiscard]] std::span<const std::uint32_t> nodes_between(const TreeLayout& layout,
                                                           const Dataflow& flow, const TreeRow& row,
                                                           double left, double right);
/// Whether all values of so many characters have room, in one level or two.
[[nodiscard]] bool has_room(const NodeGaps& gaps, std::uint8_t digits, const RowSizes& sizes,
                            float width);

/// What is known of a tree's rows before any size is.
struct RowFacts {
  RowFacts() = default;
  RowFacts(const Dataflow& flow, const TreeLayout& layout, std::vector<std::uint8_t> widest);
  /// Of the part of the tree between two shares of its width, which is not stretched.
  [[nodiscard]] RowFacts between(const Dataflow& flow, const TreeLayout& layout, double left,
                                 double right) const;
  /// Rows with values that are known.
  [[nodiscard]] std::size_t valued() const;

  std::vector<std::uint8_t> digits;  ///< characters of the widest value; 0: none is known
  std::vector<NodeGaps> even, stretched;
};

/// Where the rows of a tree lie. All are as far apart as there is room; if there is little, those
/// that need most get it: rows of two levels, and the present one.
class TreeRows {
 public:
  TreeRows() = default;
  /// `present` is the row that is high, between two rows while the picture glides.
  TreeRows(const RowFacts& facts, bool stretched, const RowSizes& sizes, float width, float height,
           float present);

  /// These rows, `factor` times as far apart in a plot of `width`, with the values that have room.
  [[nodiscard]] TreeRows enlarged(const RowFacts& facts, bool stretched, const RowSizes& sizes,
                                  float width, float factor) const;

  [[nodiscard]] const RowSizes& sizes() const { return sizes_; }
  [[nodiscard]] std::size_t count() const { return y_.size(); }
  /// Middle of a row below the content's top.
  [[nodiscard]] float y(std::size_t row) const { return row < y_.size() ? y_[row] : 0; }
  /// Middle of a node's level below its row's.
  [[nodiscard]] float below(std::size_t row, bool odd_cell) const;
  [[nodiscard]] RowText text(std::size_t row) const {
    return row < texts_.size() ? texts_[row] : RowText{};
  }
  /// Height of a row's values.
  [[nodiscard]] float height(std::size_t row) const;
  /// To the nearer neighbour.
  [[nodiscard]] float room(std::size_t row) const;
  /// To the row above; of the first one, to the next.
  [[nodiscard]] float gap(std::size_t row) const;
  [[nodiscard]] float content() const { return content_; }
  [[nodiscard]] bool fit() const { return fit_; }
  /// Rows of which all values are written.
  [[nodiscard]] std::size_t written() const { return written_; }
  [[nodiscard]] std::uint32_t nearest(float y) const;
  /// First row that ends below `y`.
  [[nodiscard]] std::uint32_t first_below(float y) const;

 private:
  RowSizes sizes_;
  std::vector<float> y_;
  std::vector<RowText> texts_;
  float content_ = 0;
  bool fit_ = true;
  std::size_t written_ = 0;
};

}  // namespace warpscope
