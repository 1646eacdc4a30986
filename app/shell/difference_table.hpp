#pragma once

#include <string>

#include "app/comparison/comparison.hpp"
#include "app/shell/side_names.hpp"
#include "app/ui/canvas.hpp"
#include "app/ui/theme.hpp"
#include "app/views/view.hpp"

namespace warpscope {

/// The table between the two sides of a comparison: whose numbers they are, a row for each, and
/// below them what is wrong and where the two diverge first. Where not all has room, it scrolls, and the rows that
/// differ come first.
class DifferenceTable {
 public:
  /// Returns the note under `pointer`, whose wheel scrolls; nullptr if there is none.
  const Note* draw(Canvas& canvas, Rect area, const Comparison& comparison, const SideNames& names,
                   const Pointer& pointer, const Theme& theme);

 private:
  const Comparison* drawn_ = nullptr;  // by the last frame: only compared
  float scroll_ = 0;                   // pixels
};

}  // namespace warpscope
