#pragma once

#include "app/layout/banks_layout.hpp"
#include "app/lesson/lesson_place.hpp"
#include "app/ui/canvas.hpp"
#include "app/ui/theme.hpp"
#include "app/views/view.hpp"

namespace warpscope {

// Marks for what a lesson points at: the same purple outline in every pane.

/// A ring around a thing.
void draw_mark(Canvas& canvas, Rect rect, const Theme& theme, float radius = 4);
/// Rings around the marked lanes and banks of the bank picture.
void draw_bank_marks(Canvas& canvas, const BanksLayout& layout, const FoundMarks* marks,
                     const Theme& theme);

}  // namespace warpscope
