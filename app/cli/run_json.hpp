#pragma once

#include "app/cli/report_json.hpp"
#include "app/cli/run_figures.hpp"

namespace warpscope {

/// The shape that other programs rely on: docs/json.md.
[[nodiscard]] Json run_json(const ProgramRun& run, const ProgramRequest& request,
                            const RunFigures& figures);

}  // namespace warpscope
