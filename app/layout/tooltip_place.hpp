#pragma once

#include "app/layout/geometry.hpp"

namespace warpscope {

/// Where to put a tooltip of this size (its position is ignored): near the pointer, inside the
/// window, and without covering `about`, which it explains. If there is no such place, near the
/// pointer.
[[nodiscard]] Rect tooltip_place(Rect window, Point pointer, Rect size, Rect about);

}  // namespace warpscope
