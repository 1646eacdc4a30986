#pragma once

#include <set>

#include "instrumentation/analysis/flow_draft.hpp"

namespace warpscope {

/// Loads that nothing in their own step uses, anywhere in the trace. Such a value is in a register
/// when the step ends: a later step stores or shuffles it.
[[nodiscard]] std::set<LoadSite> unused_in_their_step(const Trace& trace);

/// Whether the block ever keeps values in shared memory or registers that the trace tells of.
[[nodiscard]] bool keeps_values(const Trace& trace);

}  // namespace warpscope
