#include "app/layout/tooltip_place.hpp"

#include <algorithm>
#include <array>

namespace warpscope {
namespace {

constexpr float edge = 8;  // stays free at the window's sides
constexpr float gap = 6;   // to what is explained

bool meet(const Rect& a, const Rect& b) {
  return a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom();
}

Rect inside(Rect window, Rect card) {
  const auto put = [](float at, float length, float from, float to) {
    return std::max(from + edge, std::min(at, to - edge - length));
  };
  card.x = put(card.x, card.w, window.x, window.right());
  card.y = put(card.y, card.h, window.y, window.bottom());
  return card;
}

}  // namespace

Rect tooltip_place(Rect window, Point pointer, Rect size, Rect about) {
  const float w = size.w, h = size.h;
  const float x = pointer.x + 14;
  const std::array<Rect, 6> places{{{x, pointer.y + 18, w, h},
                                    {x, pointer.y - h - 10, w, h},
                                    {x, about.bottom() + gap, w, h},
                                    {x, about.y - gap - h, w, h},
                                    {about.right() + gap, pointer.y, w, h},
                                    {about.x - gap - w, pointer.y, w, h}}};
  for (const Rect& place : places) {
    const Rect card = inside(window, place);
    if (!meet(card, about) && !card.contains(pointer)) return card;
  }
  // Nothing is free: above or below the pointer, whichever fits inside.
  const bool below = places[0].bottom() <= window.bottom() - edge;
  return inside(window, places[below ? 0 : 1]);
}

}  // namespace warpscope
