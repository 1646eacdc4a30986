#pragma once

#include "instrumentation/run/run_option_table.hpp"

namespace warpscope {

/// Whether an option changes a trace after it was recorded: other layouts of shared memory do.
[[nodiscard]] bool changes_a_trace(const RunOption& option);
/// The changes of a run that concern a trace after it was recorded.
[[nodiscard]] WhatIf of_a_trace(const WhatIf& what_if);
/// The trace with those changes. Errors as pad_shared() and relaid().
[[nodiscard]] Result<Trace> with_what_if(Trace trace, const WhatIf& what_if);

}  // namespace warpscope
