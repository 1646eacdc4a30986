#pragma once

#include <cstdint>

#include "instrumentation/program/process/program_exchange.hpp"

namespace warpscope {

/// How a program's process ended, as its guard saw it. Goes as bytes through a pipe from the guard to the parent.
struct GuardReport {
  enum class Cause : std::uint8_t {
    itself,
    time,       ///< it was killed after its time
    memory,     ///< it, with its children, used more than it may
    cancelled,  ///< the parent asked for it
    processes,  ///< it started too many
    not_started
  };
  Cause cause = Cause::itself;
  bool survivors = false;  ///< some process could not be ended
  bool over_time = false;  ///< it ended itself, but after a limit
  bool over_memory = false;
  bool told = false;             ///< `wait_status` is known
  std::int32_t wait_status = 0;  ///< as waitpid() tells it
  std::int32_t error = 0;        ///< errno of not_started
  double seconds = 0;
};

/// Processes that a program may have at one time.
inline constexpr int most_processes = 1000;
/// The real-time signal that ends a program in order: from its own timer, or from its guard with limit_mark().
[[nodiscard]] int limit_signal();
inline constexpr int memory_mark = 0x77735f6d;

// Three processes stand behind one program:
//   guard       leader of a session of its own, adopts every process that loses its parent, and ends all at the end;
//   keeper      the program's parent. A program that ends its parent ends the keeper and not the guard;
//   program     leader of its own process group.
// No process of them has a controlling terminal: Ctrl+C reaches the parent alone, and reading from a terminal never stops
// a program as if it were in the background.

/// To be called in the guard's process while it has one thread. Starts keeper and program and returns
/// twice: in the program with nothing, in the guard, when everything has ended, with its exit code. `control`: the
/// parent's pipe; a byte or its end means cancelled. `report`: where the GuardReport goes.
struct GuardPipes {
  int control = -1;
  int report = -1;
};
[[nodiscard]] std::optional<int> guard_program(const ChildRequest& request,
                                               const ExchangeFolder& folder, GuardPipes pipes);

}  // namespace warpscope
