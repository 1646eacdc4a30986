#pragma once

#include <ostream>

#include "app/subject/run_figures.hpp"

namespace warpscope {

/// What a program did, for a person, in 80 columns: its launches as a table, what was not recorded
/// or not checked, the findings, and how it ended if it did not return 0. Many launches that are
/// alike share a row, whose figures are their sums.
void print_run(std::ostream& out, const ProgramRun& run, const RunFigures& figures,
               const ProgramChoice& choice, BankModel model);

/// "slide.cu has no main: reduce<<<4, 256>>>, in random float[1024], n 1024 (guessed; …)"
[[nodiscard]] std::string bare_launch_text(const BareLaunch& launch);

/// "since the last run: wavefronts 512 → 48, findings 1 → 0.": how a run differs from the one before; "… no figure
/// changed."
[[nodiscard]] std::string run_changes_text(const RunFigures& before, const RunFigures& now);

}  // namespace warpscope
