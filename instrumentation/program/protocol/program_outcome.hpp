#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "instrumentation/analysis/summary.hpp"
#include "instrumentation/language/sentence.hpp"
#include "instrumentation/program/protocol/program_options.hpp"
#include "instrumentation/trace/trace.hpp"

namespace warpscope {

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
  std::int64_t index = 0;                ///< negative: no element of its own
  std::string other_file;                ///< of a race: the other access
  std::uint32_t other_line = 0;
  std::optional<Dim3> other_thread;
  std::optional<Dim3> other_block;  ///< unset: the same
  /// Of a race between blocks: the line of the signal that could order them, but for a fence, or a barrier; 0: none.
  std::uint32_t unfenced_signal = 0, early_signal = 0;
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
  StreamStory streams;
  // Of a compared run (ProgramOptions::compared):
  std::vector<LaunchMemory> memory;        ///< what memory held after each launch
  bool memory_cut = false;                 ///< there was more than is kept
  std::optional<MemoryContents> contents;  ///< of the memory that was asked for
  std::optional<LastWriter> last_writer;   ///< of the element that was asked for

  std::int64_t launches_left_out = 0;  ///< of `launches`: there were too many of different kinds
};

}  // namespace warpscope
