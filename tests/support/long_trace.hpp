#pragma once

#include <cstddef>

#include "instrumentation/trace/trace.hpp"

namespace warpscope::test {

/// A trace of at least that many accesses: a kernel that loads two words and stores one, in every
/// step with another stride.
[[nodiscard]] Trace long_trace(std::size_t accesses);

}  // namespace warpscope::test
