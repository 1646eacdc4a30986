#pragma once

#include <cstdint>
#include <vector>

#include "app/stage/bins/bins_scene.hpp"

namespace warpscope {

/// A step that makes a record anew.
struct EquationRow {
  std::uint32_t step = 0;
  std::vector<std::uint32_t> nodes;  ///< by Records::arrays; FlowEdge::no_node: not made there
  std::vector<std::int64_t> with;    ///< the other records that it is made from
};

/// All steps of a launch that make a record, in order.
[[nodiscard]] std::vector<EquationRow> equation_rows(const Document& document,
                                                     const Records& records, std::int64_t record);
/// The record that is followed: the pinned element's, or the one that a pinned lane last made; else the one that most steps
/// make, of several the one next to the middle.
[[nodiscard]] std::int64_t followed_record(const BinsScene& scene);

/// One record through all steps, a row each, with its numbers whole; of few steps a column each.
class EquationTable {
 public:
  EquationTable(Canvas& canvas, const BinsScene& scene);
  [[nodiscard]] std::int64_t record() const { return record_; }
  /// Room for all rows, with the names above.
  [[nodiscard]] float height() const;
  [[nodiscard]] float width() const;
  /// A small area has only the rows around the present step.
  void draw(Canvas& canvas, Rect area, Wishes& wishes) const;

 private:
  struct Text {
    std::string text;
    std::uint32_t node = 0;
    bool known = false;
  };
  [[nodiscard]] float row_height() const;
  [[nodiscard]] std::string with_text(const EquationRow& row) const;
  void draw_row(Canvas& canvas, std::size_t row, Rect area, Wishes& wishes) const;
  void draw_turned(Canvas& canvas, Rect area, Wishes& wishes) const;
  void draw_cell(Canvas& canvas, std::size_t row, std::size_t array, Rect box,
                 Wishes& wishes) const;
  [[nodiscard]] Color step_color(std::size_t row) const;
  [[nodiscard]] const std::string& name(std::size_t array) const;

  const BinsScene& scene_;
  std::int64_t record_ = 0;
  std::vector<EquationRow> rows_;
  std::vector<std::vector<Text>> texts_;
  std::vector<std::string> labels_;
  std::vector<float> widths_;  // of the columns, by array
  float label_width_ = 0, with_width_ = 0, name_width_ = 0, number_width_ = 0;
  bool turned_ = false;
};

}  // namespace warpscope
