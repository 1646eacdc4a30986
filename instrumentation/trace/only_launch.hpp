#pragma once

#include <cstddef>

#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// A trace of one launch of `trace`: its steps, accesses, snapshots and findings, the arrays,
/// sources and places in them that it uses, and what the host did right before and after it.
/// Keeps arrays that no launch uses, since nobody knows whose they are. `launch` is a position in
/// Trace::launches; the trace is sound (trace_check.hpp), and so is the result. The header stays.
[[nodiscard]] Trace only_launch(const Trace& trace, std::size_t launch);

}  // namespace warpscope
