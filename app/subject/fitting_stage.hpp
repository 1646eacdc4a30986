#pragma once

#include <cstdint>
#include <string_view>

#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// The id of the stage's picture that suits a launch of a kernel that nobody has described: "bins"
/// if its lanes meet in atomics, "tree" if rows of shared memory are worked on again and again
/// between barriers, else "grid".
[[nodiscard]] std::string_view fitting_stage(const Trace& trace, std::uint32_t launch);

}  // namespace warpscope
