#include "app/layout/window_scroll.hpp"

#include <algorithm>

namespace warpscope {

void WindowScroll::resize(float width, float height, const Rect& content) {
  size_ = {content.w, content.h};
  bool upright = content.h > height;
  const bool level = content.w > width - (upright ? bar : 0);
  upright = content.h > height - (level ? bar : 0);
  view_ = {0, 0, std::max(0.0F, width - (upright ? bar : 0)),
           std::max(0.0F, height - (level ? bar : 0))};
  most_ = {std::max(0.0F, content.w - view_.w), std::max(0.0F, content.h - view_.h)};
  clamp();
}

void WindowScroll::clamp() {
  offset_ = {std::clamp(offset_.x, 0.0F, most_.x), std::clamp(offset_.y, 0.0F, most_.y)};
}

Rect WindowScroll::track(bool upright) const {
  if (upright) return most_.y > 0 ? Rect{view_.w, 0, bar, view_.h} : Rect{};
  return most_.x > 0 ? Rect{0, view_.h, view_.w, bar} : Rect{};
}

Rect WindowScroll::thumb(bool upright) const {
  Rect rect = track(upright);
  if (upright && rect.h > 0) {
    const float length = std::min(rect.h, std::max(least, rect.h * view_.h / size_.y));
    return {rect.x, rect.y + (rect.h - length) * offset_.y / most_.y, rect.w, length};
  }
  if (!upright && rect.w > 0) {
    const float length = std::min(rect.w, std::max(least, rect.w * view_.w / size_.x));
    return {rect.x + (rect.w - length) * offset_.x / most_.x, rect.y, length, rect.h};
  }
  return rect;
}

void WindowScroll::show(const Rect& part) {
  offset_.x = std::min(std::max(offset_.x, part.right() - view_.w), part.x);
  offset_.y = std::min(std::max(offset_.y, part.bottom() - view_.h), part.y);
  clamp();
}

void WindowScroll::wheel(float notches, bool sideways) {
  const bool level = most_.x > 0 && (sideways || most_.y <= 0);
  (level ? offset_.x : offset_.y) -= notches * notch;
  clamp();
}

bool WindowScroll::point(Point at, bool pressed, bool down) {
  if (!down && !pressed) held_ = Held::none;
  for (const bool upright : {false, true}) {
    const Rect t = thumb(upright);
    const float here = upright ? at.y : at.x;
    if (pressed && track(upright).contains(at)) {
      const float begin = upright ? t.y : t.x;
      const float length = upright ? t.h : t.w;
      const bool on = here >= begin && here < begin + length;
      // A press beside the thumb brings the thumb to the mouse, and holds it.
      grip_ = on ? here - begin : length / 2;
      held_ = upright ? Held::upright : Held::level;
    }
    if (held_ != (upright ? Held::upright : Held::level)) continue;
    const Rect all = track(upright);
    const float room = upright ? all.h - t.h : all.w - t.w;
    const float share = room > 0 ? (here - grip_) / room : 0;
    (upright ? offset_.y : offset_.x) = share * (upright ? most_.y : most_.x);
    clamp();
  }
  return held_ != Held::none || track(false).contains(at) || track(true).contains(at);
}

}  // namespace warpscope
