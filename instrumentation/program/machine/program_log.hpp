#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "instrumentation/program/protocol/program_outcome.hpp"
#include "instrumentation/trace/trace_builder.hpp"

namespace warpscope {

/// Whether words of memory that no type describes, such as a buffer of bytes, are floating-point numbers: by their values.
struct TypeGuess {
  std::int64_t integers = 0, floats = 0;
  void see(std::span<const std::uint32_t> words);
  [[nodiscard]] bool is_float() const { return floats > integers; }
};

/// Everything that the machine has to say of a program: its launches, its findings, its trace.
struct ProgramLog {
  explicit ProgramLog(const ProgramOptions& chosen);

  /// What distinguishes one cause from another: seen again, it is counted.
  using Cause = std::tuple<FindingKind, std::string, std::uint32_t, std::string, std::uint32_t,
                           std::string, int>;
  /// Returns the finding, new (times 1) or seen again, and whether it is new. `finding.message` may be filled in
  /// later.
  std::pair<ProgramFinding*, bool> report(ProgramFinding finding);

  /// The same of what is not wrong, but worth saying.
  std::pair<ProgramFinding*, bool> note(ProgramFinding note);

  ProgramOptions options;
  TraceBuilder trace;
  std::vector<ProgramLaunch> launches;
  std::vector<Totals> totals;  ///< of each launch, if all blocks are counted
  std::deque<ProgramFinding> findings, notes;
  std::map<Cause, ProgramFinding*> causes, noted;
  std::map<int, TypeGuess> type_guesses;  ///< by array of the trace
  std::int64_t checked_accesses = 0;      ///< of lanes
  std::int64_t launches_not_recorded = 0;
  int recorded_launches = 0;
  std::map<std::string, int> recorded_of_kernel;  ///< by the kernel's name
};

}  // namespace warpscope
