#include "instrumentation/program/process/program_guard.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>

#include "instrumentation/process/descendants.hpp"

namespace warpscope {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr milliseconds tick{20};
constexpr int ticks_per_tree = 10;         // between looks at all processes
constexpr milliseconds after_limit{2000};  // for a program to tell where it stands
constexpr milliseconds ending{5000};       // for all that it leaves behind
constexpr std::uint64_t mebibyte = std::uint64_t{1} << 20;
constexpr std::uint64_t memory_to_tell =
    256 * mebibyte;  // beyond the limit, on the way to the handler

/// What the keeper tells the guard.
struct KeeperMessage {
  enum class Kind : std::int32_t { started, ended, not_started };
  Kind kind = Kind::started;
  std::int32_t value = 0;  ///< its process, its status, errno
};

void keep_signals_away() {
  sigset_t all;
  sigfillset(&all);
  ::sigprocmask(SIG_SETMASK, &all, nullptr);
}

void die_with(pid_t parent) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(127);
}

void tell_guard(int pipe, KeeperMessage::Kind kind, int value) {
  const KeeperMessage message{kind, value};
  [[maybe_unused]] const ssize_t told = ::write(pipe, &message, sizeof message);
}

/// Waits for the program. One that asked to be traced (PTRACE_TRACEME) stops at every signal for us: it is let go.
[[noreturn]] void keep(pid_t program, int pipe) {
  tell_guard(pipe, KeeperMessage::Kind::started, program);
  int status = 0;
  while (true) {
    const pid_t found = ::waitpid(program, &status, 0);
    if (found < 0 && errno == EINTR) continue;
    if (found < 0) ::_exit(127);
    if (!WIFSTOPPED(status)) break;
    const int signal = WSTOPSIG(status) == SIGTRAP ? 0 : WSTOPSIG(status);
    ::ptrace(PTRACE_DETACH, program, nullptr, signal);
  }
  tell_guard(pipe, KeeperMessage::Kind::ended, status);
  ::_exit(0);
}

/// Returns in the program's process alone.
void become_keeper(pid_t guard, GuardPipes pipes, int pipe) {
  die_with(guard);
  ::close(pipes.control);
  ::close(pipes.report);
  const pid_t keeper = ::getpid();
  const pid_t program = ::fork();
  if (program < 0) {
    tell_guard(pipe, KeeperMessage::Kind::not_started, errno);
    ::_exit(127);
  }
  if (program > 0) keep(program, pipe);
  die_with(keeper);
  ::close(pipe);
  ::setpgid(0, 0);
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

/// What the guard does until the program has ended or has to.
class Watch {
 public:
  Watch(const ChildRequest& request, pid_t keeper, int control, int pipe)
      : limit_(request.options.memory_limit * mebibyte),
        time_(request.options.time_limit),
        keeper_(keeper),
        control_(control),
        pipe_(pipe) {}

  GuardReport run() {
    while (look()) {
    }
    report_.seconds = passed();
    int status = 0;
    const bool told = report_.told;
    status = told ? report_.wait_status : -1;
    report_.survivors = !end_descendants(ending, program_, told ? nullptr : &status);
    if (!told && status != -1) {
      report_.told = true;
      report_.wait_status = status;
    }
    return report_;
  }

 private:
  [[nodiscard]] double passed() const {
    return std::chrono::duration<double>(Clock::now() - began_).count();
  }

  /// False when it is over.
  bool look() {
    std::array<pollfd, 2> ready{{{control_, POLLIN, 0}, {pipe_, POLLIN, 0}}};
    if (::poll(ready.data(), ready.size(), static_cast<int>(tick.count())) > 0) {
      if (ready[1].revents != 0 && !hear()) return false;
      if (ready[0].revents != 0) return stop(GuardReport::Cause::cancelled);
    }
    reap();
    if (keeper_ > 0) ::kill(keeper_, SIGCONT);  // the program may have stopped it
    if (program_ <= 0) return true;
    return time_is_left() && memory_is_left() && processes_are_left();
  }

  /// Processes that lost their parent and ended are ours to wait for.
  void reap() {
    int status = 0;
    for (pid_t ended = 0; (ended = ::waitpid(-1, &status, WNOHANG | __WALL)) > 0;) {
      if (!WIFEXITED(status) && !WIFSIGNALED(status)) continue;
      if (ended == keeper_) keeper_ = -1;
      if (ended != program_) continue;  // its keeper was gone
      report_.told = true;
      report_.wait_status = status;
      program_ = -1;
    }
  }

  bool stop(GuardReport::Cause cause) {
    report_.cause = cause;
    return false;
  }

  /// Hears the keeper; false when it has told the end, or has ended itself.
  bool hear() {
    KeeperMessage message;
    if (::read(pipe_, &message, sizeof message) != sizeof message) return false;
    switch (message.kind) {
      case KeeperMessage::Kind::started:
        program_ = message.value;
        began_ = Clock::now();
        return true;
      case KeeperMessage::Kind::ended:
        report_.told = true;
        report_.wait_status = message.value;
        report_.over_time = time_ > 0 && passed() >= time_;
        report_.over_memory = over_since_.has_value();
        return false;
      case KeeperMessage::Kind::not_started: report_.error = message.value; break;
    }
    return stop(GuardReport::Cause::not_started);
  }

  bool time_is_left() {
    if (time_ <= 0 || passed() < time_) return true;
    ::kill(program_, SIGCONT);  // a stopped program cannot tell where it stands
    const double limit = time_ + std::chrono::duration<double>(after_limit).count();
    return passed() < limit || stop(GuardReport::Cause::time);
  }

  bool memory_is_left() {
    if (limit_ == 0) return true;
    const std::uint64_t used = resident_bytes(program_);
    if (used > limit_ && !over_since_) {
      over_since_ = Clock::now();
      ::sigqueue(program_, limit_signal(), {.sival_int = memory_mark});
    }
    if (!over_since_) return true;
    const bool patient =
        Clock::now() - *over_since_ < after_limit && used < limit_ + limit_ / 4 + memory_to_tell;
    return patient || stop(GuardReport::Cause::memory);
  }

  bool processes_are_left() {
    if (++ticks_ % ticks_per_tree != 0) return true;
    std::vector<ProcessEntry> processes = descendants_of(::getpid());
    std::erase_if(processes, [](const ProcessEntry& process) { return process.state == 'Z'; });
    if (processes.size() > most_processes) return stop(GuardReport::Cause::processes);
    if (limit_ == 0 || processes.size() <= 2) return true;  // keeper and program
    const auto sum = [&](std::uint64_t (*bytes)(pid_t)) {
      std::uint64_t all = 0;
      for (const ProcessEntry& process : processes) all += bytes(process.id);
      return all;
    };
    // Processes that were forked share most of their pages; only the slow figure knows.
    if (sum(resident_bytes) <= limit_ || sum(proportional_bytes) <= limit_) return true;
    return stop(GuardReport::Cause::memory);
  }

  std::uint64_t limit_;
  double time_;
  pid_t keeper_;
  int control_, pipe_;
  pid_t program_ = -1;
  GuardReport report_;
  Clock::time_point began_ = Clock::now();
  std::optional<Clock::time_point> over_since_;
  int ticks_ = 0;
};

void send_report(int pipe, const GuardReport& report) {
  [[maybe_unused]] const ssize_t told = ::write(pipe, &report, sizeof report);
}

}  // namespace

// Forks, where everybody else starts programs with spawn(): guard, keeper and program are one binary, which has been
// loaded at its addresses and has read the request. There are no other threads yet, so the children may do as they like.
std::optional<int> guard_program(const ChildRequest& request, GuardPipes pipes) {
  keep_signals_away();
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  const pid_t guard = ::getpid();
  int pipe[2] = {-1, -1};
  const bool piped = ::pipe2(pipe, O_CLOEXEC) == 0;
  const pid_t keeper = piped ? ::fork() : -1;
  if (keeper == 0) {
    become_keeper(guard, pipes, pipe[1]);
    ::close(pipe[0]);
    return std::nullopt;
  }
  if (keeper < 0) {
    send_report(pipes.report, {.cause = GuardReport::Cause::not_started, .error = errno});
    return 1;
  }
  ::close(pipe[1]);
  // Nobody reads the program's output behind it: a reader sees its end when the program's processes have ended.
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) ::close(stream);
  const GuardReport report = Watch(request, keeper, pipes.control, pipe[0]).run();
  send_report(pipes.report, report);
  return 0;
}

}  // namespace warpscope
