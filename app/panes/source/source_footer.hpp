#pragma once

#include "app/panes/source/source_page.hpp"

namespace warpscope {

/// Below the lines, cut from `area`: what their numbers are, block and warp of the playhead, and the
/// way to the user's editor, at the line that is looked at, else at the first row in sight.
void draw_source_footer(Canvas& canvas, Rect& area, int first_row, const SourceScene& scene,
                        Wishes& wishes);

}  // namespace warpscope
