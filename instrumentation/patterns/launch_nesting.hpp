#pragma once

#include <cstdint>
#include <vector>

#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// Two launches that write the same array of global memory, of which the second goes on from what the
/// first left there, and others between them that do not write it: what a recursion of the host leaves
/// behind, when each level begins an array and comes back to end it.
struct LaunchNest {
  std::uint32_t first = 0, last = 0;  ///< launches
  int depth = 0;                      ///< 0: within no other one
  int array = 0;                      ///< that both write
  friend bool operator==(const LaunchNest&, const LaunchNest&) = default;
};

/// The outer ones first. Empty unless all lie within or apart from one another: launches that take
/// turns, as those of an iteration do, are no recursion.
[[nodiscard]] std::vector<LaunchNest> launch_nests(const Trace& trace);

}  // namespace warpscope
