#include "instrumentation/program/machine/handler_stack.hpp"

#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cstddef>
#include <ctime>

#include "instrumentation/program/protocol/guard_report.hpp"

namespace warpscope {
namespace {

constexpr std::size_t handler_stack_bytes = std::size_t{1} << 20;

sigset_t all_but_faults() {
  sigset_t signals;
  sigfillset(&signals);
  for (const int fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT}) {
    sigdelset(&signals, fault);
  }
  return signals;
}

}  // namespace

void use_handler_stack() {
  void* const stack = ::mmap(nullptr, handler_stack_bytes, PROT_READ | PROT_WRITE,
                             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (stack != MAP_FAILED) {
    const stack_t alternate{.ss_sp = stack, .ss_flags = 0, .ss_size = handler_stack_bytes};
    ::sigaltstack(&alternate, nullptr);
  }
}

void become_machine_thread() {
  use_handler_stack();
  const sigset_t others = all_but_faults();
  ::pthread_sigmask(SIG_SETMASK, &others, nullptr);
}

void pass_on_signals() {
  sigset_t others = all_but_faults();
  sigdelset(&others, limit_signal());
  const timespec at_once{};
  // All are taken before any is sent on: if everybody blocks it, it comes back here.
  std::array<int, 64> taken{};
  std::size_t count = 0;
  while (count < taken.size()) {
    const int signal = ::sigtimedwait(&others, nullptr, &at_once);
    if (signal <= 0) break;
    taken[count++] = signal;
  }
  for (std::size_t k = 0; k < count; ++k) ::kill(::getpid(), taken[k]);
}

}  // namespace warpscope
