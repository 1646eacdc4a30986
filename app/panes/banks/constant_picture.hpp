#pragma once

#include "app/views/view.hpp"

namespace warpscope {

/// The present access to constant memory: which lane wants which element, and in which pass it
/// comes.
void draw_constant_picture(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes);

}  // namespace warpscope
