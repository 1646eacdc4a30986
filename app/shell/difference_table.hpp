#pragma once

#include <string>

#include "app/comparison/comparison.hpp"
#include "app/shell/side_names.hpp"
#include "app/ui/canvas.hpp"
#include "app/ui/theme.hpp"
#include "app/views/view.hpp"

namespace warpscope {

/// The table between the two sides of a comparison: whose numbers they are, a row for each, and
/// below them what is wrong and where the two diverge first. Returns the note under `pointer`;
/// nullptr if there is none.
const Note* draw_difference(Canvas& canvas, Rect area, const Comparison& comparison,
                            const SideNames& names, const Pointer& pointer, const Theme& theme);

}  // namespace warpscope
