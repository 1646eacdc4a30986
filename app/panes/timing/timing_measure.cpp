#include "app/panes/timing/timing_measure.hpp"

#include <algorithm>
#include <string>

#include "app/measure/measuring.hpp"
#include "app/views/parts/view_parts.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

constexpr float padding = 10, button_gap = 16, radius = 6;
constexpr float bar_width = 96, bar_height = 6;
constexpr float words_width = 460;  // width of the row that stays free for its other content

struct Button {
  std::string_view text, command, tooltip;
  bool enabled = true;
};

/// At the right end of the row.
void draw_button(Canvas& canvas, Rect& row, const Frame& frame, const Button& button,
                 Wishes& wishes) {
  const Theme& theme = *frame.theme;
  const float size = type_scale(frame.lecture).small;
  const TextStyle style{Face::sans_bold, size, button.enabled ? theme.text : theme.muted};
  const float width = canvas.width(button.text, style) + 2 * padding;
  const Rect rect = row.cut_right(width);
  row.cut_right(button_gap);
  const bool hovered = frame.pointer.over_control(rect);
  if (button.enabled) {
    canvas.fill(rect, hovered ? mix(theme.raised, theme.text, 0.08F) : theme.raised, radius);
  }
  canvas.stroke(rect, theme.hairline, 1, radius);
  canvas.text_fit(rect.center(), button.text, style, rect.w, Align::center);
  if (!hovered) return;
  wishes.tooltip = button.tooltip;
  if (frame.pointer.pressed) wishes.command = button.command;
}

std::string progress_text(const MeasureProgress& now) {
  if (now.cancelled) return tr("Ending …");
  if (now.total == 0) return tr("Starting …");
  // Translators: {2} is a kernel and its size.
  return now.what.empty() ? tr("{0} of {1}", now.done, now.total)
                          : tr("{0} of {1}: {2}", now.done, now.total, now.what.text());
}

/// A bar and the subject that is being timed, as far as there is room.
void draw_running(Canvas& canvas, Rect& row, const Frame& frame, const MeasureProgress& now) {
  const Theme& theme = *frame.theme;
  const TextStyle style{Face::sans, type_scale(frame.lecture).small, theme.text};
  const std::string text = progress_text(now);
  const float least = canvas.width("0", style) * 8;
  const float room = row.w - bar_width - 8;
  if (room < least) return;
  const float width = std::min(canvas.width(text, style), room);
  Rect place = row.cut_right(width);
  canvas.text_fit({place.x, place.center().y}, text, style, place.w);
  row.cut_right(8);
  place = row.cut_right(bar_width);
  const Rect bar{place.x, place.center().y - bar_height / 2, place.w, bar_height};
  const float part =
      now.total > 0 ? static_cast<float>(now.done) / static_cast<float>(now.total) : 0.0F;
  canvas.fill(bar, theme.hairline, bar_height / 2);
  if (now.done > 0) {
    canvas.fill({bar.x, bar.y, std::max(bar_height, bar.w * part), bar.h}, theme.active,
                bar_height / 2);
  }
  row.cut_right(button_gap);
}

}  // namespace

void draw_measure(Canvas& canvas, Rect& row, const Frame& frame, Wishes& wishes) {
  if (frame.ask<Measuring>() == nullptr) return;
  if (frame.ask<Measuring>()->running()) {
    draw_button(
        canvas, row, frame,
        {tr("Cancel"), "cancel", tr("Cancel measuring; what was measured is kept.\nShift+Escape")},
        wishes);
    draw_running(canvas, row, frame, frame.ask<Measuring>()->progress());
    return;
  }
  const std::string problem = frame.ask<Measuring>()->problem().text();
  const bool here = problem.empty();
  draw_button(
      canvas, row, frame,
      {tr("Measure here"), "measure", here ? tr("Measure times here …\nCtrl+I") : problem, here},
      wishes);
  const TextStyle style{Face::sans, type_scale(frame.lecture).small, frame.theme->muted};
  const float width = canvas.width(problem, style);
  if (here || row.w < width + words_width) return;
  const Rect place = row.cut_right(width);
  canvas.text({place.x, place.center().y}, problem, style);
  row.cut_right(button_gap);
}

}  // namespace warpscope
