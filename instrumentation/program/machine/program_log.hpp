#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <tuple>
#include <utility>

#include "instrumentation/program/machine/trace_log.hpp"
#include "instrumentation/program/protocol/program_outcome.hpp"

namespace warpscope {

/// What the machine has to remember of a program in order to tell it: everything else goes into the log at once
/// (protocol/machine_log.hpp), however many launches and findings there are.
struct ProgramLog {
  explicit ProgramLog(const ProgramOptions& chosen) : options(chosen) {}

  /// Something wrong, or a note. Seen before, it is counted; else `message()` makes its sentence, and it is told. Returns
  /// it, and whether it is new; null if there are too many already. `cause`: what tells findings of one place apart.
  template <class Message>
  std::pair<const ProgramFinding*, bool> report(const ProgramFinding& finding, Message message,
                                                const std::string& cause = {}) {
    return add(wrong, finding, message, cause);
  }
  /// The same of what is not wrong, but worth saying.
  template <class Message>
  std::pair<const ProgramFinding*, bool> note(const ProgramFinding& finding, Message message,
                                              const std::string& cause = {}) {
    return add(worth_saying, finding, message, cause);
  }

  void launch_begins(const ProgramLaunch& launch);
  void launch_ends(const ProgramLaunch& launch);

  /// Whether the trace may take more accesses.
  [[nodiscard]] bool is_full() const {
    return static_cast<std::int64_t>(trace.access_count()) >= options.record_accesses ||
           trace.access_bytes() >= most_recorded_bytes;
  }

  ProgramOptions options;
  TraceLog trace;
  int launches = 0;                   ///< so far
  std::int64_t checked_accesses = 0;  ///< of lanes
  int recorded_launches = 0;
  std::map<std::string, int> recorded_of_kernel;  ///< by the kernel's name
  bool was_cut = false;                           ///< of the launch that runs: the trace was full

  /// Bytes of recorded accesses: whoever builds the trace needs some three times as much.
  static constexpr std::size_t most_recorded_bytes = std::size_t{256} << 20;
  /// Findings, and notes, that are told apart: beyond them only those known are counted.
  static constexpr std::size_t most_told = 10'000;

 private:
  /// What distinguishes one cause from another.
  using Cause = std::tuple<FindingKind, std::string, std::uint32_t, std::string, std::uint32_t,
                           std::string, std::string, int>;
  struct Told {
    bool notes = false;
    std::deque<ProgramFinding> list;
    std::map<Cause, std::uint32_t> numbers;
  };
  template <class Message>
  static std::pair<const ProgramFinding*, bool> add(Told& told, const ProgramFinding& finding,
                                                    Message& message, const std::string& cause) {
    const auto [known, fresh] = find(told, finding, cause);
    if (!fresh) return {known, false};
    known->message = message();
    tell(told, *known);
    return {known, true};
  }
  static std::pair<ProgramFinding*, bool> find(Told& told, const ProgramFinding& finding,
                                               const std::string& cause);
  static void tell(const Told& told, const ProgramFinding& fresh);

  Told wrong{.notes = false, .list = {}, .numbers = {}};
  Told worth_saying{.notes = true, .list = {}, .numbers = {}};
};

}  // namespace warpscope
