#pragma once

#include <array>

#include "app/ui/canvas.hpp"
#include "app/ui/theme.hpp"
#include "app/views/view.hpp"
#include "instrumentation/analysis/caption.hpp"

namespace warpscope {

/// A line of type is so many times as high as its letters.
inline constexpr float verdict_leading = 1.35F;

/// What an access costs, and its figures where they have room.
void draw_verdict(Canvas& canvas, Rect row, const Caption& caption, float size, const Theme& theme);

/// The halves of a place for words on both runs of a comparison, each below its picture in a lecture.
[[nodiscard]] std::array<Rect, 2> halves_of_pair(Rect area, bool lecture);

/// The present accesses of both runs, as their sides stand; only in a comparison, see is_pair().
[[nodiscard]] std::array<Caption, 2> captions_of_pair(const Frame& frame);
/// Whether two runs are shown.
[[nodiscard]] bool is_pair(const Frame& frame);

}  // namespace warpscope
