#include <signal.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string>

#include "instrumentation/program/machine/ending_place.hpp"
#include "instrumentation/program/machine/handler_stack.hpp"
#include "instrumentation/program/machine/program_machine.hpp"
#include "instrumentation/program/process/program_process.hpp"
#include "instrumentation/program/protocol/guard_report.hpp"

namespace warpscope {
namespace {

using End = ProgramOutcome::End;

constexpr long nanoseconds_per_try = 1'000'000;
constexpr int most_tries = 50;
constexpr std::uintptr_t stack_guard = 64 * 1024;

// Signals that end a program unless it wants something else. Each tells the outcome first.
constexpr std::array ending_signals{SIGHUP,  SIGINT,    SIGQUIT, SIGILL,  SIGTRAP,   SIGABRT,
                                    SIGBUS,  SIGFPE,    SIGUSR1, SIGSEGV, SIGUSR2,   SIGPIPE,
                                    SIGALRM, SIGTERM,   SIGXCPU, SIGXFSZ, SIGVTALRM, SIGPROF,
                                    SIGSYS,  SIGSTKFLT, SIGIO,   SIGPWR};

std::uintptr_t instruction_of(const void* context) {
  const auto& machine = static_cast<const ucontext_t*>(context)->uc_mcontext;
#if defined(__x86_64__)
  return static_cast<std::uintptr_t>(machine.gregs[REG_RIP]);
#else
  return static_cast<std::uintptr_t>(machine.pc);
#endif
}

std::uintptr_t stack_pointer_of(const void* context) {
  const auto& machine = static_cast<const ucontext_t*>(context)->uc_mcontext;
#if defined(__x86_64__)
  return static_cast<std::uintptr_t>(machine.gregs[REG_RSP]);
#else
  return static_cast<std::uintptr_t>(machine.sp);
#endif
}

/// True if the interrupted code is of a library that locks the heap and the streams.
bool is_in_locking_code(const void* context) {
  const std::uintptr_t at = instruction_of(context);
  const std::span known(program_process->locking.data(), program_process->locking_count);
  return std::ranges::any_of(known, [&](const AddressExtent& range) { return range.holds(at); });
}

/// Where the interrupted code stands with the system.
enum class Call : std::uint8_t {
  none,
  sleeps,  ///< in a call that begins again after the handler, such as read()
  returned
};
/// To be called only for code of a library, whose instructions can be read.
Call system_call_of(const void* context) {
  const std::uintptr_t at = instruction_of(context);
  const auto& machine = static_cast<const ucontext_t*>(context)->uc_mcontext;
#if defined(__x86_64__)
  const auto* const code = reinterpret_cast<const unsigned char*>(at);
  const auto is_call = [](const unsigned char* bytes) {
    return bytes[0] == 0x0f && bytes[1] == 0x05;
  };
  // A thread that waits for a lock sleeps in futex().
  if (is_call(code) && machine.gregs[REG_RAX] != SYS_futex) return Call::sleeps;
  if (is_call(code - 2)) {
    return machine.gregs[REG_RAX] == -EINTR ? Call::sleeps : Call::returned;
  }
#elif defined(__aarch64__)
  constexpr std::uint32_t call = 0xd4000001;
  const auto* const code = reinterpret_cast<const std::uint32_t*>(at);
  if (code[0] == call && machine.regs[8] != SYS_futex) return Call::sleeps;
  if (code[-1] == call) {
    return static_cast<long>(machine.regs[0]) == -EINTR ? Call::sleeps : Call::returned;
  }
#endif
  return Call::none;
}

/// True if the interrupted code may hold the lock of the heap or of a stream.
bool may_hold_lock(const void* context) {
  return is_in_locking_code(context) && system_call_of(context) != Call::sleeps;
}

/// True for raise() and what else the interrupted code sent to itself: it must not go on.
bool is_sent_here(const siginfo_t* info, const void* context) {
  const bool own =
      info->si_code == SI_TKILL || info->si_code == SI_USER || info->si_code == SI_QUEUE;
  return own && info->si_pid == program_process->id && is_in_locking_code(context) &&
         system_call_of(context) == Call::returned;
}

bool is_fault(int signal, const siginfo_t* info) {
  return info->si_code > 0 && (signal == SIGSEGV || signal == SIGBUS || signal == SIGFPE ||
                               signal == SIGILL || signal == SIGTRAP);
}

/// Bytes of the main thread's stack if that ran over, else 0.
std::uint64_t overrun_stack(std::uintptr_t address, std::uintptr_t stack_pointer) {
  const AddressExtent& stack = program_process->main_stack;
  constexpr std::uintptr_t largest_frame = std::uintptr_t{64} << 20;
  const auto is_below = [&](std::uintptr_t at) {
    return at < stack.begin + stack_guard && at + largest_frame > stack.begin;
  };
  const bool near_pointer =
      address + stack_guard > stack_pointer && address < stack_pointer + stack_guard;
  const bool over = is_below(address) && (near_pointer || is_below(stack_pointer));
  return over ? stack.end - stack.begin : 0;
}

LoggedEnding ending_by(int signal, const siginfo_t* info, const void* context) {
  const bool lacked_memory = signal == SIGABRT && program_process->lacked_memory;
  LoggedEnding ending{
      .end = static_cast<std::int32_t>(lacked_memory ? End::memory_limit : End::crashed),
      .signal = signal,
      .is_fault = is_fault(signal, info) ? std::uint8_t{1} : std::uint8_t{0}};
  if (ending.is_fault == 0) return ending;
  ending.address = reinterpret_cast<std::uintptr_t>(info->si_addr);
  if (signal != SIGSEGV) return ending;
  ending.stack_bytes = overrun_stack(ending.address, stack_pointer_of(context));
#if defined(__x86_64__)
  const auto& registers = static_cast<const ucontext_t*>(context)->uc_mcontext.gregs;
  ending.is_known_access = info->si_code != SI_KERNEL ? 1 : 0;
  ending.is_write = (registers[REG_ERR] & 2) != 0 ? 1 : 0;
#endif
  return ending;
}

/// Ends the process with what the handler knows. `signal` 0: by a limit.
void end_with(LoggedEnding ending, int signal, const void* context) {
  note_place(ending, reinterpret_cast<const void*>(instruction_of(context)));
  tell_ending(ending);
  if (ending.is_fault == 0 && !may_hold_lock(context)) std::fflush(nullptr);
  if (signal != 0) end_by(signal);
  ::_exit(EXIT_FAILURE);
}

/// True if the interrupted code has to go on first, since it may hold a lock. Gives up soon.
bool has_to_wait(const void* context) {
  ProgramProcess& process = *program_process;
  if (!process.has_timer || !may_hold_lock(context)) return false;
  if (++process.tries > most_tries) return false;
  const itimerspec soon{.it_interval = {},
                        .it_value = {.tv_sec = 0, .tv_nsec = nanoseconds_per_try}};
  return ::timer_settime(process.timer, 0, &soon, nullptr) == 0;
}

void on_limit(int, siginfo_t* info, void* context) {
  if (!is_program_process()) return;
  ProgramProcess& process = *program_process;
  if (info->si_code == SI_QUEUE && info->si_value.sival_int == memory_mark) {
    process.over_memory = true;
  }
  if (process.owner == 0 && has_to_wait(context)) return;
  if (!take_ending()) return;
  const int signal = process.waiting_signal;
  if (signal != 0) {
    end_with({.end = static_cast<std::int32_t>(End::crashed), .signal = signal}, signal, context);
  } else {
    const End end = process.over_memory ? End::memory_limit : End::time_limit;
    end_with({.end = static_cast<std::int32_t>(end)}, 0, context);
  }
}

/// A fault on the thread that ends the program already: how it ends has been told.
void on_second_signal(int signal, bool fault) {
  if (!fault && signal != SIGABRT) return;
  const LoggedEnding& told = LogWriter::the().header().ending;
  if (told.end == static_cast<std::int32_t>(End::returned)) ::_exit(told.exit_status);
  end_by(told.signal != 0 ? told.signal : signal);
}

void on_ending_signal(int signal, siginfo_t* info, void* context) {
  const int error = errno;
  const bool fault = is_fault(signal, info);
  if (!is_program_process()) {
    ::signal(signal, SIG_DFL);
    if (!fault) end_by(signal);
    return;  // a fault comes again
  }
  ProgramProcess& process = *program_process;
  const bool by_itself = fault || signal == SIGABRT || is_sent_here(info, context);
  if (fault && process.owner == 0 && handle_device_fault(signal, info, context)) {
    errno = error;
  } else if (process.owner == 0 && !by_itself && has_to_wait(context)) {
    process.waiting_signal = signal;
    errno = error;
  } else if (take_ending()) {
    end_with(ending_by(signal, info, context), signal, context);
  } else {
    on_second_signal(signal, fault);
  }
}

}  // namespace

void end_by(int signal) {
  ::signal(signal, SIG_DFL);
  sigset_t only;
  sigemptyset(&only);
  sigaddset(&only, signal);
  ::pthread_sigmask(SIG_UNBLOCK, &only, nullptr);
  ::raise(signal);
}

void install_signal_handlers() {
  use_handler_stack();
  struct sigaction action {};
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  sigemptyset(&action.sa_mask);
  action.sa_sigaction = on_ending_signal;
  for (const int signal : ending_signals) ::sigaction(signal, &action, nullptr);
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
  action.sa_sigaction = on_limit;
  ::sigaction(limit_signal(), &action, nullptr);
}

void start_time_limit(double seconds) {
  sigevent event{};
  event.sigev_notify = SIGEV_SIGNAL;
  event.sigev_signo = limit_signal();
  ProgramProcess& process = *program_process;
  process.has_timer = ::timer_create(CLOCK_MONOTONIC, &event, &process.timer) == 0;
  if (!process.has_timer || seconds <= 0) return;
  const double whole = std::min(std::floor(seconds), 1e9);
  itimerspec once{};
  once.it_value.tv_sec = static_cast<time_t>(whole);
  once.it_value.tv_nsec =
      static_cast<long>(std::clamp((seconds - whole) * 1e9, 1.0, 999'999'999.0));
  ::timer_settime(process.timer, 0, &once, nullptr);
}

}  // namespace warpscope
