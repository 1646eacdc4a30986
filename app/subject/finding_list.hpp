#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/subject/finding_accesses.hpp"
#include "app/subject/told_findings.hpp"

namespace warpscope {

/// A line that a finding is about.
struct FindingPlace {
  std::string file;  ///< as the trace or the program names it; empty: not known
  std::uint32_t line = 0;
  std::optional<std::uint32_t> access;  ///< into the trace: where it happens
  std::string_view verb;                ///< "reads", "writes", in English; empty: not known
};

/// A finding as panes list it.
struct ListedFinding {
  FindingKind kind = FindingKind::race;
  std::string message;  ///< one sentence, in the current language like the other words
  std::string hint;     ///< what to do
  FindingPlace place;   ///< of a race the later access
  std::optional<FindingPlace> other;
  std::vector<FindingPlace> more = {};  ///< other lines of the same cause
  int launch = 0;                       ///< ProgramLaunch::number of the first; 0: the host
  std::int64_t more_launches = 0;       ///< in which it was found, too
  std::string kernel;                   ///< of the launch
  std::uint64_t times = 1;
  /// Where it was found, if that block is not the one that was recorded of its launch.
  std::optional<Dim3> other_block{};
  RemedyWay way = RemedyWay::other;
  bool note = false;  ///< ProgramOutcome::notes has it
  [[nodiscard]] bool faulty() const { return !note && is_faulty(kind); }
};
/// "race", or "note".
[[nodiscard]] std::string finding_brief(const ListedFinding& finding);
/// "race · 992 times"; once: "race".
[[nodiscard]] std::string finding_chip_text(const ListedFinding& finding);

/// The findings of a trace; what has one cause in several launches is one.
[[nodiscard]] std::vector<ListedFinding> list_findings(const Trace& trace);
/// Those of a program, and then what is told without failing; `trace` is that of its recorded launches, or nullptr. Those about recorded
/// launches stand in that trace, too: `of_trace` is their list, so that their accesses need not be
/// searched again.
[[nodiscard]] std::vector<ListedFinding> list_findings(const ProgramOutcome& outcome,
                                                       const Trace* trace,
                                                       std::span<const ListedFinding> of_trace);

/// The launch of a trace that a program's launch is; negative: none. The trace may be of an earlier
/// run.
[[nodiscard]] std::int32_t launch_in(const Trace& trace, const ProgramLaunch& launch);

}  // namespace warpscope
