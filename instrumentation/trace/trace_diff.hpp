#pragma once

#include <optional>
#include <string>

#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// The first place at which two traces of one kernel part.
struct Divergence {
  std::string what;      ///< one sentence: "Step 3 (add, 2), warp 1, access 4: line 24, lane 7: value 12 against 13."
  std::optional<std::uint32_t> access_a;  ///< position in a, where there is one
  std::optional<std::uint32_t> access_b;
};
/// Compares arrays, launches, steps, accesses (event for event per warp: line, array, operation,
/// mask, indices, values) and snapshots; not the header's machine, device and date, nor findings.
[[nodiscard]] std::optional<Divergence> first_divergence(const Trace& a, const Trace& b);

}  // namespace warpscope
