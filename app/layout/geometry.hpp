#pragma once

#include <algorithm>

namespace warpscope {

/// Pixels, y downwards.
struct Point {
  float x = 0, y = 0;
};

struct Rect {
  float x = 0, y = 0, w = 0, h = 0;

  [[nodiscard]] float right() const { return x + w; }
  [[nodiscard]] float bottom() const { return y + h; }
  [[nodiscard]] Point center() const { return {x + w / 2, y + h / 2}; }
  [[nodiscard]] bool contains(Point p) const {
    return p.x >= x && p.x < right() && p.y >= y && p.y < bottom();
  }
  [[nodiscard]] Rect inset(float d) const { return inset(d, d); }
  [[nodiscard]] Rect inset(float dx, float dy) const {
    return {x + dx, y + dy, std::max(0.0F, w - 2 * dx), std::max(0.0F, h - 2 * dy)};
  }
  /// Cut a strip off one side; the rest stays.
  Rect cut_top(float d) {
    d = std::min(d, h);
    Rect r{x, y, w, d};
    y += d;
    h -= d;
    return r;
  }
  Rect cut_bottom(float d) {
    d = std::min(d, h);
    h -= d;
    return {x, y + h, w, d};
  }
  Rect cut_left(float d) {
    d = std::min(d, w);
    Rect r{x, y, d, h};
    x += d;
    w -= d;
    return r;
  }
  Rect cut_right(float d) {
    d = std::min(d, w);
    w -= d;
    return {x + w, y, d, h};
  }
};

/// What lies in both; without width or height if nothing does.
[[nodiscard]] inline Rect common(const Rect& a, const Rect& b) {
  const float x = std::max(a.x, b.x), y = std::max(a.y, b.y);
  return {x, y, std::max(0.0F, std::min(a.right(), b.right()) - x),
          std::max(0.0F, std::min(a.bottom(), b.bottom()) - y)};
}

}  // namespace warpscope
