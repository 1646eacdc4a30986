#pragma once

#include <cstdint>
#include <string_view>

#include "instrumentation/analysis/dataflow.hpp"
#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// The id of the stage's picture that suits a launch of a kernel that nobody has described: "fault"
/// if something is wrong with the program, "bins" if its lanes meet in atomics, "tree" if rows of shared memory are worked on again and again
/// between barriers, else "grid".
[[nodiscard]] std::string_view fitting_stage(const Trace& trace, std::uint32_t launch);

/// Whether a picture of the stage is worth offering: a network is not where most lines lead to
/// values that are made from many, as in a product of matrices; what is wrong is only where something is.
[[nodiscard]] bool stage_suits(std::string_view id, const Trace& trace, const Dataflow& flow);

}  // namespace warpscope
