#pragma once

#include "app/layout/geometry.hpp"

namespace warpscope {

/// Where a tooltip of a size stands (its place is ignored): near the pointer and inside the window,
/// without covering what it explains. Where there is no such place, near the pointer.
[[nodiscard]] Rect tooltip_place(Rect window, Point pointer, Rect size, Rect about);

}  // namespace warpscope
