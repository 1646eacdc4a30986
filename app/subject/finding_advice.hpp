#pragma once

#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "app/subject/code_statements.hpp"
#include "app/subject/finding_accesses.hpp"
#include "app/subject/finding_hints.hpp"
#include "app/subject/told_findings.hpp"

namespace warpscope {

/// Gathers from a trace what hints on its findings depend on, and reads each of its sources once.
class FindingAdvice {
 public:
  /// The trace must outlive it; nullptr: there is none, so no source is known.
  explicit FindingAdvice(const Trace* trace) : trace_(trace) {}

  /// `found`: where the finding shows in the trace.
  [[nodiscard]] HintSubject subject(const Finding& finding,
                                    const std::optional<FindingAccesses>& found);
  /// `block`: the extent of the launch's blocks.
  [[nodiscard]] HintSubject subject(const ProgramFinding& finding, const Dim3& block,
                                    const std::optional<FindingAccesses>& found);

 private:
  const CodeStatements* code_of(std::size_t source);
  [[nodiscard]] CompiledSo compiled_so(std::size_t source) const;
  std::vector<HintLine> calls_to(std::uint32_t location);
  /// The calls that led to a line, if all accesses of it came by the same.
  std::vector<HintLine> only_calls_to(std::uint32_t source, std::uint32_t line);
  void add_accesses(HintSubject& subject, std::uint32_t source,
                    std::optional<std::uint32_t> other_source,
                    const std::optional<FindingAccesses>& found);

  const Trace* trace_;
  std::map<std::size_t, std::unique_ptr<const CodeStatements>> codes_;  // by source
};

/// Whether the two accesses of a race in a loop are of one round of it, as the warps' own accesses before them tell; unset:
/// they do not tell.
[[nodiscard]] std::optional<bool> in_one_round(const Trace& trace, const FindingAccesses& accesses);

/// Adds launches to a list that is in order, as the others are.
void join_launches(std::vector<int>& launches, const std::vector<int>& others);

/// Gives what is told its remedies, and makes one of findings that have one cause; `trace` is that of the recorded launches, or nullptr.
void add_remedies(ToldOfProgram& told, const ProgramOutcome& outcome, const Trace* trace);
void add_remedies(ToldOfTrace& told, const Trace& trace);

}  // namespace warpscope
