#pragma once

#include <cstddef>
#include <cstdint>

#include "app/layout/banks_layout.hpp"
#include "app/views/view.hpp"

namespace warpscope {

/// Tells the keys' cursor where the lanes of a row are. Rows of one picture need different numbers.
inline void tell_lanes(const Pointer& pointer, const LaneRow& lanes, std::uint64_t row) {
  const float half = lanes.radius + 1;
  for (std::size_t lane = 0; lane < lanes.at.size(); ++lane) {
    const Point at = lanes.at[lane];
    pointer.tell(
        {.rect = {at.x - half, at.y - half, 2 * half, 2 * half}, .key = 64 * row + lane + 1});
  }
}

}  // namespace warpscope
