#pragma once

#include <string>

#include "app/comparison/comparison.hpp"
#include "app/shell/side_names.hpp"
#include "app/ui/canvas.hpp"
#include "app/ui/theme.hpp"
#include "app/views/parts/line_changes.hpp"
#include "app/views/view.hpp"

namespace warpscope {

/// The table between the two sides of a comparison: whose numbers they are, a row for each total or for each line of the
/// source, and below them what is wrong and where the two diverge first. Where not all has room, it scrolls, and the rows
/// that differ come first.
class DifferenceTable {
 public:
  /// What the mouse is over: a note, a line, or nothing.
  struct Pointed {
    const Note* note = nullptr;
    const ComparedLine* line = nullptr;
    Rect rect{};  ///< of the line
  };
  /// Totals. The pointer's wheel scrolls.
  Pointed draw(Canvas& canvas, Rect area, const Comparison& comparison, const SideNames& names,
               const Pointer& pointer, const Theme& theme);
  /// Line by line.
  Pointed draw_lines(Canvas& canvas, Rect area, const Comparison& comparison,
                     const SideNames& names, const ChangeSides& sides, const Pointer& pointer,
                     const Theme& theme);

 private:
  const Comparison* drawn_ = nullptr;  // by the last frame: only compared
  float scroll_ = 0;                   // pixels
  LineChanges lines_;
};

/// How the table calls two runs: in the order of the panes.
[[nodiscard]] ChangeSides change_sides(const Trace& left, const Trace& right,
                                       const SideNames& names);

}  // namespace warpscope
