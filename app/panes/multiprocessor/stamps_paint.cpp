#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "app/panes/multiprocessor/hiding_paint.hpp"
#include "app/panes/multiprocessor/hiding_text.hpp"
#include "app/panes/multiprocessor/latency_paint.hpp"
#include "app/views/parts/view_parts.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/language/number_text.hpp"

namespace warpscope {
namespace {

constexpr float stamp_slack = 3;  // pixels around the mouse
constexpr float least_stamp = 1.5F;
constexpr float sample_width = 18;  // of a shape that is explained

/// A warp's arithmetic, in which its issues and waits cannot be told apart: neither's colour.
void draw_stamped_arithmetic(Canvas& canvas, Rect row, float begin, float end, const Theme& theme) {
  const Rect box{begin, row.y, end - begin, row.h};
  canvas.fill(box, mix(theme.panel, theme.free, 0.55F));
  if (box.w >= 3 && box.h >= 4) canvas.stroke(box, theme.free, 1);
}

/// What is measured, then what each shape means and how long both take.
void draw_stamps_head(Canvas& canvas, Rect head, const HidingFigures& figures, float text,
                      const Theme& theme) {
  const Rect title = head.cut_top(head.h / 2);
  draw_parts(canvas, {title.x, title.center().y}, stamps_title(figures),
             {Face::sans, text, theme.text}, title.w);
  const auto piece = [&](const std::string& words, WarpState state) {
    if (words.empty() || head.w < 4 * sample_width) return;
    if (state != WarpState::ended) {
      const Rect at = head.cut_left(sample_width);
      const Rect box{at.x, at.center().y - 6, at.w, 12};
      if (state == WarpState::arithmetic) {
        draw_stamped_arithmetic(canvas, box, box.x, box.right(), theme);
      } else {
        draw_run(canvas, box, {box.x, box.right(), state, Space::global}, theme);
      }
      head.cut_left(6);
    }
    head.cut_left(
        canvas.text_fit({head.x, head.center().y}, words, {Face::sans, text, theme.muted}, head.w) +
        16);
  };
  piece(stamps_load_text(), WarpState::memory);
  piece(stamps_arithmetic_text(figures), WarpState::arithmetic);
  piece(stamps_turn_text(figures), WarpState::ended);
}

/// Zooming and panning follow the model: where no stamp is in sight, says where they are.
void draw_stamps_elsewhere(Canvas& canvas, const LatencyLayout& layout, const CycleScale& scale,
                           const HidingFigures& figures, float text, const Frame& frame) {
  if (figures.stamped_cycles() > scale.window.from || layout.stamped.h < text) return;
  const std::string words = tr("The measured warps end at cycle {}, left of what is in sight.",
                               whole_text(static_cast<std::int64_t>(figures.stamped_cycles())));
  canvas.text_fit({layout.stamped.x + 8, layout.stamped.center().y}, words,
                  {Face::sans, text, frame.theme->muted}, layout.stamped.w - 16);
}

void point_at_stamp(const LatencyLayout& layout, const CycleScale& scale,
                    const HidingFigures& figures, const Frame& frame, Wishes& wishes) {
  const Pointer& pointer = frame.pointer;
  if (!pointer.inside) return;
  if (layout.stamps_head.contains(pointer.at)) {
    wishes.tooltip = hiding_meaning(figures);
    wishes.about = layout.stamps_head;
  }
  if (!layout.stamped.contains(pointer.at)) return;
  const auto warp = static_cast<std::size_t>((pointer.at.y - layout.stamped.y) / layout.pitch);
  if (warp >= figures.spans.size()) return;
  const WarpSpan* span = span_at(figures.spans[warp], scale, pointer.at.x, stamp_slack);
  if (span == nullptr) return;
  wishes.tooltip = stamp_text(figures, warp, *span);
  wishes.about = layout.stamped_row(static_cast<int>(warp));
}

}  // namespace

void draw_stamps(Canvas& canvas, const LatencyLayout& layout, const CycleScale& scale,
                 const HidingFigures& figures, const Frame& frame, Wishes& wishes) {
  const Theme& theme = *frame.theme;
  const float text = type_scale(frame.lecture).small;
  if (layout.stamps_head.h > 0) draw_stamps_head(canvas, layout.stamps_head, figures, text, theme);
  draw_warp_numbers(canvas, layout.stamped, layout.numbers.right() - 8,
                    static_cast<int>(figures.spans.size()), text, theme);
  {
    const Clip clip(canvas, layout.stamped);
    for (std::size_t w = 0; w < figures.spans.size(); ++w) {
      const Rect row = layout.stamped_row(static_cast<int>(w));
      for (const WarpRun& run : wait_runs(figures.spans[w], scale, least_stamp)) {
        if (run.state == WarpState::arithmetic) {
          draw_stamped_arithmetic(canvas, row, run.begin, run.end, theme);
        } else {
          draw_run(canvas, row, run, theme);
        }
      }
    }
  }
  draw_stamps_elsewhere(canvas, layout, scale, figures, text, frame);
  point_at_stamp(layout, scale, figures, frame, wishes);
}

}  // namespace warpscope
