// How a program's process ends. All that its kernels did stands in the log already; what is left to say fits into the log's
// first page.

#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>

#include "instrumentation/program/machine/host_side.hpp"
#include "instrumentation/program/process/program_process.hpp"

namespace warpscope {

ProgramProcess* program_process = nullptr;

pid_t thread_id() { return static_cast<pid_t>(::syscall(SYS_gettid)); }

bool is_program_process() {
  return program_process != nullptr && ::getpid() == program_process->id;
}

bool take_ending() {
  const pid_t me = thread_id();
  pid_t nobody = 0;
  if (program_process->owner.compare_exchange_strong(nobody, me)) return true;
  if (nobody == me) return false;
  while (true) ::pause();
}

void tell_ending(LoggedEnding ending) {
  const auto passed = std::chrono::steady_clock::now() - program_process->began;
  ending.seconds = std::chrono::duration<double>(passed).count();
  LogHeader& header = LogWriter::the().header();
  header.ending = ending;
  header.ended.store(1, std::memory_order_release);
}

void tell_exit(int status, ExitWay way) {
  if (!take_ending()) return;
  if (program_process->has_timer) ::timer_delete(program_process->timer);
  // First: the program may have damaged what the rest looks at.
  tell_ending({.end = static_cast<std::int32_t>(ProgramOutcome::End::returned),
               .exit_status = status & 0xff});
  abandon_streams();
  report_unchecked_errors();
  if (way == ExitWay::orderly && status == EXIT_SUCCESS) note_unfreed_memory();
}

}  // namespace warpscope
