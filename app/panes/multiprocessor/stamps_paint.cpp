#include <algorithm>

#include "app/panes/multiprocessor/hiding_paint.hpp"
#include "app/panes/multiprocessor/hiding_text.hpp"
#include "app/panes/multiprocessor/latency_paint.hpp"
#include "app/views/parts/view_parts.hpp"

namespace warpscope {
namespace {

constexpr float stamp_slack = 3;  // pixels around the mouse
constexpr float least_stamp = 1.5F;

void draw_stamps_head(Canvas& canvas, Rect head, const HidingFigures& figures, float text,
                      bool russian, const Theme& theme) {
  const Rect title = head.cut_top(head.h / 2);
  draw_parts(canvas, {title.x, title.center().y}, stamps_title(figures, russian),
             {Face::sans, text, theme.text}, title.w);
  draw_parts(canvas, {head.x, head.center().y}, stamps_turn_text(figures, russian),
             {Face::sans, text, theme.muted}, head.w);
}

void point_at_stamp(const LatencyLayout& layout, const CycleScale& scale,
                    const HidingFigures& figures, const Frame& frame, Wishes& wishes) {
  const Pointer& pointer = frame.pointer;
  if (!pointer.inside) return;
  if (layout.stamps_head.contains(pointer.at)) {
    wishes.tooltip = hiding_meaning(figures, frame.language == "ru");
    wishes.about = layout.stamps_head;
  }
  if (!layout.stamped.contains(pointer.at)) return;
  const auto warp = static_cast<std::size_t>((pointer.at.y - layout.stamped.y) / layout.pitch);
  if (warp >= figures.spans.size()) return;
  const WarpSpan* span = span_at(figures.spans[warp], scale, pointer.at.x, stamp_slack);
  if (span == nullptr) return;
  wishes.tooltip = stamp_text(figures, warp, *span, frame.language == "ru");
  wishes.about = layout.stamped_row(static_cast<int>(warp));
}

}  // namespace

void draw_stamps(Canvas& canvas, const LatencyLayout& layout, const CycleScale& scale,
                 const HidingFigures& figures, const Frame& frame, Wishes& wishes) {
  const Theme& theme = *frame.theme;
  const float text = type_scale(frame.lecture).small;
  if (layout.stamps_head.h > 0)
    draw_stamps_head(canvas, layout.stamps_head, figures, text, frame.language == "ru", theme);
  draw_warp_numbers(canvas, layout.stamped, layout.numbers.right() - 8,
                    static_cast<int>(figures.spans.size()), text, theme);
  {
    const Clip clip(canvas, layout.stamped);
    for (std::size_t w = 0; w < figures.spans.size(); ++w) {
      const Rect row = layout.stamped_row(static_cast<int>(w));
      for (const WarpRun& run : wait_runs(figures.spans[w], scale, least_stamp)) {
        draw_run(canvas, row, run, theme);
      }
      for (const WarpRun& run : issue_runs(figures.spans[w], scale, least_stamp)) {
        draw_run(canvas, row, run, theme);
      }
    }
  }
  point_at_stamp(layout, scale, figures, frame, wishes);
}

}  // namespace warpscope
