#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "app/subject/program_options.hpp"

namespace warpscope {

/// One launch of a program that ran, and what it cost.
struct LaunchFigures {
  ProgramLaunch launch;
  std::optional<Totals> totals;  ///< of the recorded block, or of all blocks; unset: of neither
  bool all_blocks = false;
  std::int64_t findings = 0;
};

/// What `warpscope run` shows of a program that ran.
struct RunFigures {
  std::vector<LaunchFigures> launches;   ///< those that were asked for
  std::vector<ProgramFinding> findings;  ///< all
  [[nodiscard]] std::uint64_t wavefronts() const;
  [[nodiscard]] std::uint64_t sectors() const;
};

/// Fails as matching_launches().
[[nodiscard]] Result<RunFigures> run_figures(const ProgramRun& run, const ProgramChoice& choice,
                                             BankModel model);

/// 0 if the program returned 0 and nothing is wrong, 2 if it uses what is not there, else 1.
[[nodiscard]] int run_exit_code(const ProgramOutcome& outcome);

}  // namespace warpscope
