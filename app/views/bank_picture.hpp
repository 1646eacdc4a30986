#pragma once

#include "app/views/view.hpp"
#include "instrumentation/analysis/bank_model.hpp"

namespace warpscope {

/// Lanes, the banks that they want, and the words of each bank stacked wavefront by wavefront.
/// frame.motion plays the wavefronts one after another; at 1 all are done.
void draw_bank_picture(Canvas& canvas, Rect area, const Frame& frame, const SharedRequest& request,
                       Wishes& wishes);

}  // namespace warpscope
