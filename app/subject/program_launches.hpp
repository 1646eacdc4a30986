#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "app/subject/grid_totals.hpp"
#include "instrumentation/program/run/program_run.hpp"

namespace warpscope {

/// Which launch of a program is meant. Neither kernel nor number: any.
struct LaunchChoice {
  std::string kernel;  ///< "reduce", without template arguments and namespaces too; empty: any
  int number = 0;      ///< from 1: of the kernel's launches, else of all; 0: any
  friend bool operator==(const LaunchChoice&, const LaunchChoice&) = default;
};
/// "NAME", "NAME:K" or "N". `option` names it in the error sentence.
[[nodiscard]] Result<LaunchChoice> parse_launch_choice(std::string_view option,
                                                       const std::string& text);
/// The text that gives it; empty: any.
[[nodiscard]] std::string launch_choice_text(const LaunchChoice& choice);

/// Whether a kernel of a program has that name, which may lack template arguments and namespaces.
[[nodiscard]] bool is_kernel_named(std::string_view kernel, std::string_view name);

/// Positions of the launches that are meant; fails with a sentence that names what there is.
[[nodiscard]] Result<std::vector<std::size_t>> matching_launches(
    const LaunchChoice& choice, const std::vector<ProgramLaunch>& launches);

/// The recorded launch to show: of those that are meant, the one whose whole grid takes the most cycles
/// (modelled_cycles(): of all blocks if they were counted, under `model`, else scaled from the recorded one). `totals` is of the trace's launches. Fails if none
/// is meant, or none of them recorded.
[[nodiscard]] Result<std::size_t> costliest_launch(const LaunchChoice& choice,
                                                   const ProgramOutcome& outcome,
                                                   const std::vector<Totals>& totals,
                                                   BankModel model);

/// Where a program is opened to be looked at: of the recorded launches that are meant, the one of the first finding; what is
/// wrong comes before what is slow. Without a finding there it is the costliest. Errors as costliest_launch().
[[nodiscard]] Result<std::size_t> faulty_or_costliest_launch(const LaunchChoice& choice,
                                                             const ProgramOutcome& outcome,
                                                             const std::vector<Totals>& totals,
                                                             BankModel model);

/// The launches of a trace, as those of the program that made it: numbered as they stand there.
[[nodiscard]] std::vector<ProgramLaunch> launches_of(const Trace& trace);
/// The launch of a trace that is meant, alone, with a title that tells which: the costliest under
/// that model of banks.
[[nodiscard]] Result<Trace> chosen_launch(Trace trace, const LaunchChoice& choice, BankModel model);

}  // namespace warpscope
