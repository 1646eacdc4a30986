#include "app/views/parts/verdict_parts.hpp"

#include <utility>

#include "app/session/playhead.hpp"
#include "app/views/parts/view_parts.hpp"

namespace warpscope {

void draw_verdict(Canvas& canvas, Rect row, const Caption& caption, float size,
                  const Theme& theme) {
  const TextStyle verdict{Face::sans_bold, size, caption.costly ? theme.costly : theme.free};
  const float used = canvas.text_fit({row.x, row.center().y}, caption.verdict, verdict, row.w);
  if (row.w - used < 8 * size) return;
  canvas.text_fit({row.x + used + 20, row.center().y}, caption.detail,
                  {Face::sans, size, theme.muted}, row.w - used - 20);
}

std::array<Rect, 2> halves_of_pair(Rect area, bool lecture) {
  std::array<Rect, 2> halves{area.cut_left(area.w / 2), area};
  for (Rect& half : halves) half.w -= lecture ? 40 : 24;
  return halves;
}

bool is_pair(const Frame& frame) { return frame.document && frame.ask<Playhead>() != nullptr; }

std::array<Caption, 2> captions_of_pair(const Frame& frame) {
  const Playhead& right = *frame.ask<Playhead>();
  std::array<Caption, 2> both{
      caption_of(frame),
      caption(*right.document()->trace, right.document()->summary, right.position())};
  if (!frame.untold.allows(Told::costs)) both[1].verdict = both[1].detail = std::string();
  if (frame.rival_first) std::swap(both[0], both[1]);
  return both;
}

}  // namespace warpscope
