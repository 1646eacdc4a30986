#pragma once

#include <vector>

#include "instrumentation/analysis/source_barriers.hpp"
#include "instrumentation/run/run.hpp"

namespace warpscope {

/// Whether this kernel can run with these changes; else a sentence with what is possible.
[[nodiscard]] Status check_what_if(const KernelInfo& kernel, const RunRequest& request);

/// The barriers that a request may drop: those of the kernel's own source.
[[nodiscard]] std::vector<SourceBarrier> barriers_of(const KernelInfo& kernel);

}  // namespace warpscope
