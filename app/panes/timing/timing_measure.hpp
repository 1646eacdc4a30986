#pragma once

#include "app/ui/canvas.hpp"
#include "app/views/view.hpp"

namespace warpscope {

/// At the right of `row`, which shrinks: a button that measures here, or why it cannot; while a
/// measurement runs, how far it is and a button that ends it. Nothing where the frame knows of no
/// measuring.
void draw_measure(Canvas& canvas, Rect& row, const Frame& frame, Wishes& wishes);

}  // namespace warpscope
