#include "instrumentation/program/machine/program_log.hpp"

#include <algorithm>
#include <tuple>

#include "instrumentation/program/protocol/log_telling.hpp"

namespace warpscope {

std::pair<ProgramFinding*, bool> ProgramLog::find(Told& told, const ProgramFinding& finding,
                                                  const std::string& apart) {
  // The same cause in every launch of a loop is told once for each of them up to a bound, then
  // counted with the last.
  constexpr int told_apart = 16;
  const int launch = std::min(finding.launch, told_apart);
  // Of two accesses without an order, it is chance which comes second.
  const auto here = std::tie(finding.file, finding.line),
             there = std::tie(finding.other_file, finding.other_line);
  const bool swaps = finding.kind == FindingKind::race && there < here;
  const auto& [file, line] = swaps ? there : here;
  const auto& [other_file, other_line] = swaps ? here : there;
  const Cause cause{finding.kind, file, line, other_file, other_line, finding.array, apart, launch};
  if (const auto known = told.numbers.find(cause); known != told.numbers.end()) {
    ProgramFinding& seen = told.list[known->second];
    ++seen.times;
    tell_log(told.notes ? LogKind::note_again : LogKind::finding_again, known->second);
    return {&seen, false};
  }
  if (told.list.size() >= most_told) return {nullptr, false};
  told.numbers.emplace(cause, static_cast<std::uint32_t>(told.list.size()));
  told.list.push_back(finding);
  return {&told.list.back(), true};
}

void ProgramLog::tell(const Told& told, const ProgramFinding& fresh) {
  tell_log(told.notes ? LogKind::note : LogKind::finding, fresh);
}

void ProgramLog::launch_begins(const ProgramLaunch& launch) {
  tell_log(LogKind::launch_begins, launch);
}

void ProgramLog::launch_ends(const ProgramLaunch& launch) {
  tell_log(LogKind::launch_ends, launch);
}

}  // namespace warpscope
