#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "instrumentation/program/protocol/program_outcome.hpp"
#include "instrumentation/program/source/build_request.hpp"
#include "instrumentation/trace/result.hpp"

namespace warpscope {

struct RunProgress;

/// Everything that decides what a program does here.
struct ProgramRequest {
  BuildRequest build;
  ProgramOptions options;
  std::vector<std::string> arguments;  ///< its argv[1], …
  std::filesystem::path folder{};      ///< that it works in; empty: ours
};

/// Where the program's own output goes.
struct ProgramOutput {
  enum Way : std::uint8_t {
    inherit,            ///< ours
    to_standard_error,  ///< both of its streams to our standard error
    to_listener,        ///< both to `hear`; its input is empty
  };
  Way way = inherit;
  /// Gets the bytes as they come, on a thread of run_program()'s; must not throw.
  std::function<void(std::string_view)> hear = {};
  /// Gets what the program has done so far, whichever way its output goes: soon after something new, but at most
  /// progress_pace times a second; on a thread of run_program()'s; must not throw.
  std::function<void(std::shared_ptr<const RunProgress>)> progress = {};
  static constexpr int progress_pace = 10;

  ProgramOutput() = default;
  ProgramOutput(Way chosen)
      : way(chosen) {}  // NOLINT(google-explicit-constructor): one of the ways
  explicit ProgramOutput(std::function<void(std::string_view)> listener)
      : way(to_listener), hear(std::move(listener)) {}
  friend bool operator==(const ProgramOutput& a, Way b) { return a.way == b; }
};

struct ProgramRun {
  ProgramOutcome outcome;
  std::optional<Trace> trace;  ///< of the recorded launches; unset if nothing was recorded
};

/// Runs a built program in a child process, warpscope-machine, which loads it. Its input and environment are
/// ours. Every process that it leaves behind is ended. Errors: no child could be started, or its result cannot be
/// read; what the program itself does wrong is in the outcome.
[[nodiscard]] Result<ProgramRun> run_program(const BuiltProgram& program,
                                             const ProgramRequest& request,
                                             const ProgramOutput& output, std::stop_token stop);

}  // namespace warpscope
