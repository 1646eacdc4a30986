#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>

#include "instrumentation/program/machine/launch_errors.hpp"
#include "instrumentation/program/machine/launch_watch.hpp"
#include "instrumentation/program/machine/memory_states.hpp"
#include "instrumentation/program/machine/program_log.hpp"
#include "instrumentation/program/machine/program_machine.hpp"
#include "instrumentation/program/machine/simt.hpp"

namespace warpscope {

// What the parts of the machine share; the host's side asks program_machine.hpp.

/// The program that runs in this process.
struct ProgramMachine {
  explicit ProgramMachine(const ProgramOptions& options) : log(options) {}
  ProgramLog log;
  std::recursive_mutex mutex;  ///< a program may launch from several threads: one after another
  std::mutex faults;           ///< of blocks that run side by side
  std::size_t host_steps = 0;
  std::atomic<std::uint64_t> longest_wait = 0;  ///< of a lane of the launch that runs, in cycles
  LaunchWatch* watch = nullptr;                 ///< of the launch that runs
  SimtBlock* block = nullptr;                   ///< that is watched
  MemoryStates memory_states;                   ///< of a run that is compared
  bool aborted_launch = false;
  const void* kernel = nullptr;  ///< of the launch that runs, or ran last
};

/// nullptr before begin_program(). Never destroyed: the program's own destructors may still call it.
extern ProgramMachine* the_machine;
/// The same, begun without options if need be.
[[nodiscard]] ProgramMachine& machine();

[[nodiscard]] inline Dim3 dim3_of(const std::uint32_t* extent) {
  return {static_cast<std::int32_t>(extent[0]), static_cast<std::int32_t>(extent[1]),
          static_cast<std::int32_t>(extent[2])};
}

}  // namespace warpscope
