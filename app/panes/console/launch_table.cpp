#include "app/panes/console/launch_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "app/subject/figure_scope.hpp"
#include "app/subject/finding_list.hpp"
#include "app/subject/grid_totals.hpp"
#include "instrumentation/analysis/coalescing.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/trace/printable.hpp"

namespace warpscope {
namespace {

struct LaunchColumnInfo {
  std::string_view title, meaning;
};
constexpr std::array<LaunchColumnInfo, launch_columns> column_infos{{
    {"#", tr_noop("the launch's number, in the order of the program")},
    {tr_noop("kernel"), tr_noop("the kernel that was launched")},
    {tr_noop("grid"), tr_noop("blocks")},
    {tr_noop("block"), tr_noop("threads in a block")},
    {tr_noop("shared"), tr_noop("bytes of shared memory of a block, static and dynamic")},
    {tr_noop("wavefronts"), tr_noop("passes through the banks of shared memory, in all blocks")},
    {tr_noop("excessive"), tr_noop("wavefronts beyond the ideal, in all blocks")},
    {tr_noop("sectors"), tr_noop("32-byte sectors of global memory, in all blocks")},
    {tr_noop("ideal"),
     tr_noop("sectors if the bytes of each access lay side by side, in all blocks")},
    {tr_noop("cycles"), {}},
    {tr_noop("findings"), tr_noop("what is wrong in all blocks that were checked")},
}};

std::string& cell(LaunchRow& row, LaunchColumn column) {
  return row.cells[static_cast<std::size_t>(column)];
}

std::size_t characters_of(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U; }));
}

/// "4×4": narrower than extent_text().
std::string narrow_extent(const Dim3& extent) {
  std::string text = extent_text(extent);
  std::erase(text, ' ');
  return text;
}

/// Of the whole grid: what all blocks did if they were counted, else as if all did what the recorded one did.
GridTotals grid_of(const ProgramLaunch& launch, const Totals* counted, const Totals& recorded) {
  if (counted == nullptr) return grid_totals(recorded, 1, launch.grid.count());
  const std::int64_t blocks = launch.blocks();
  return grid_totals(*counted, launch.checked_all ? blocks : launch.checked_blocks, blocks);
}

LaunchRow row_of_launch(const ProgramLaunch& launch, std::int32_t trace_launch,
                        const LaunchCosts& costs, std::size_t findings,
                        const Totals* counted = nullptr) {
  LaunchRow row;
  row.trace_launch = trace_launch;
  row.error = launch.error;
  row.recorded = trace_launch >= 0 && static_cast<std::size_t>(trace_launch) < costs.totals.size();
  row.faulty = findings > 0 || !launch.error.empty();
  cell(row, LaunchColumn::number) = std::to_string(launch.number);
  cell(row, LaunchColumn::kernel) = printable(launch.kernel);
  if (launch.times > 1) {
    cell(row, LaunchColumn::kernel) +=
        fmt::format(" × {}", grouped(static_cast<std::uint64_t>(launch.times)));
  }
  // Translators: a kernel whose launch failed.
  if (!row.error.empty())
    cell(row, LaunchColumn::kernel) = tr("{} · failed", cell(row, LaunchColumn::kernel));
  cell(row, LaunchColumn::grid) = narrow_extent(launch.grid);
  cell(row, LaunchColumn::block) = narrow_extent(launch.block);
  cell(row, LaunchColumn::shared) = std::to_string(launch.shared_bytes);
  cell(row, LaunchColumn::findings) = std::to_string(findings);
  if (!row.recorded) return row;
  const GridTotals grid =
      grid_of(launch, counted, costs.totals[static_cast<std::size_t>(trace_launch)]);
  row.exact = grid.exact();
  row.scope = counted != nullptr ? grid_scope_text(grid)
              : grid.exact()     ? std::string(tr("all blocks, exact"))
                                 : std::string();
  const Totals& of = grid.totals;
  const auto figure = [&](LaunchColumn column, std::uint64_t count) {
    cell(row, column) = grid_figure_text(grid, count);
  };
  figure(LaunchColumn::wavefronts, wavefronts_of(of));
  figure(LaunchColumn::excessive, excessive_wavefronts_of(of));
  figure(LaunchColumn::sectors, sectors_of(of));
  figure(LaunchColumn::ideal_sectors, ideal_sectors_of(of));
  figure(LaunchColumn::cycles, static_cast<std::uint64_t>(whole_cycles(of, costs.model)));
  row.costly = excessive_wavefronts_of(of) > 0;
  row.costly_sectors = sectors_of(of) > ideal_sectors_of(of);
  return row;
}

void add_row(LaunchTable& table, LaunchRow row) {
  for (std::size_t c = 0; c < launch_columns; ++c) {
    table.longest[c] = std::max(table.longest[c], characters_of(row.cells[c]));
  }
  table.rows.push_back(std::move(row));
}

}  // namespace

std::string_view launch_column_title(LaunchColumn column) {
  return tr(column_infos[static_cast<std::size_t>(column)].title);
}

std::string launch_column_meaning(LaunchColumn column, BankModel model) {
  if (column == LaunchColumn::cycles) return cycles_text(model);
  return std::string(tr(column_infos[static_cast<std::size_t>(column)].meaning));
}

bool LaunchTable::counted() const {
  const auto exact = [](const LaunchRow& row) { return !row.recorded || row.exact; };
  return std::ranges::any_of(rows, &LaunchRow::recorded) && std::ranges::all_of(rows, exact);
}

std::optional<std::size_t> LaunchTable::row_of(std::uint32_t trace_launch) const {
  const auto found =
      std::ranges::find(rows, static_cast<std::int32_t>(trace_launch), &LaunchRow::trace_launch);
  if (found == rows.end()) return std::nullopt;
  return static_cast<std::size_t>(found - rows.begin());
}

LaunchTable launch_table(const ProgramOutcome& outcome, const ToldOfProgram& told,
                         const Trace* trace, const LaunchCosts& costs) {
  std::unordered_map<int, std::size_t> findings;
  for (const auto& each : told.findings) {
    for (const int launch : each.launches) ++findings[launch];
  }
  LaunchTable table;
  for (std::size_t k = 0; k < outcome.launches.size(); ++k) {
    const ProgramLaunch& launch = outcome.launches[k];
    const std::int32_t number = trace == nullptr ? -1 : launch_in(*trace, launch);
    const bool counts = costs.counted_banks == costs.model && k < outcome.totals.size();
    const Totals* const counted = counts ? &outcome.totals[k] : nullptr;
    add_row(table, row_of_launch(launch, number, costs, findings[launch.number], counted));
  }
  return table;
}

LaunchTable launch_table(const Trace& trace, const LaunchCosts& costs) {
  std::vector<std::size_t> findings(trace.launches.size());
  for (const Finding& finding : trace.findings) {
    if (finding.step < trace.steps.size()) ++findings[trace.steps[finding.step].launch];
  }
  LaunchTable table;
  for (std::size_t l = 0; l < trace.launches.size(); ++l) {
    const Launch& launch = trace.launches[l];
    const auto number = static_cast<std::int32_t>(l);
    const auto of_program = static_cast<int>(launch_number(trace, static_cast<std::uint32_t>(l)));
    add_row(table, row_of_launch({.number = of_program,
                                  .kernel = launch.kernel,
                                  .grid = launch.grid,
                                  .block = launch.block,
                                  .shared_bytes = launch.shared_bytes},
                                 number, costs, findings[l]));
  }
  return table;
}

std::optional<std::uint32_t> telling_access_of(const Trace& trace, const Summary& summary,
                                               std::int32_t launch) {
  if (launch < 0 || static_cast<std::size_t>(launch) >= trace.launches.size()) return std::nullopt;
  const Launch& of = trace.launches[static_cast<std::size_t>(launch)];
  std::optional<std::uint32_t> best;
  int most = 0;
  for (std::uint32_t s = of.first_step; s < of.first_step + of.step_count; ++s) {
    const Step& step = trace.steps[s];
    for (std::uint32_t a = step.first_access; a < step.first_access + step.access_count; ++a) {
      const AccessCost& cost = summary.accesses[a];
      const int excess = cost.sectors > 0 ? cost.sectors - ideal_sectors(trace, trace.accesses[a])
                                          : cost.wavefronts - cost.ideal;
      if (best && excess <= most) continue;
      best = a;
      most = std::max(most, excess);
    }
  }
  return best;
}

}  // namespace warpscope
