#include "app/layout/zoom.hpp"

#include <algorithm>
#include <cmath>

namespace warpscope {
namespace {

constexpr double zoom_air = 0.12;  // of the room, around what is brought into sight

/// Of one axis: the part in sight, 0..1.
double share_in_sight(double size, double room) {
  return size > 0 ? std::min(1.0, room / size) : 1.0;
}

double kept_middle(double middle, double share) {
  return share >= 1 ? 0.5 : std::clamp(middle, share / 2, 1 - share / 2);
}

double moved_middle(double middle, double share, double from, double to, bool centred) {
  const double air = share * zoom_air;
  if (centred || to - from > share - 2 * air) return (from + to) / 2;
  return std::clamp(middle, to + air - share / 2, from - air + share / 2);
}

}  // namespace

ZoomPart part_in_sight(const ZoomPlace& place, ZoomSize size, ZoomSize room) {
  const double w = share_in_sight(size.w, room.w), h = share_in_sight(size.h, room.h);
  const ZoomPlace kept = kept_inside(place, size, room);
  return {kept.x - w / 2, kept.y - h / 2, kept.x + w / 2, kept.y + h / 2};
}

ZoomPlace kept_inside(ZoomPlace place, ZoomSize size, ZoomSize room) {
  place.x = kept_middle(place.x, share_in_sight(size.w, room.w));
  place.y = kept_middle(place.y, share_in_sight(size.h, room.h));
  return place;
}

ZoomPlace zoomed_about(const ZoomPlace& place, double factor, Point fixed, ZoomSize before,
                       ZoomSize after, ZoomSize room) {
  const ZoomPart seen = part_in_sight(place, before, room);
  const double w = share_in_sight(after.w, room.w), h = share_in_sight(after.h, room.h);
  const double right = fixed.x, below = fixed.y;
  const double across = seen.left + right * seen.w(), down = seen.top + below * seen.h();
  return kept_inside({factor, across + (0.5 - right) * w, down + (0.5 - below) * h}, after, room);
}

ZoomPlace panned_by(ZoomPlace place, double across, double down, ZoomSize size, ZoomSize room) {
  if (size.w > 0) place.x += across / size.w;
  if (size.h > 0) place.y += down / size.h;
  return kept_inside(place, size, room);
}

ZoomPlace with_in_sight(ZoomPlace place, const ZoomPart& part, ZoomSize size, ZoomSize room,
                        bool centred) {
  const double w = share_in_sight(size.w, room.w), h = share_in_sight(size.h, room.h);
  place.x = moved_middle(place.x, w, part.left, part.right, centred);
  place.y = moved_middle(place.y, h, part.top, part.bottom, centred);
  return kept_inside(place, size, room);
}

ZoomPlace between(const ZoomPlace& from, const ZoomPlace& to, double share) {
  const auto mix = [share](double a, double b) { return a + (b - a) * share; };
  return {1 / mix(1 / from.factor, 1 / to.factor), mix(from.x, to.x), mix(from.y, to.y)};
}

Rect whole_rect(const ZoomPlace& place, ZoomSize size, Rect room) {
  const ZoomPart seen = part_in_sight(place, size, {room.w, room.h});
  return {room.x - static_cast<float>(seen.left * size.w),
          room.y - static_cast<float>(seen.top * size.h), static_cast<float>(size.w),
          static_cast<float>(size.h)};
}

}  // namespace warpscope
