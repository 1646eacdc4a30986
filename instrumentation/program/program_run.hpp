#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "instrumentation/analysis/summary.hpp"
#include "instrumentation/program/build/build_program.hpp"
#include "instrumentation/program/machine/program_machine.hpp"

namespace warpscope {

/// Everything that decides what a program does here.
struct ProgramRequest {
  BuildRequest build;
  ProgramOptions options;
  std::vector<std::string> arguments;  ///< its argv[1], …
};

/// One thing that is wrong, as a person reads it. Those about recorded launches stand in the trace,
/// too.
struct ProgramFinding {
  FindingKind kind = FindingKind::race;
  Sentence message;  ///< one sentence
  std::string file;
  std::uint32_t line = 0;                ///< 0: not known
  int launch = 0;                        ///< ProgramLaunch::number; 0: the host
  Dim3 block{0, 0, 0}, thread{0, 0, 0};  ///< of a launch's
  std::string array;                     ///< empty: none
  std::int64_t index = 0;
  std::string other_file;  ///< of a race: the other access
  std::uint32_t other_line = 0;
  std::optional<Dim3> other_thread;
  std::uint64_t times = 1;
};

/// Where a program stood that was stopped when its time was over.
struct ProgramStop {
  std::string file;
  std::uint32_t line = 0;  ///< 0: not known
  int launch = 0;          ///< ProgramLaunch::number; 0: no kernel ran
  std::optional<Dim3> block,
      thread;  ///< unset: not known; then the line is where the kernel begins
};

/// What the program did, as its child process tells it.
struct ProgramOutcome {
  enum class End : std::uint8_t {
    returned,  ///< from main, or by exit(): `exit_status`
    crashed,   ///< by a signal
    time_limit,
    memory_limit,
    cancelled,
    not_loaded  ///< a function that it needs is not there
  };
  End end = End::returned;
  int exit_status = 0;
  int signal = 0;
  Sentence message;    ///< one sentence unless it returned, with the place where it is known
  double seconds = 0;  ///< wall time of the program, without building it
  std::vector<ProgramLaunch> launches;
  std::vector<Totals> totals;  ///< of `all_blocks`, per launch; else empty
  std::vector<ProgramFinding> findings;
  std::vector<ProgramFinding>
      notes;  ///< what is not wrong on a GPU, and still not as CUDA asks for
  std::optional<ProgramStop> stopped;      ///< if it came to its time limit and the place is known
  std::int64_t launches_not_recorded = 0;  ///< beyond the caps
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

/// Runs a built program in a child process: this binary itself, which loads it. Its input, folder and environment are
/// ours. Every process that it leaves behind is ended. Errors: no child could be started, or its result cannot be
/// read; what the program itself does wrong is in the outcome.
[[nodiscard]] Result<ProgramRun> run_program(const BuiltProgram& program,
                                             const ProgramRequest& request,
                                             const ProgramOutput& output, std::stop_token stop);

/// The child's side. main() calls it first: if `arguments` (argv[1], …) ask for a program's child, runs it and gives
/// its exit code, else nothing. No handler of exceptions may stand around the call: what the program throws and does not
/// catch has to end it.
[[nodiscard]] std::optional<int> run_as_program_child(const std::vector<std::string>& arguments);

// Between machine and child: what the machine saw, at any time after begin_program().

/// What the machine knows so far. This and take_program_trace() are called once, at the end, on a thread of the process's
/// own, while the thread that ends the program waits, wherever it was interrupted: they must wait for no lock. A fault in
/// them costs what they would have told.
[[nodiscard]] ProgramOutcome program_outcome_so_far();
/// The trace so far; to be called once.
[[nodiscard]] std::optional<Trace> take_program_trace();
/// Where the running thread or the host stands now: "at reduce.cu:41, in thread 3 of block 0 of launch 2 (reduce)"; empty:
/// not known. `instruction` is the interrupted address. Called on the thread that ends, in a signal handler on the alternate
/// stack; if it takes longer than a second or faults, the place is not known.
[[nodiscard]] Sentence describe_place(const void* instruction);
/// The same place, which describe_place() has found, for a program that is stopped now; unset: it is not known, and no
/// kernel runs.
[[nodiscard]] std::optional<ProgramStop> place_of_stop();

}  // namespace warpscope
