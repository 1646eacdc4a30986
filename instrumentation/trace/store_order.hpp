#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// Lanes whose elements go to memory together: those of 8 bytes by half-warps, those of 16 bytes by
/// quarter-warps.
[[nodiscard]] constexpr int lanes_stored_together(int element_bytes) {
  return element_bytes == 16 ? 8 : element_bytes == 8 ? 16 : warp_lanes;
}

/// Calls visit(k) for every entry k of a store, 0 to lanes.size() - 1, so that of those that store
/// to one element the survivor comes last. `lanes` rises. CUDA does not say who survives. On an H200
/// it is the lowest lane of the last part of the warp that stores there; measured on 11,120 elements
/// of each width, shared and global, that several lanes stored to (tests/gpu/store_order.py).
template <class Visit>
void for_each_in_store_order(std::span<const int> lanes, int element_bytes, bool highest_lane_wins,
                             Visit visit) {
  const int together = highest_lane_wins ? 1 : lanes_stored_together(element_bytes);
  for (std::size_t first = 0, end = 0; first < lanes.size(); first = end) {
    while (end < lanes.size() && lanes[end] / together == lanes[first] / together) ++end;
    for (std::size_t k = end; k-- > first;) visit(static_cast<int>(k));
  }
}

/// The same for a recorded store.
template <class Visit>
void for_each_in_store_order(const Trace& trace, const Access& access, Visit visit) {
  std::array<int, warp_lanes> lanes{};
  std::size_t count = 0;
  for_each_lane(access.mask, [&](int lane, int) { lanes[count++] = lane; });
  for_each_in_store_order(std::span<const int>(lanes.data(), count), trace.lane_bytes(access),
                          trace.header.highest_lane_wins, visit);
}

}  // namespace warpscope
