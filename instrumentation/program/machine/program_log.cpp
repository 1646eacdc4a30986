#include "instrumentation/program/machine/program_log.hpp"

#include <algorithm>
#include <utility>

namespace warpscope {
namespace {

std::pair<ProgramFinding*, bool> add(ProgramFinding finding, std::deque<ProgramFinding>& list,
                                     std::map<ProgramLog::Cause, ProgramFinding*>& causes) {
  // The same cause in every launch of a loop is told once for each of them up to a bound, then
  // counted with the last.
  constexpr int told_apart = 16;
  const int launch = std::min(finding.launch, told_apart);
  ProgramLog::Cause cause{finding.kind,       finding.file,  finding.line, finding.other_file,
                          finding.other_line, finding.array, launch};
  const auto [known, fresh] = causes.try_emplace(std::move(cause), nullptr);
  if (!fresh) {
    ++known->second->times;
    return {known->second, false};
  }
  list.push_back(std::move(finding));
  known->second = &list.back();
  return {known->second, true};
}

}  // namespace

ProgramLog::ProgramLog(const ProgramOptions& chosen)
    : options(chosen),
      trace({.title = {},
             .machine = "emulator",
             .device = "emulator",
             .highest_lane_wins = chosen.highest_lane_wins}) {}

void TypeGuess::see(std::span<const std::uint32_t> words) {
  for (const std::uint32_t word : words) {
    if (word == 0) continue;
    // Small integers of either sign, or the exponent of a number that is neither tiny nor huge.
    const auto exponent = static_cast<int>(word >> 23U & 0xffU) - 127;
    if (word < 1U << 24U || word >= 0xff000000U) {
      ++integers;
    } else if (exponent > -64 && exponent < 64) {
      ++floats;
    }
  }
}

std::pair<ProgramFinding*, bool> ProgramLog::report(ProgramFinding finding) {
  return add(std::move(finding), findings, causes);
}

std::pair<ProgramFinding*, bool> ProgramLog::note(ProgramFinding note) {
  return add(std::move(note), notes, noted);
}

}  // namespace warpscope
