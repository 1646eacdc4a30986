#pragma once

#include <string>

#include "app/layout/lane_use.hpp"
#include "instrumentation/analysis/source_phases.hpp"
#include "instrumentation/analysis/summary.hpp"

namespace warpscope {

/// "phase 2: sum by a tree, lines 25–103".
[[nodiscard]] std::string phase_text(const SourcePhase& phase);

/// "shared load: 36 requests, 88 wavefronts, ideal 36, excess 52, up to 8-way; 9.5 of 32 lanes
/// active".
[[nodiscard]] std::string line_cost_text(const LineCost& cost);

/// Which lanes take part how often, a line each: "lanes 0 … 15 in 72 requests".
[[nodiscard]] std::string lane_use_text(const LaneUse& use);

}  // namespace warpscope
