#include "app/layout/message_place.hpp"

#include <algorithm>
#include <cmath>

namespace warpscope {
namespace {

constexpr float step = 8;  // from one place that is tried to the next
constexpr float message_gap = 4;

float covered(const Rect& card, std::span<const Rect> kept_free) {
  float area = 0;
  for (const Rect& rect : kept_free) {
    const Rect both = common(card.inset(-message_gap), rect);
    area += both.w * both.h;
  }
  return area;
}

}  // namespace

Rect message_place(Rect room, Rect size, std::span<const Rect> kept_free) {
  const Rect usual{room.center().x - size.w / 2, room.bottom() - size.h, size.w, size.h};
  Rect best = usual;
  float least = covered(usual, kept_free), nearest = 0;
  if (least <= 0) return usual;
  const int columns = static_cast<int>(std::max(0.0F, room.w - size.w) / 2 / step);
  const int rows = static_cast<int>(std::max(0.0F, room.h - size.h) / step);
  for (int row = 0; row <= rows; ++row) {
    for (int column = -columns; column <= columns; ++column) {
      const float right = step * static_cast<float>(column), up = step * static_cast<float>(row);
      const Rect card{usual.x + right, usual.y - up, size.w, size.h};
      const float distance = std::hypot(right, up);
      if (least <= 0 && distance >= nearest) continue;
      const float area = covered(card, kept_free);
      if (area > least || (area == least && area > 0)) continue;
      best = card;
      least = area;
      nearest = distance;
    }
  }
  return best;
}

}  // namespace warpscope
