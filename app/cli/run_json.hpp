#pragma once

#include "app/cli/report_json.hpp"
#include "app/cli/run_figures.hpp"

namespace warpscope {

/// The shape that other programs rely on: "program", "launches" and "findings". Places are arrays
/// [x, y, z]. "recorded" is the block that the totals are of, "all", or null; "totals" are null if
/// nothing was recorded. "exit" is what the program returned, 128 + the signal that ended it, or
/// null if it was stopped.
[[nodiscard]] Json run_json(const ProgramRun& run, const ProgramRequest& request,
                            const RunFigures& figures);

}  // namespace warpscope
