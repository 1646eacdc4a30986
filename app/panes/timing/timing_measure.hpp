#pragma once

#include "app/ui/canvas.hpp"
#include "app/views/view.hpp"

namespace warpscope {

/// At the right of `row`, which shrinks: a button that measures on this machine, or why it cannot;
/// while a measurement runs, its progress and a button that ends it. Draws nothing if the frame
/// knows of no measuring.
void draw_measure(Canvas& canvas, Rect& row, const Frame& frame, Wishes& wishes);

}  // namespace warpscope
