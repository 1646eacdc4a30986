#pragma once

#include <cstdint>
#include <optional>

#include "app/layout/banks_layout.hpp"
#include "app/lesson/lesson_place.hpp"
#include "app/ui/canvas.hpp"
#include "app/ui/theme.hpp"
#include "app/views/view.hpp"

namespace warpscope {

/// The access that an open question of the lesson is about: pictures of the run hide what it and
/// those behind it cost. nullopt where none is open.
[[nodiscard]] std::optional<std::uint32_t> asked_access(const Frame& frame);

// What a lesson points at: the same purple outline in every pane.

/// A ring around a thing.
void draw_mark(Canvas& canvas, Rect rect, const Theme& theme, float radius = 4);
/// Around the marked lanes and banks of the bank picture.
void draw_bank_marks(Canvas& canvas, const BanksLayout& layout, const FoundMarks* marks,
                     const Theme& theme);

}  // namespace warpscope
