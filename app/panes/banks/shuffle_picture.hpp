#pragma once

#include "app/views/view.hpp"

namespace warpscope {

/// Which lane's register each lane of the present shuffle reads.
void draw_shuffle_picture(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes);

}  // namespace warpscope
