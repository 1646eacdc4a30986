#pragma once

#include <pthread.h>
#include <semaphore.h>
#include <sys/types.h>

#include <array>
#include <atomic>
#include <chrono>
#include <csetjmp>
#include <cstdint>
#include <ctime>
#include <exception>
#include <string>

#include "instrumentation/program/protocol/ending_sentence.hpp"
#include "instrumentation/program/protocol/program_exchange.hpp"

namespace warpscope {

// The program's own process, between its start (program_child.cpp), its signals (program_signals.cpp) and what it tells
// (program_teller.cpp).

/// Why the program ends: plain data, since a signal handler fills it.
struct Ending {
  ProgramOutcome::End end = ProgramOutcome::End::returned;
  int exit_status = 0;
  Crash crash{};  ///< of End::crashed; its place is in ProgramProcess
};

struct AddressExtent {
  std::uintptr_t begin = 0, end = 0;
  [[nodiscard]] bool holds(std::uintptr_t address) const { return address - begin < end - begin; }
};

/// All that the process knows of itself. There is one program per process; never deleted, since the program's last
/// destructors may still end it.
struct ProgramProcess {
  ChildRequest request;
  ExchangeFolder folder;
  pid_t id = 0;
  pthread_t main_thread{};
  AddressExtent main_stack;
  std::chrono::steady_clock::time_point began;
  timer_t timer{};
  bool has_timer = false;
  void* object = nullptr;                  // of dlopen()
  Sentence not_loaded;                     // why it could not be
  std::array<AddressExtent, 8> locking{};  // code that may hold the lock of the heap or of a stream
  std::size_t locking_count = 0;
  Sentence uncaught;  // what std::terminate() found
  bool lacked_memory = false;
  std::terminate_handler terminate = nullptr;

  // The ending: who comes first has it.
  std::atomic<pid_t> owner{0};  // a thread; 0: none yet
  Ending ending;
  std::array<char, 8000> place{};  // what describe_place() tells, as JSON
  std::atomic<bool> has_place{false};

  // The thread that tells it.
  bool has_teller = false;
  std::atomic<pid_t> teller{0};
  sem_t wake{}, told{};
  sigjmp_buf escape{};  // where a fault of the teller goes

  // A signal that waits until the heap's lock is free.
  std::atomic<int> waiting_signal{0};
  std::atomic<bool> over_memory{false};
  std::atomic<int> tries{0};
};
extern ProgramProcess* program_process;

[[nodiscard]] pid_t thread_id();
/// False in a process that the program has forked: it tells nothing.
[[nodiscard]] bool is_program_process();

/// Starts the thread that tells the outcome. It has a stack and a part of the heap of its own: the program may end where
/// the stack is over, or while it holds the heap's lock, or with a heap that is damaged.
void start_teller();
/// True if the ending is the caller's: it then fills `ending`, says has_place and calls tell_outcome(). False in a thread
/// that has it already; all others wait here for the end of the process.
[[nodiscard]] bool take_ending();
/// Waits until outcome and trace are written.
void tell_outcome();
/// For a normal end. May be called again: it tells once.
void tell_exit(int status);

/// The handlers of the limits and of every signal that ends a program.
void install_signal_handlers();
/// Ends the process by a signal, as it would have ended without us.
void end_by(int signal);
/// The timer of the program's time; 0: no limit.
void start_time_limit(double seconds);

}  // namespace warpscope
