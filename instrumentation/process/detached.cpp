#include "instrumentation/process/detached.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <system_error>

#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

/// In the child of a program with threads, where only system calls are allowed.
void forget_parent() {
  ::setsid();
  for (const int number :
       {SIGPIPE, SIGINT, SIGTERM, SIGHUP, SIGCHLD, SIGXFSZ, SIGTSTP, SIGTTIN, SIGTTOU}) {
    std::signal(number, SIG_DFL);
  }
  sigset_t none;
  sigemptyset(&none);
  ::pthread_sigmask(SIG_SETMASK, &none, nullptr);
#ifdef CLOSE_RANGE_CLOEXEC
  // What a library has opened is not the other program's.
  (void)::close_range(STDERR_FILENO + 1, ~0U, CLOSE_RANGE_CLOEXEC);
#endif
  const int nothing = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (nothing == stream) {
      ::fcntl(stream, F_SETFD, 0);
    } else {
      ::dup2(nothing, stream);
    }
  }
}

/// Reports an error through the pipe; a successful exec closes it without a word.
[[noreturn]] void become(const char* program, char* const* words, int report) {
  forget_parent();
  const pid_t child = ::fork();
  if (child > 0) ::_exit(0);  // so that its parent is the system, which waits for it
  if (child == 0) ::execv(program, words);
  const int error = errno;
  [[maybe_unused]] const ssize_t told = ::write(report, &error, sizeof error);
  ::_exit(127);
}

/// 0, or the error's number.
int spawn_detached(const char* program, char* const* words) {
  std::array<int, 2> report{-1, -1};
  if (::pipe2(report.data(), O_CLOEXEC) != 0) return errno;
  const pid_t child = ::fork();
  if (child == 0) become(program, words, report[1]);
  int error = child < 0 ? errno : 0;
  ::close(report[1]);
  while (child > 0 && ::read(report[0], &error, sizeof error) < 0 && errno == EINTR) {
  }
  ::close(report[0]);
  while (child > 0 && ::waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
  }
  return error;
}

}  // namespace

Status start_detached(const std::filesystem::path& program,
                      const std::vector<std::string>& arguments) {
  // Made before the fork: after it nothing may allocate.
  std::vector<std::string> words{program.filename().string()};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  const int error = spawn_detached(program.c_str(), pointers.data());
  if (error == 0) return Done{};
  return Error{ErrorKind::failed, tr("{0} cannot be started: {1}.", program.string(),
                                     std::generic_category().message(error))};
}

}  // namespace warpscope
