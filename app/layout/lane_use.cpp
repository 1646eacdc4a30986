#include "app/layout/lane_use.hpp"

#include <algorithm>

namespace warpscope {

void LaneUse::add(std::uint32_t mask, std::uint32_t count) {
  for_each_lane(mask, [&](int lane, int) { times[static_cast<std::size_t>(lane)] += count; });
}

std::vector<LaneUse::Group> LaneUse::groups() const {
  std::vector<Group> groups;
  for (std::size_t lane = 0; lane < times.size(); ++lane) {
    auto same = std::ranges::find(groups, times[lane], &Group::times);
    if (same == groups.end()) same = groups.insert(groups.end(), {0, times[lane]});
    same->lanes |= 1U << lane;
  }
  std::ranges::sort(groups, std::ranges::greater{}, &Group::times);
  return groups;
}

}  // namespace warpscope
