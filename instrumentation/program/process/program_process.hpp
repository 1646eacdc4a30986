#pragma once

#include <pthread.h>
#include <sys/types.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <exception>

#include "instrumentation/program/protocol/child_request.hpp"
#include "instrumentation/program/protocol/machine_log.hpp"
#include "instrumentation/program/protocol/program_outcome.hpp"

namespace warpscope {

// The program's own process, between its start (program_child.cpp), its signals (program_signals.cpp) and its end
// (program_ending.cpp).

struct AddressExtent {
  std::uintptr_t begin = 0, end = 0;
  [[nodiscard]] bool holds(std::uintptr_t address) const { return address - begin < end - begin; }
};

/// All that the process knows of itself. There is one program per process; never deleted, since the program's last
/// destructors may still end it.
struct ProgramProcess {
  ChildRequest request;
  pid_t id = 0;
  AddressExtent main_stack;
  std::chrono::steady_clock::time_point began;
  timer_t timer{};
  bool has_timer = false;
  void* object = nullptr;                  // of dlopen()
  std::array<AddressExtent, 8> locking{};  // code that may hold the lock of the heap or of a stream
  std::size_t locking_count = 0;
  bool told_uncaught = false;  // what std::terminate() found
  bool lacked_memory = false;
  std::terminate_handler terminate = nullptr;

  // The ending: who comes first has it.
  std::atomic<pid_t> owner{0};  // a thread; 0: none yet

  // A signal that waits until the heap's lock is free.
  std::atomic<int> waiting_signal{0};
  std::atomic<bool> over_memory{false};
  std::atomic<int> tries{0};
};
extern ProgramProcess* program_process;

[[nodiscard]] pid_t thread_id();
/// False in a process that the program has forked: it tells nothing.
[[nodiscard]] bool is_program_process();

/// True if the ending is the caller's: it then calls tell_ending(). False in a thread that has it already; all others wait
/// here for the end of the process.
[[nodiscard]] bool take_ending();
/// Also for a signal handler. `seconds` is filled in here.
void tell_ending(LoggedEnding ending);
enum class ExitWay : std::uint8_t {
  orderly,  ///< the program's destructors have run
  at_once   ///< _exit() and its relatives: what they would have freed is not known
};
/// For a normal end. May be called again: it tells once.
void tell_exit(int status, ExitWay way);

/// The handlers of the limits and of every signal that ends a program.
void install_signal_handlers();
/// Ends the process by a signal, as it would have ended without us.
void end_by(int signal);
/// The timer of the program's time; 0: no limit.
void start_time_limit(double seconds);

}  // namespace warpscope
