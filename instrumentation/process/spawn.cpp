#include "instrumentation/process/spawn.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/personality.h>
#include <sys/prctl.h>
#endif

#include <algorithm>
#include <array>
#include <cassert>
#include <cerrno>
#include <utility>

namespace warpscope {
namespace {

constexpr int first_free = STDERR_FILENO + 1;

/// A pipe none of whose ends is a standard stream, should one of ours be closed: the child places its own there.
bool make_report(std::array<int, 2>& ends) {
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return false;
  for (int& end : ends) {
    if (end < first_free) ::close(std::exchange(end, ::fcntl(end, F_DUPFD_CLOEXEC, first_free)));
  }
  if (ends[0] >= 0 && ends[1] >= 0) return true;
  const int error = errno;
  for (const int end : ends) {
    if (end >= 0) ::close(end);
  }
  errno = error;
  return false;
}

/// Keeps signals waiting, so that none runs a handler of ours in the child.
class SignalsWait {
 public:
  SignalsWait() {
    sigset_t all;
    sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~SignalsWait() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  SignalsWait(const SignalsWait&) = delete;
  SignalsWait& operator=(const SignalsWait&) = delete;

 private:
  sigset_t before_{};
};

/// The child, which becomes the other program. All that it needs is made before the fork: after it, in a program with
/// threads, only system calls are allowed.
class NewChild {
 public:
  NewChild(Spawning& spawning, int report)
      : spawning_(spawning),
        program_(spawning.program.c_str()),
        report_(report),
        parent_(::getpid()) {
    for (std::string& word : spawning.words) words_.push_back(word.data());
    words_.push_back(nullptr);
  }

  /// Ends without a word if the program runs; a successful exec closes the report.
  [[noreturn]] void run() {
    const int error = become();
    [[maybe_unused]] const ssize_t told = ::write(report_, &error, sizeof error);
    ::_exit(127);
  }

 private:
  /// Returns only if the program could not be started, with the error.
  int become() {
    if (spawning_.dies_with_us) die_with_parent();
    if (spawning_.session) {
      ::setsid();
    } else {
      ::setpgid(0, spawning_.group);
    }
    forget_signals(spawning_.signals_wait);
    if (spawning_.same_addresses) ask_for_same_addresses();
    if (!place_streams()) return errno;
    if (spawning_.detached) {
      close_others();
      const pid_t child = ::fork();
      if (child < 0) return errno;
      if (child > 0) ::_exit(0);  // so that its parent is the system, which waits for it
    }
    for (const int number : spawning_.inherited) ::fcntl(number, F_SETFD, 0);
    ::execv(program_, words_.data());
    return errno;
  }

  void die_with_parent() const {
#ifdef __linux__
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent_) ::_exit(127);  // the parent has died meanwhile
#endif
  }
  static void forget_signals(bool wait) {
    for (int number = 1; number < NSIG; ++number) ::signal(number, SIG_DFL);
    if (wait) return;  // all are blocked since before the fork
    sigset_t none;
    sigemptyset(&none);
    ::pthread_sigmask(SIG_SETMASK, &none, nullptr);
  }
  static void ask_for_same_addresses() {
#ifdef __linux__
    const int persona = ::personality(0xffffffff);
    if (persona >= 0) ::personality(static_cast<unsigned long>(persona) | ADDR_NO_RANDOMIZE);
#endif
  }
  static void close_others() {
#ifdef CLOSE_RANGE_CLOEXEC
    (void)::close_range(first_free, ~0U, CLOSE_RANGE_CLOEXEC);
#endif
  }

  /// False with errno.
  [[nodiscard]] bool place_streams() const {
    std::array<int, first_free> from{spawning_.input, spawning_.output, spawning_.errors};
    // One that lies where another comes to lie moves away first.
    for (int stream = 0; stream < first_free; ++stream) {
      int& number = from[stream];
      if (number < 0 || number >= first_free || number == stream) continue;
      number = ::fcntl(number, F_DUPFD_CLOEXEC, first_free);
      if (number < 0) return false;
    }
    for (int stream = 0; stream < first_free; ++stream) {
      if (!place(from[stream], stream)) return false;
    }
    return true;
  }
  static bool place(int from, int to) {
    if (from == Spawning::ours) return true;
    // For both directions, as a terminal is.
    if (from == Spawning::nothing) from = ::open("/dev/null", O_RDWR | O_CLOEXEC);
    if (from == to) return ::fcntl(to, F_SETFD, 0) == 0;
    return from >= 0 && ::dup2(from, to) == to;
  }

  const Spawning& spawning_;
  const char* program_;
  std::vector<char*> words_;
  int report_;
  pid_t parent_;
};

}  // namespace

Spawned spawn(Spawning spawning) {
  assert(std::ranges::all_of(spawning.inherited, [](int each) { return each >= first_free; }));
  std::array<int, 2> report{-1, -1};
  if (!make_report(report)) return {.error = errno};
  NewChild child(spawning, report[1]);
  Spawned spawned;
  {
    const SignalsWait waiting;
    spawned.process = ::fork();
    if (spawned.process == 0) child.run();
    if (spawned.process < 0) spawned.error = errno;
  }
  ::close(report[1]);
  const bool forked = spawned.process > 0;
  while (forked && ::read(report[0], &spawned.error, sizeof spawned.error) < 0 && errno == EINTR) {
  }
  ::close(report[0]);
  // What failed has ended, and of what is detached the process between us and it.
  if (forked && (spawned.error != 0 || spawning.detached)) {
    reap(std::exchange(spawned.process, -1));
  }
  return spawned;
}

std::optional<int> reap(pid_t process) {
  int status = 0;
  pid_t found = -1;
  while ((found = ::waitpid(process, &status, 0)) < 0 && errno == EINTR) {
  }
  return found > 0 ? std::optional(status) : std::nullopt;
}

}  // namespace warpscope
