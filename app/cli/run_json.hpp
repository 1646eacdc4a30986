#pragma once

#include <optional>
#include <string>

#include "app/cli/report_json.hpp"
#include "app/subject/run_figures.hpp"

namespace warpscope {

/// The figures of a program as compiled, or why there are none.
struct JoinedFigures {
  std::optional<RunFigures> figures;
  std::string missing;  ///< in English
};

/// The shape that other programs rely on: docs/json.md.
[[nodiscard]] Json run_json(const ProgramRun& run, const ProgramRequest& request,
                            const RunFigures& figures, const JoinedFigures& joined);

}  // namespace warpscope
