#pragma once

#include <cstdint>
#include <vector>

#include "instrumentation/analysis/summary.hpp"

namespace warpscope {

/// The part of a site's cost that goes to one launch of the trace.
struct LaunchSite {
  std::uint32_t launch = 0;  ///< into Trace::launches
  SiteCost site;
  int most = 0;  ///< wavefronts or sectors of its costliest access, at most 255
};
/// Ordered by launch, then as costs_of_sites(); those of a site in all launches add up to its cost.
[[nodiscard]] std::vector<LaunchSite> costs_of_launch_sites(const Trace& trace, BankModel model);

}  // namespace warpscope
