#pragma once

#include <span>

#include "app/layout/geometry.hpp"

namespace warpscope {

/// Where to put a message of this size (its position is ignored): in the middle of the lower edge of
/// `room`, or as near to that as it covers nothing of `kept_free`. If it must cover something, as
/// little as it can.
[[nodiscard]] Rect message_place(Rect room, Rect size, std::span<const Rect> kept_free);

}  // namespace warpscope
