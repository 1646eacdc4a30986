#include "app/views/parts/lesson_marks.hpp"

#include "app/views/parts/view_parts.hpp"

namespace warpscope {

void draw_mark(Canvas& canvas, Rect rect, const Theme& theme, float radius) {
  canvas.keep_free(rect);
  canvas.stroke(rect.inset(-1.5F), theme.other, 2, radius);
}

void draw_bank_marks(Canvas& canvas, const BanksLayout& layout, const FoundMarks* marks,
                     const Theme& theme) {
  if (marks == nullptr) return;
  const float radius = layout.lanes.radius;
  for_each_lane(marks->lanes, [&](int lane, int) {
    const Point at = layout.lanes.at[static_cast<std::size_t>(lane)];
    canvas.keep_free({at.x - radius, at.y - radius, 2 * radius, 2 * radius});
    canvas.ring(at, radius + 3, theme.other, 2);
  });
  for_each_lane(marks->banks, [&](int bank, int) {
    if (static_cast<std::size_t>(bank) >= layout.banks.size()) return;
    draw_mark(canvas, layout.banks[static_cast<std::size_t>(bank)], theme);
  });
}

}  // namespace warpscope
