#include "app/export/process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <sstream>
#include <system_error>
#include <thread>
#include <utility>

namespace warpscope {
namespace {

namespace fs = std::filesystem;

/// What the child is given: our socket, our file, signals as after a fresh start.
class SpawnSetup {
 public:
  SpawnSetup(int input, int errors) {
    posix_spawn_file_actions_init(&actions_);
    posix_spawn_file_actions_adddup2(&actions_, input, STDIN_FILENO);
    posix_spawn_file_actions_addopen(&actions_, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_adddup2(&actions_, errors, STDERR_FILENO);

    posix_spawnattr_init(&attributes_);
    sigset_t signals;
    sigemptyset(&signals);
    posix_spawnattr_setsigmask(&attributes_, &signals);
    for (const int signal : {SIGPIPE, SIGINT, SIGTERM}) sigaddset(&signals, signal);
    posix_spawnattr_setsigdefault(&attributes_, &signals);
    posix_spawnattr_setpgroup(&attributes_, 0);
    posix_spawnattr_setflags(
        &attributes_, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
  }
  ~SpawnSetup() {
    posix_spawnattr_destroy(&attributes_);
    posix_spawn_file_actions_destroy(&actions_);
  }
  SpawnSetup(const SpawnSetup&) = delete;
  SpawnSetup& operator=(const SpawnSetup&) = delete;

  /// 0, or the error's number.
  [[nodiscard]] int spawn(pid_t& child, const fs::path& program,
                          const std::vector<std::string>& arguments) const {
    std::vector<std::string> words{program.string()};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<char*> pointers;
    for (std::string& word : words) pointers.push_back(word.data());
    pointers.push_back(nullptr);
    return posix_spawn(&child, program.c_str(), &actions_, &attributes_, pointers.data(), environ);
  }

 private:
  posix_spawn_file_actions_t actions_{};
  posix_spawnattr_t attributes_{};
};

Error not_started(const fs::path& program, int error) {
  return {ErrorKind::failed, fmt::format("{} cannot be started: {}.", program.string(),
                                         std::generic_category().message(error))};
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
                                                const std::vector<std::string>& arguments) {
  File said(std::tmpfile());
  // A socket and not a pipe: what is sent to a program that has ended is an error, and no signal.
  int ends[2] = {-1, -1};
  if (!said || ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
    return not_started(program, errno);
  }
  ::fcntl(::fileno(said.get()), F_SETFD, FD_CLOEXEC);
  const SpawnSetup setup(ends[1], ::fileno(said.get()));
  std::unique_ptr<Process> process(new Process(ends[0], std::move(said)));
  const int error = setup.spawn(process->child_, program, arguments);
  ::close(ends[1]);
  if (error != 0) {
    process->child_ = -1;
    return not_started(program, error);
  }
  return process;
}

Process::~Process() {
  kill();
  [[maybe_unused]] const int code = wait();
  end_input();
}

bool Process::send(std::span<const std::byte> bytes) const {
  while (!bytes.empty()) {
    const ssize_t count = ::send(input_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(count));
  }
  return true;
}

void Process::end_input() {
  if (const int input = std::exchange(input_, -1); input >= 0) ::close(input);
}

bool Process::reap() {
  const std::lock_guard lock(mutex_);
  if (child_ < 0) return true;
  int status = 0;
  const pid_t ended = ::waitpid(child_, &status, WNOHANG);
  if (ended == 0 || (ended < 0 && errno == EINTR)) return false;
  child_ = -1;
  if (ended < 0) {
    code_ = 127;  // nobody knows how it ended
  } else {
    code_ = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }
  return true;
}

int Process::wait() {
  // Not asleep in waitpid: kill() must be able to look whether the child is still ours.
  while (!reap()) std::this_thread::sleep_for(std::chrono::milliseconds(2));
  return code_;
}

void Process::kill() {
  const std::lock_guard lock(mutex_);
  if (child_ > 0) ::kill(child_, SIGKILL);
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
