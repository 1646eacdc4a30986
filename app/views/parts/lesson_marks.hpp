#pragma once

#include <cstdint>
#include <optional>

#include "app/layout/banks_layout.hpp"
#include "app/lesson/lesson_place.hpp"
#include "app/ui/canvas.hpp"
#include "app/ui/theme.hpp"
#include "app/views/view.hpp"

namespace warpscope {

/// The access that an open question of the lesson is about; nullopt if none is open. Pictures of
/// the run hide the cost of this access and of those behind it.
[[nodiscard]] std::optional<std::uint32_t> asked_access(const Frame& frame);

// Marks for what a lesson points at: the same purple outline in every pane.

/// A ring around a thing.
void draw_mark(Canvas& canvas, Rect rect, const Theme& theme, float radius = 4);
/// Rings around the marked lanes and banks of the bank picture.
void draw_bank_marks(Canvas& canvas, const BanksLayout& layout, const FoundMarks* marks,
                     const Theme& theme);

}  // namespace warpscope
