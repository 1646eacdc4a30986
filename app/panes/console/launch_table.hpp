#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/subject/told_findings.hpp"
#include "instrumentation/analysis/summary.hpp"
#include "instrumentation/program/run/program_run.hpp"

namespace warpscope {

/// The columns of the table of launches, from the left.
enum class LaunchColumn : std::uint8_t {
  number,
  kernel,
  grid,
  block,
  shared,
  wavefronts,
  excessive,
  sectors,
  ideal_sectors,
  cycles,
  findings,
  count,
};
inline constexpr auto launch_columns = static_cast<std::size_t>(LaunchColumn::count);
[[nodiscard]] std::string_view launch_column_title(LaunchColumn column);
/// The meaning of a column, for a tooltip.
[[nodiscard]] std::string launch_column_meaning(LaunchColumn column, BankModel model);

/// One launch of a program.
struct LaunchRow {
  std::array<std::string, launch_columns> cells;
  bool recorded = false;
  bool exact = false;           ///< the costs are of all blocks, none is scaled
  bool costly = false;          ///< wavefronts beyond the ideal
  bool costly_sectors = false;  ///< sectors beyond the ideal
  bool faulty = false;          ///< it has findings, or failed
  std::string scope;            ///< what the costs are of, if that is not scaled from one block
  std::string error;            ///< name of CUDA's error; empty: none
  std::int32_t trace_launch = -1;
};

/// The launches of a program, or of a trace alone.
struct LaunchTable {
  std::vector<LaunchRow> rows;
  std::array<std::size_t, launch_columns> longest{};  ///< characters of each column's cells
  /// Whether the costs of all recorded launches are exact.
  [[nodiscard]] bool counted() const;
  /// The row of a launch of the trace; nullopt: none.
  [[nodiscard]] std::optional<std::size_t> row_of(std::uint32_t trace_launch) const;
};
/// What the recorded blocks of a trace's launches cost under a model of banks.
struct LaunchCosts {
  BankModel model = BankModel::cc5;
  std::vector<Totals> totals;                   ///< totals_of_launches()
  std::optional<BankModel> counted_banks = {};  ///< of ProgramOutcome::totals
};
/// Figures are of whole grids: exact where all blocks were counted under that model, else scaled. `trace` may be nullptr; `costs` are of its launches.
[[nodiscard]] LaunchTable launch_table(const ProgramOutcome& outcome, const ToldOfProgram& told,
                                       const Trace* trace, const LaunchCosts& costs);
/// The same of a trace whose program is not known.
[[nodiscard]] LaunchTable launch_table(const Trace& trace, const LaunchCosts& costs);

/// The access of a launch of the trace that shows most: the costliest beyond the ideal, else the
/// first. nullopt if it has none.
[[nodiscard]] std::optional<std::uint32_t> telling_access_of(const Trace& trace,
                                                             const Summary& summary,
                                                             std::int32_t launch);

}  // namespace warpscope
