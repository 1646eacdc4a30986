#pragma once

#include <cstddef>

#include "instrumentation/trace/trace.hpp"

namespace warpscope::test {

/// Of at least so many accesses: a kernel that loads two words and stores one, in every step another
/// stride.
[[nodiscard]] Trace long_trace(std::size_t accesses);

}  // namespace warpscope::test
