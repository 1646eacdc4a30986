#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "app/layout/geometry.hpp"
#include "app/panes/multiprocessor/measured_words.hpp"
#include "app/panes/timing/log_axis.hpp"
#include "instrumentation/timing/device_record.hpp"

namespace warpscope {

/// A line of the chart: an operation, or the name of those below it.
struct OperationLine {
  OperationGroup group = OperationGroup::other;
  const OperationFigure* figure = nullptr;  ///< nullptr: the group's name
};
/// In the order of device_operations(), unknown ones last. Points into the record.
[[nodiscard]] std::vector<OperationLine> operation_lines(const DeviceRecord& record);

/// Cycles and latencies of all lines, and what the lecture says of them, on one axis.
[[nodiscard]] LogAxis operation_axis(std::span<const OperationLine> lines);

/// Columns of lines side by side.
struct OperationsLayout {
  struct Column {
    Rect area;
    std::size_t first = 0, count = 0;  ///< of the lines in sight
  };
  std::vector<Column> columns;
  float row = 0;
  std::size_t in_sight = 0;  ///< lines of the tallest column that fit
  std::size_t scroll = 0;    ///< lines above those in sight, at most what there is to scroll
  std::size_t most_scroll = 0;
};
/// Two columns if there is room for them and one would have to scroll; a column begins with a group's
/// name. Rows are at least `least` high, at most twice that.
[[nodiscard]] OperationsLayout operations_layout(Rect area, std::span<const OperationLine> lines,
                                                 float least, float column_width,
                                                 std::size_t scroll);
/// How far to scroll so that a line stands in the middle, as far as there is something to scroll.
/// `unscrolled` is the layout without scrolling.
[[nodiscard]] std::size_t scroll_to_line(const OperationsLayout& unscrolled, std::size_t line);

}  // namespace warpscope
