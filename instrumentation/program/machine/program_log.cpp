#include "instrumentation/program/machine/program_log.hpp"

#include <algorithm>
#include <utility>

namespace warpscope {

ProgramLog::ProgramLog(const ProgramOptions& chosen)
    : options(chosen),
      trace({.title = {},
             .machine = "emulator",
             .device = "emulator",
             .highest_lane_wins = chosen.highest_lane_wins}) {}

std::pair<ProgramFinding*, bool> ProgramLog::report(ProgramFinding finding) {
  // The same cause in every launch of a loop is told once for each of them up to a bound, then
  // counted with the last.
  constexpr int told_apart = 16;
  const int launch = std::min(finding.launch, told_apart);
  Cause cause{finding.kind,       finding.file,  finding.line, finding.other_file,
              finding.other_line, finding.array, launch};
  const auto [known, fresh] = causes.try_emplace(std::move(cause), nullptr);
  if (!fresh) {
    ++known->second->times;
    return {known->second, false};
  }
  findings.push_back(std::move(finding));
  known->second = &findings.back();
  return {known->second, true};
}

}  // namespace warpscope
