#include "app/views/parts/strokes.hpp"

#include <algorithm>
#include <cmath>

namespace warpscope {

void draw_dashed(Canvas& canvas, Point from, Point to, Color color, float width) {
  constexpr float dash = 5, space = 4;
  const float dx = to.x - from.x, dy = to.y - from.y;
  const float length = std::hypot(dx, dy);
  for (float at = 0; at < length; at += dash + space) {
    const float end = std::min(at + dash, length);
    canvas.line({from.x + dx * at / length, from.y + dy * at / length},
                {from.x + dx * end / length, from.y + dy * end / length}, color, width);
  }
}

void draw_dashed_frame(Canvas& canvas, Rect box, Color color, float width) {
  const Point corners[]{
      {box.x, box.y}, {box.right(), box.y}, {box.right(), box.bottom()}, {box.x, box.bottom()}};
  for (int k = 0; k < 4; ++k) {
    draw_dashed(canvas, corners[k], corners[(k + 1) % 4], color, width);
  }
}

void draw_hatching(Canvas& canvas, Rect box, Color color) {
  constexpr float pitch = 6;
  for (float d = pitch / 2; d < box.w + box.h; d += pitch) {
    const Point from{box.x + std::min(d, box.w), box.y + std::max(0.0F, d - box.w)};
    const Point to{box.x + std::max(0.0F, d - box.h), box.y + std::min(d, box.h)};
    canvas.line(from, to, color);
  }
}

}  // namespace warpscope
