#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "app/subject/grid_totals.hpp"
#include "app/subject/program_options.hpp"
#include "app/subject/told_findings.hpp"

namespace warpscope {

/// One launch of a program that ran, and what it cost.
struct LaunchFigures {
  ProgramLaunch launch;
  std::optional<Totals> totals;    ///< of the recorded block, or of all blocks; unset: of neither
  std::optional<GridTotals> grid;  ///< set if `totals` are
  bool all_blocks = false;
  std::int64_t findings = 0;  ///< that are faults
};

/// What `warpscope run` shows of a program that ran.
struct RunFigures {
  std::vector<LaunchFigures> launches;  ///< those that were asked for
  ToldOfProgram told;                   ///< of all launches
  /// Of the launches' whole grids.
  [[nodiscard]] GridTotals sum() const;
};

/// Fails as matching_launches().
[[nodiscard]] Result<RunFigures> run_figures(const ProgramRun& run, const ProgramChoice& choice,
                                             BankModel model);

/// 0 if the program returned 0 and nothing is wrong, 2 if it uses what is not there, else 1.
[[nodiscard]] int run_exit_code(const ProgramOutcome& outcome);

}  // namespace warpscope
