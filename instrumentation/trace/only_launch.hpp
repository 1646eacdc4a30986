#pragma once

#include <cstddef>
#include <span>

#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// A trace of some launches of `trace`: their steps, accesses, snapshots and findings, the arrays,
/// sources and places in them that they use, and what the host did right before and after them.
/// Keeps arrays that no launch uses, since nobody knows whose they are. `launches` are rising
/// positions in Trace::launches; the trace is sound (trace_check.hpp), and so is the result. The
/// header stays.
[[nodiscard]] Trace only_launches(const Trace& trace, std::span<const std::size_t> launches);
[[nodiscard]] Trace only_launch(const Trace& trace, std::size_t launch);

}  // namespace warpscope
