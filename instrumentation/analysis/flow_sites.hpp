#pragma once

#include <cstdint>
#include <vector>

#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// The places in the source from which memory is read and written, numbered in the order in which
/// they are met. A line that touches several arrays is several sites: its first array, its second,
/// … in the order in which a launch first touches them. So launches that swap their buffers, as
/// sorts do, share their sites, and what holds for a site must hold in all of them. An access that
/// moves several elements a lane has a site for each, one after another; of_access says the first.
struct FlowSites {
  std::vector<std::uint32_t> of_access;
  std::vector<std::uint32_t> locations;  ///< of each site, into Trace::locations
  /// Per site: whether some access goes to places that follow no rule, so that data must have told
  /// where to go.
  std::vector<bool> scattered;
  /// Per site: whether its stores store a number that stands in the source: no load feeds them.
  std::vector<bool> literal;
  [[nodiscard]] std::size_t count() const { return scattered.size(); }
};
[[nodiscard]] FlowSites find_sites(const Trace& trace);

/// Per site: whether it loads and, throughout the trace, nothing in the load's own step uses the
/// value. Such a value is in a register when the step ends: a later step stores or shuffles it.
[[nodiscard]] std::vector<bool> kept_beyond_their_step(const Trace& trace, const FlowSites& sites);

/// Whether the trace shows the block keep values in shared memory or registers.
[[nodiscard]] bool keeps_values(const Trace& trace);

}  // namespace warpscope
