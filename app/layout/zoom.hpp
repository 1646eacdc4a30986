#pragma once

#include "app/layout/geometry.hpp"
#include "app/look/zoom_place.hpp"

namespace warpscope {

/// The size of a picture in pixels as it is zoomed, at least that of the room in which it is seen.
struct ZoomSize {
  double w = 0, h = 0;
};

/// A part of a picture: all of it is from 0 to 1.
struct ZoomPart {
  double left = 0, top = 0, right = 1, bottom = 1;

  [[nodiscard]] double w() const { return right - left; }
  [[nodiscard]] double h() const { return bottom - top; }
  [[nodiscard]] bool contains(const ZoomPart& other) const {
    return left <= other.left && other.right <= right && top <= other.top && other.bottom <= bottom;
  }
};

/// What is in sight of a picture of this size in a room of that size.
[[nodiscard]] ZoomPart part_in_sight(const ZoomPlace& place, ZoomSize size, ZoomSize room);
/// The same place, moved so that what is in sight ends where the picture does.
[[nodiscard]] ZoomPlace kept_inside(ZoomPlace place, ZoomSize size, ZoomSize room);
/// Another factor; what is at `fixed` (0..1 of the room) stays there as far as the ends of the picture
/// allow. `before` and `after` are the picture's sizes.
[[nodiscard]] ZoomPlace zoomed_about(const ZoomPlace& place, double factor, Point fixed,
                                     ZoomSize before, ZoomSize after, ZoomSize room);
/// Moved by so many pixels of the picture: what lies further right and down comes into sight.
[[nodiscard]] ZoomPlace panned_by(ZoomPlace place, double across, double down, ZoomSize size,
                                  ZoomSize room);
/// Moved as little as is needed for a part to be in sight, with some air around it. If it is larger than
/// the room, its middle is in the middle. `centred`: its middle is there in any case.
[[nodiscard]] ZoomPlace with_in_sight(ZoomPlace place, const ZoomPart& part, ZoomSize size,
                                      ZoomSize room, bool centred = false);
/// A place on the way from one to another, 0..1: what is at the same pixel in both stays there.
[[nodiscard]] ZoomPlace between(const ZoomPlace& from, const ZoomPlace& to, double share);
/// Where the whole picture lies, of which a part is seen in `room`.
[[nodiscard]] Rect whole_rect(const ZoomPlace& place, ZoomSize size, Rect room);

}  // namespace warpscope
