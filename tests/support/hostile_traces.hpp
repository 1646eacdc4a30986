#pragma once

#include <string>
#include <vector>

#include "instrumentation/trace/trace.hpp"

namespace warpscope::test {

/// A trace that keeps the promises of trace_check.hpp and no others.
struct HostileTraceCase {
  std::string what;
  Trace trace;
};

/// More than 300 of them: every element type in every space, extreme and odd shapes, indices, masks,
/// values, names and sources, and traces that are empty in one way or another.
[[nodiscard]] std::vector<HostileTraceCase> hostile_traces();

}  // namespace warpscope::test
