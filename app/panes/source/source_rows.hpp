#pragma once

#include <vector>

#include "app/panes/source/source_layout.hpp"

namespace warpscope {

/// A part of a line, in a row of its own. Columns count characters from 0.
struct SourceRow {
  int first = 0, end = 0;  ///< columns of the line
  int at = 0;              ///< the column where it stands
  friend bool operator==(const SourceRow&, const SourceRow&) = default;
};

/// Breaks a line into rows of at most `room` columns: between words if they are short enough, else
/// behind a bracket, a comma or an operator. Rows after the first are indented further. One row if
/// the line fits, or if it is empty.
[[nodiscard]] std::vector<SourceRow> break_line(const SourceLine& line, int room);

}  // namespace warpscope
