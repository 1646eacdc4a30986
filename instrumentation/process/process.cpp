#include "instrumentation/process/process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <sstream>
#include <system_error>
#include <thread>
#include <utility>

#include "instrumentation/language/message.hpp"
#include "instrumentation/process/spawn.hpp"
#include "instrumentation/trace/temporary.hpp"

namespace warpscope {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

Error not_started(const fs::path& program, int error) {
  return {ErrorKind::failed, tr("{0} cannot be started: {1}.", program.string(),
                                std::generic_category().message(error))};
}

/// The end of a pipe for whoever lives, -1 if there is none. A process in the group of `child` waits until nobody has
/// that end any more, and ends the group: what the child itself has started would outlive us else.
int watch_over(pid_t child, pid_t& watcher) {
  int life[2] = {-1, -1};
  if (::pipe2(life, O_CLOEXEC) != 0) return -1;
  const Spawned spawned = spawn({.program = "/bin/sh",
                                 .words = {"sh", "-c", "read -r nothing; kill -s KILL 0"},
                                 .input = life[0],
                                 .group = child,
                                 .signals_wait = true});
  ::close(life[0]);
  watcher = spawned.process;
  if (spawned.error == 0) return life[1];
  ::close(life[1]);
  return -1;
}

}  // namespace

fs::path find_program(std::string_view name) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    fs::path program = fs::path(folder) / name;
    std::error_code ignored;
    if (fs::is_regular_file(program, ignored) && ::access(program.c_str(), X_OK) == 0) {
      return program;
    }
  }
  return {};
}

Result<std::unique_ptr<Process>> Process::start(const fs::path& program,
                                                const std::vector<std::string>& arguments,
                                                Output output) {
  File said(open_unnamed_file());
  // A socket, not a pipe: sending to a program that has ended is then an error, not a signal.
  int ends[2] = {-1, -1};
  if (!said || ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
    return not_started(program, errno);
  }
  std::unique_ptr<Process> process(new Process(ends[0], std::move(said)));
  std::vector<std::string> words{program.filename().string()};
  words.insert(words.end(), arguments.begin(), arguments.end());
  const Spawned spawned = spawn({.program = program,
                                 .words = std::move(words),
                                 .input = ends[1],
                                 .output = output == Output::lines ? ends[1] : Spawning::nothing,
                                 .errors = ::fileno(process->said_.get()),
                                 .dies_with_us = true});
  ::close(ends[1]);
  if (spawned.error != 0) return not_started(program, spawned.error);
  process->child_ = spawned.process;
  process->life_ = watch_over(process->child_, process->watcher_);
  return process;
}

Process::~Process() {
  kill();
  [[maybe_unused]] const int code = wait();
  ::close(end_);
  if (life_ >= 0) ::close(life_);
}

bool Process::send(std::span<const std::byte> bytes) const {
  while (!bytes.empty()) {
    const ssize_t count = ::send(end_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(count));
  }
  return true;
}

void Process::end_input() { ::shutdown(end_, SHUT_WR); }

void Process::read_some(std::chrono::milliseconds patience) {
  pollfd ready{end_, POLLIN, 0};
  // Its children may hold its output open: whatever is there once it has ended is all.
  const bool over = ended();
  const int wait = over ? 0 : static_cast<int>(patience.count());
  const int found = ::poll(&ready, 1, wait);
  if (found < 0) return;  // a signal came
  if (found == 0) {
    silent_ = over;
    return;
  }
  std::array<char, 16384> bytes{};
  const ssize_t count = ::recv(end_, bytes.data(), bytes.size(), 0);
  if (count > 0) {
    read_.append(bytes.data(), static_cast<std::size_t>(count));
  } else if (count == 0 || errno != EINTR) {
    silent_ = true;
  }
}

std::optional<std::string> Process::read_line(std::chrono::milliseconds patience) {
  const auto until = Clock::now() + patience;
  constexpr std::chrono::milliseconds longest_sleep{50};  // then it may have ended
  while (true) {
    const std::size_t end = read_.find('\n');
    const bool whole = end != std::string::npos;
    if (whole || read_.size() >= longest_line || (silent_ && !read_.empty())) {
      const std::size_t length = std::min({end, read_.size(), longest_line});
      std::string line = read_.substr(0, length);
      read_.erase(0, length + (length == end ? 1 : 0));
      return line;
    }
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now());
    if (silent_ || left.count() <= 0) return std::nullopt;
    read_some(std::min(left, longest_sleep));
  }
}

bool Process::ended() {
  const std::lock_guard lock(mutex_);
  if (child_ < 0) return true;
  siginfo_t info{};
  if (::waitid(P_PID, static_cast<id_t>(child_), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
      info.si_pid == 0) {
    return false;
  }
  ::kill(-child_, SIGKILL);  // the processes it left behind; its number is still its own
  const std::optional<int> status = reap(std::exchange(child_, -1));
  if (watcher_ > 0) reap(std::exchange(watcher_, -1));
  if (!status) {
    code_ = 127;  // nobody knows how it ended
  } else {
    code_ = WIFEXITED(*status) ? WEXITSTATUS(*status) : 128 + WTERMSIG(*status);
  }
  return true;
}

int Process::wait() {
  // Does not sleep in waitpid: kill() must be able to see whether the child is still ours.
  while (!ended()) std::this_thread::sleep_for(std::chrono::milliseconds(2));
  return code_;
}

void Process::signal(int number) {
  const std::lock_guard lock(mutex_);
  if (child_ > 0) ::kill(-child_, number);
}

std::string Process::last_words() const {
  std::rewind(said_.get());
  std::string last, line;
  for (int letter = std::fgetc(said_.get()); letter != EOF; letter = std::fgetc(said_.get())) {
    if (letter != '\n' && letter != '\r') {
      line += static_cast<char>(letter);
      continue;
    }
    if (!line.empty()) last = std::exchange(line, {});
  }
  return line.empty() ? last : line;
}

}  // namespace warpscope
