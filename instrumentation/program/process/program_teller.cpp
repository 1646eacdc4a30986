#include <signal.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "instrumentation/language/say.hpp"
#include "instrumentation/process/descendants.hpp"
#include "instrumentation/program/machine/host_side.hpp"
#include "instrumentation/program/machine/program_outcome.hpp"
#include "instrumentation/program/process/program_process.hpp"
#include "instrumentation/program/protocol/guard_report.hpp"
#include "instrumentation/trace/json_text.hpp"
#include "instrumentation/trace/sentence_json.hpp"
#include "instrumentation/trace/trace_file.hpp"

namespace warpscope {

ProgramProcess* program_process = nullptr;

namespace {

using Clock = std::chrono::steady_clock;
using End = ProgramOutcome::End;

constexpr std::size_t teller_stack_bytes = std::size_t{8} << 20;
constexpr std::size_t longest_place = 4000;                    // characters
constexpr long look_at_main_every = 250'000'000;               // nanoseconds
constexpr std::chrono::milliseconds patience_for_place{1000};  // it may hang at the heap's lock
constexpr int first_descriptor_to_give = 3, last_descriptor_to_give = 8;

void sleep_for_nanoseconds(long nanoseconds) {
  const timespec pause{.tv_sec = 0, .tv_nsec = nanoseconds};
  ::nanosleep(&pause, nullptr);
}

/// What the program's own limits would keep from being written.
void lift_limits() {
  for (const auto which : {RLIMIT_DATA, RLIMIT_AS, RLIMIT_NOFILE, RLIMIT_FSIZE, RLIMIT_STACK}) {
    rlimit limit{};
    if (::getrlimit(which, &limit) != 0 || limit.rlim_cur == limit.rlim_max) continue;
    limit.rlim_cur = limit.rlim_max;
    ::setrlimit(which, &limit);
  }
  // The program is over. If it has opened all that it may, some of it has to go.
  const int free_one = ::dup(STDERR_FILENO);
  if (free_one >= 0) {
    ::close(free_one);
  } else if (errno == EMFILE) {
    for (int number = first_descriptor_to_give; number <= last_descriptor_to_give; ++number) {
      ::close(number);
    }
  }
}

/// A thread that still runs would change what is written.
void hold_main_thread() {
  if (program_process->owner == program_process->id) return;
  ::pthread_kill(program_process->main_thread, limit_signal());
  sleep_for_nanoseconds(20'000'000);
}

Sentence wait_for_place() {
  const auto until = Clock::now() + patience_for_place;
  while (!program_process->has_place) {
    if (Clock::now() > until) return {};
    sleep_for_nanoseconds(1'000'000);
  }
  const nlohmann::json place = parse_json(program_process->place.data());
  return place.is_object() ? read_sentence(place, "place", longest_place) : Sentence();
}

Sentence message_of(const Ending& ending, const Sentence& place) {
  const ProgramProcess& process = *program_process;
  const ProgramOptions& options = process.request.options;
  switch (ending.end) {
    case End::crashed:
      if (ending.crash.signal == SIGABRT && !process.uncaught.empty()) return process.uncaught;
      return crash_sentence(ending.crash, place);
    case End::time_limit: return time_limit_sentence(options.time_limit, place);
    case End::memory_limit: return memory_limit_sentence(options.memory_limit, place);
    case End::not_loaded: return process.not_loaded;
    case End::returned:
    case End::cancelled: break;
  }
  return {};
}

/// "in launch 2 (reduce)", of a program that was stopped while a kernel ran; else empty.
Sentence launch_of_stop(const ProgramOutcome& outcome) {
  const int number = outcome.stopped ? outcome.stopped->launch : 0;
  if (number < 1 || static_cast<std::size_t>(number) > outcome.launches.size()) return {};
  return say("in launch {0} ({1})", number,
             outcome.launches[static_cast<std::size_t>(number) - 1].kernel);
}

/// Calls a function of the machine, whose memory the program may have damaged; false if that failed. Nothing that it has
/// begun is given back then.
template <class Work>
bool dared(const Work& work) {
  if (sigsetjmp(program_process->escape, 1) != 0) return false;
  try {
    work();
    return true;
  } catch (...) {
    return false;
  }
}

void write_all(double seconds) {
  ProgramProcess& process = *program_process;
  const Ending& ending = process.ending;
  const Sentence place = wait_for_place();
  // Never deleted: the program may have damaged, or locked, the part of the heap that they come from.
  auto* outcome = new ProgramOutcome;
  if (ending.end == End::returned) {
    dared([] {
      abandon_streams();
      report_unchecked_errors();
    });
  }
  if (!dared([&] { *outcome = program_outcome_so_far(); })) outcome = new ProgramOutcome;
  if (ending.end == End::time_limit) dared([&] { outcome->stopped = place_of_stop(); });
  outcome->end = ending.end;
  outcome->exit_status = ending.exit_status;
  outcome->signal = ending.crash.signal;
  const Sentence launch = place.empty() ? launch_of_stop(*outcome) : Sentence();
  if (Sentence message = message_of(ending, place.empty() ? launch : place); !message.empty()) {
    outcome->message = std::move(message);
  }
  outcome->seconds = seconds;
  // The outcome first: it counts even if the trace cannot be written.
  write_exchange_file(process.folder.outcome(), outcome_text(*outcome));
  dared([&] {
    const auto* const trace = new std::optional<Trace>(take_program_trace());
    if (!trace->has_value()) return;
    const std::vector<std::byte> bytes = encode_trace(**trace);
    write_exchange_file(process.folder.trace(),
                        {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  });
}

void tell_now() {
  ProgramProcess& process = *program_process;
  const double seconds = std::chrono::duration<double>(Clock::now() - process.began).count();
  if (process.has_timer) ::timer_delete(process.timer);
  lift_limits();
  write_exchange_file(process.folder.finishing(), {});
  hold_main_thread();
  try {
    write_all(seconds);
  } catch (...) {
    // Without memory: the parent tells what is missing.
  }
}

/// True if main() has ended its thread alone, and all others have ended since.
bool is_last_thread() {
  const std::optional<ProcessEntry> leader = process_entry(program_process->id);
  if (!leader || leader->state != 'Z') return false;
  std::error_code error;
  const std::filesystem::directory_iterator tasks("/proc/self/task", error);
  return !error && std::distance(begin(tasks), end(tasks)) <= 2;
}

/// Ends the process as its ending says.
void end_process() {
  const int signal = program_process->ending.crash.signal;
  if (signal != 0) end_by(signal);
  ::_exit(EXIT_FAILURE);
}

void* tell_when_woken(void*) {
  ProgramProcess& process = *program_process;
  process.teller = thread_id();
  // Gets its own part of the heap.
  std::free(std::malloc(64));  // NOLINT(bugprone-unused-return-value)
  ::sem_post(&process.told);
  while (true) {
    timespec until{};
    ::clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += look_at_main_every;
    if (until.tv_nsec >= 1'000'000'000) {
      until.tv_nsec -= 1'000'000'000;
      ++until.tv_sec;
    }
    if (::sem_timedwait(&process.wake, &until) == 0) break;
    if (is_last_thread()) std::exit(0);  // as the system does where there is no teller
  }
  tell_now();
  // Whoever looks for its place still waits for a lock that nobody gives back.
  if (!process.has_place) end_process();
  ::sem_post(&process.told);
  while (true) ::pause();
}

void wait_until_told() {
  while (::sem_wait(&program_process->told) != 0) {
  }
}

}  // namespace

pid_t thread_id() { return static_cast<pid_t>(::syscall(SYS_gettid)); }

bool is_program_process() {
  return program_process != nullptr && ::getpid() == program_process->id;
}

void start_teller() {
  ProgramProcess& process = *program_process;
  ::sem_init(&process.wake, 0, 0);
  ::sem_init(&process.told, 0, 0);
  // Its own faults come to it, all other signals to the program.
  sigset_t others, before;
  sigfillset(&others);
  for (const int fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) sigdelset(&others, fault);
  ::pthread_sigmask(SIG_SETMASK, &others, &before);
  pthread_attr_t attributes;
  ::pthread_attr_init(&attributes);
  ::pthread_attr_setstacksize(&attributes, teller_stack_bytes);
  pthread_t thread{};
  process.has_teller = ::pthread_create(&thread, &attributes, tell_when_woken, nullptr) == 0;
  ::pthread_attr_destroy(&attributes);
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (process.has_teller) wait_until_told();  // it stands
}

bool take_ending() {
  const pid_t me = thread_id();
  pid_t nobody = 0;
  if (program_process->owner.compare_exchange_strong(nobody, me)) return true;
  if (nobody == me || program_process->teller == me) return false;
  while (true) ::pause();
}

void tell_outcome() {
  ProgramProcess& process = *program_process;
  if (!process.has_teller || process.teller == thread_id()) {
    tell_now();
    return;
  }
  ::sem_post(&process.wake);
  wait_until_told();
}

void tell_exit(int status) {
  if (!take_ending()) return;
  program_process->ending = {.end = End::returned, .exit_status = status & 0xff};
  program_process->has_place = true;  // none
  tell_outcome();
}

}  // namespace warpscope
