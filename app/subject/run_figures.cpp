#include "app/subject/run_figures.hpp"

#include <algorithm>
#include <unordered_map>

#include "app/subject/finding_advice.hpp"

namespace warpscope {

GridTotals RunFigures::sum() const {
  GridTotals sum;
  for (const LaunchFigures& launch : launches) {
    if (launch.grid) sum += *launch.grid;
  }
  return sum;
}

Result<RunFigures> run_figures(const ProgramRun& run, const ProgramChoice& choice,
                               BankModel model) {
  const ProgramOutcome& outcome = run.outcome;
  const auto meant = matching_launches(choice.launch, outcome.launches);
  if (!meant) return meant.error();
  const auto recorded = run.trace ? totals_of_launches(*run.trace, model) : std::vector<Totals>();
  RunFigures figures;
  figures.told = told_findings(outcome);
  add_remedies(figures.told, outcome, run.trace ? &*run.trace : nullptr);
  std::unordered_map<int, std::int64_t> findings;  // of each launch
  for (const auto& told : figures.told.findings) {
    for (const int launch : told.launches) ++findings[launch];
  }
  for (const std::size_t k : meant.value()) {
    LaunchFigures entry{.launch = outcome.launches[k]};
    const std::int32_t of_trace = entry.launch.trace_launch;
    if (k < outcome.totals.size()) {
      entry.totals = outcome.totals[k];
      entry.all_blocks = true;
    } else if (of_trace >= 0 && static_cast<std::size_t>(of_trace) < recorded.size()) {
      entry.totals = recorded[static_cast<std::size_t>(of_trace)];
    }
    const std::int64_t blocks = entry.launch.blocks();
    const std::int64_t counted = !entry.all_blocks          ? 1
                                 : entry.launch.checked_all ? blocks
                                                            : entry.launch.checked_blocks;
    if (entry.totals) entry.grid = grid_totals(*entry.totals, counted, blocks);
    const auto found = findings.find(entry.launch.number);
    entry.findings = found == findings.end() ? 0 : found->second;
    figures.launches.push_back(std::move(entry));
  }
  return figures;
}

int run_exit_code(const ProgramOutcome& outcome) {
  if (outcome.end == ProgramOutcome::End::not_loaded) return static_cast<int>(ErrorKind::usage);
  const bool fine = outcome.end == ProgramOutcome::End::returned && outcome.exit_status == 0 &&
                    std::ranges::none_of(outcome.findings, [](const ProgramFinding& finding) {
                      return is_faulty(finding.kind);
                    });
  return fine ? 0 : static_cast<int>(ErrorKind::failed);
}

}  // namespace warpscope
