#pragma once

#include <csignal>
#include <cstdint>

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

/// The real-time signal that ends a program in order: from its own timer, or from its guard with memory_mark.
[[nodiscard]] inline int limit_signal() { return SIGRTMAX - 2; }
inline constexpr int memory_mark = 0x77735f6d;

}  // namespace warpscope
