#pragma once

#include "app/views/view.hpp"

namespace warpscope {

/// Lanes and the 32-byte sectors of global memory that the present access touches.
void draw_sector_picture(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes);

}  // namespace warpscope
