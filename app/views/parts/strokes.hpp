#pragma once

#include "app/layout/geometry.hpp"
#include "app/ui/canvas.hpp"
#include "app/ui/theme.hpp"

namespace warpscope {

/// A line of dashes.
void draw_dashed(Canvas& canvas, Point from, Point to, Color color, float width = 1);
/// A frame of dashes: what is not there.
void draw_dashed_frame(Canvas& canvas, Rect box, Color color, float width = 1);
/// Diagonals instead of a value: an intended gap.
void draw_hatching(Canvas& canvas, Rect box, Color color);

}  // namespace warpscope
