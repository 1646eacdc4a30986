#pragma once

#include <cstdint>
#include <vector>

#include "instrumentation/analysis/dataflow.hpp"

namespace warpscope {

/// Operations of two operands that have been done by the end of each step: the work of an algorithm,
/// whoever does it. One count for each step of the trace. Empty where a trace does not tell: if it
/// shuffles, adds atomically or moves several elements at once, values are combined in registers; if
/// a value is made of more than two others, in an order that is not seen.
[[nodiscard]] std::vector<std::uint64_t> work_of_steps(const Trace& trace, const Dataflow& flow);

}  // namespace warpscope
