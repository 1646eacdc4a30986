#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "instrumentation/analysis/summary.hpp"

namespace warpscope {

/// The access of `to` that stands beside `access` of `from`: in the step of the same number, as far
/// into it. A trace that has fewer steps waits in its last one.
[[nodiscard]] std::uint32_t aligned_access(const Trace& from, std::uint32_t access,
                                           const Trace& to);

/// One line of the table between two runs.
struct DifferenceRow {
  std::string label;  ///< "Load wavefronts"
  std::uint64_t left = 0, right = 0;
  bool detail = false;  ///< belongs to the row above
};
/// Rows in which both are zero are left out.
[[nodiscard]] std::vector<DifferenceRow> difference(const Totals& left, const Totals& right);

}  // namespace warpscope
