#pragma once

#include "app/lesson/course.hpp"
#include "app/ui/canvas.hpp"

namespace warpscope {

/// What a chapter is about, without words: as its kernels look on the stage.
void draw_chapter_picture(Canvas& canvas, Rect area, ChapterPicture picture, const Theme& theme);

}  // namespace warpscope
