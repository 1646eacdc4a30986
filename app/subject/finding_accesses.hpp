#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "instrumentation/program/run/program_run.hpp"
#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// Where a finding shows in a trace.
struct FindingAccesses {
  std::uint32_t access = 0;  ///< of the finding's thread, at its line: of a race the later
  std::optional<std::uint32_t> other;  ///< of a race: the earlier access, of the other thread
  friend bool operator==(const FindingAccesses&, const FindingAccesses&) = default;
};

/// Takes the access of the finding's thread to its element at its line; if the trace has none, as
/// of a store that never happened, another one of its warp at that line. Of several it takes the
/// first one in whose step the other thread of a race makes its access, too, best before it. nullopt if another
/// block than the recorded one is at fault, and of a finding about no access.
[[nodiscard]] std::optional<FindingAccesses> finding_accesses(const Trace& trace,
                                                              const Finding& finding);
/// Where a barrier that not all threads reach shows, which is no access: for each warp that does anything in the
/// finding's step, its last access there, after which it waits or goes on; the warp of the finding's thread first. Empty
/// of findings of another kind or block.
[[nodiscard]] std::vector<std::uint32_t> accesses_before_barrier(const Trace& trace,
                                                                 const Finding& finding);
/// finding_accesses(), else the first of accesses_before_barrier(): where to look at a finding.
[[nodiscard]] std::optional<FindingAccesses> shown_accesses(const Trace& trace,
                                                            const Finding& finding);
/// finding_accesses() for a finding of a program, whose launch is launch `trace_launch` of the trace;
/// negative: it was not recorded.
[[nodiscard]] std::optional<FindingAccesses> finding_accesses(const Trace& trace,
                                                              const ProgramFinding& finding,
                                                              std::int32_t trace_launch);

}  // namespace warpscope
