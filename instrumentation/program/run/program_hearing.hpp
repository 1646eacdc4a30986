#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "instrumentation/program/protocol/machine_log.hpp"
#include "instrumentation/program/protocol/program_outcome.hpp"
#include "instrumentation/program/run/program_places.hpp"
#include "instrumentation/program/run/run_progress.hpp"
#include "instrumentation/trace/trace_builder.hpp"

namespace warpscope {

class FieldReader;

/// Whether words of memory that no type describes, such as a buffer of bytes, are floating-point numbers: by their values.
struct TypeGuess {
  std::int64_t integers = 0, floats = 0;
  void see(std::span<const std::uint32_t> words);
  [[nodiscard]] bool is_float() const { return floats > integers; }
};

/// Makes of a machine's log what the program did, record by record, while it runs. The program's own code may have written
/// anything into it: what does not fit is left out and counted.
class ProgramHearing {
 public:
  explicit ProgramHearing(const ProgramOptions& options);

  /// The next record.
  void hear(LogKind kind, std::span<const std::byte> bytes);

  /// What is known so far; `end` and what belongs to it are not.
  [[nodiscard]] const ProgramOutcome& outcome() const { return outcome_; }
  /// The same in short, to be told while the program runs.
  [[nodiscard]] RunProgress progress() const;
  /// Rises when progress() changes.
  [[nodiscard]] std::uint64_t revision() const { return revision_; }
  /// All of it. To be called once, with how the program ended, if it has told that.
  [[nodiscard]] ProgramOutcome take_outcome(const std::optional<LoggedEnding>& ending);
  /// Of the recorded launches; unset if nothing was recorded. To be called once, before take_outcome().
  [[nodiscard]] std::optional<Trace> take_trace();
  /// Launches that the program made.
  [[nodiscard]] std::int64_t launches() const { return launches_; }
  /// Why take_trace() gave none although kernels were recorded; empty: it gave one.
  [[nodiscard]] const std::string& trace_fault() const { return trace_fault_; }
  /// Records that did not fit.
  [[nodiscard]] std::int64_t damaged() const { return damaged_; }

 private:
  bool hear_trace(LogKind kind, FieldReader& read);
  bool hear_access(FieldReader& read);
  bool hear_launch(FieldReader& read, bool ends);
  bool hear_memory(FieldReader& read);
  bool hear_streams(LogKind kind, FieldReader& read);
  bool hear_contents(FieldReader& read);
  void count_begun(const ProgramLaunch& launch);
  void count_ended(const ProgramLaunch& launch);
  bool hear_totals(FieldReader& read);
  /// Of a launch that is folded into others of its kind: those.
  using Kind = std::tuple<std::string, std::vector<std::int32_t>, std::int64_t, std::string>;
  [[nodiscard]] ProgramLaunch* find_launch(int number);
  /// The open launch, with others like it.
  void fold();

  ProgramOptions options_;
  ProgramOutcome outcome_;
  ProgramPlaces places_;
  TraceBuilder builder_;
  std::map<int, TypeGuess> guesses_;    // by array of the trace
  std::map<Kind, std::size_t> folded_;  // of launches beyond most_single: into outcome_.launches
  std::optional<ProgramLaunch> open_;   // the launch that runs, if it is one of those
  Totals open_totals_;
  // For progress().
  std::map<std::string, std::int64_t, std::less<>> launches_of_;  // by kernel
  std::optional<ProgramLaunch> newest_, failed_;
  bool newest_runs_ = false;
  std::int64_t ended_ = 0;
  std::uint64_t revision_ = 0;

  Sentence uncaught_, not_loaded_;
  std::int64_t launches_ = 0, damaged_ = 0;
  std::size_t trace_bytes_ = 0, memory_parts_ = 0;
  std::string trace_fault_;
  std::vector<ElementIndex> indices_;  // of the access that is heard
  std::vector<std::uint32_t> words_;
};

}  // namespace warpscope
