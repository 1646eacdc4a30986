#include "instrumentation/analysis/flow_habits.hpp"

#include <algorithm>

namespace warpscope {

std::set<LoadSite> unused_in_their_step(const Trace& trace) {
  std::set<LoadSite> loads, used;
  std::uint32_t using_lanes = 0;  // of later accesses of the same warp in the same step
  for (std::size_t a = trace.accesses.size(); a-- > 0;) {
    const Access& access = trace.accesses[a];
    const bool last = a + 1 == trace.accesses.size() || trace.accesses[a + 1].step != access.step ||
                      trace.accesses[a + 1].warp != access.warp;
    if (last) using_lanes = 0;
    if (access.operation == Operation::load) {
      const LoadSite site{trace.launch_of(access).source, access.line, access.array};
      ((using_lanes & access.mask) != 0 ? used : loads).insert(site);
    } else {
      using_lanes |= access.mask;
    }
  }
  for (const LoadSite& site : used) loads.erase(site);
  return loads;
}

bool keeps_values(const Trace& trace) {
  return std::ranges::any_of(trace.accesses, [&](const Access& access) {
    return access.operation == Operation::shuffle ||
           (access.operation != Operation::load &&
            trace.arrays[access.array].space == Space::shared);
  });
}

}  // namespace warpscope
