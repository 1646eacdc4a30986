#include "instrumentation/process/descendants.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <unordered_set>

namespace warpscope {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int most_stop_rounds = 200;

/// A small file of /proc, cut after 4095 bytes; empty if there is none.
std::string proc_text(const char* path) {
  const int descriptor = ::open(path, O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return {};
  std::array<char, 4095> bytes{};
  const ssize_t count = ::read(descriptor, bytes.data(), bytes.size());
  ::close(descriptor);
  return {bytes.data(), count > 0 ? static_cast<std::size_t>(count) : 0};
}

/// False if the process is gone.
bool read_entry(const char* name, ProcessEntry& entry) {
  const std::string text = proc_text(("/proc/" + std::string(name) + "/stat").c_str());
  // "12 (any name) S 7 …": the name may hold brackets and blanks itself.
  const std::size_t end = text.rfind(')');
  if (end == std::string::npos || end + 4 >= text.size()) return false;
  entry.id = static_cast<pid_t>(std::strtol(name, nullptr, 10));
  entry.state = text[end + 2];
  return std::sscanf(text.c_str() + end + 4, "%d %d %d", &entry.parent, &entry.group,
                     &entry.session) == 3;
}

/// Calls `visit` with the name of every process there is, the oldest first.
template <class Visit>
void for_each_process(const Visit& visit) {
  const std::unique_ptr<DIR, int (*)(DIR*)> folder(::opendir("/proc"), &::closedir);
  if (!folder) return;
  while (const dirent* const item = ::readdir(folder.get())) {
    if (item->d_name[0] >= '1' && item->d_name[0] <= '9') visit(item->d_name);
  }
}

std::vector<ProcessEntry> all_processes() {
  std::vector<ProcessEntry> found;
  for_each_process([&](const char* name) {
    ProcessEntry entry;
    if (read_entry(name, entry)) found.push_back(entry);
  });
  return found;
}

/// Ends all that descends from the calling process.
class EndOfDescendants {
 public:
  EndOfDescendants(pid_t child, int* child_status) : child_(child), status_(child_status) {}

  /// Stops descendants until a look at them finds no new one.
  void stop_all() {
    related_ = {::getpid()};
    others_.clear();
    for (int round = 0; round < most_stop_rounds; ++round) {
      const bool any_new = stop_new();
      reap();
      if (!any_new) return;
    }
  }

  /// Waits for what has ended. False when there was nothing to wait for: what has ended becomes our child, if it is not
  /// yet, so that without a child there is no descendant.
  bool reap() {
    int status = 0;
    pid_t ended = 0;
    while ((ended = ::waitpid(-1, &status, WNOHANG | __WALL)) > 0) {
      if (ended == child_ && status_ != nullptr && (WIFEXITED(status) || WIFSIGNALED(status))) {
        *status_ = status;
      }
    }
    return ended == 0 || errno != ECHILD;
  }

 private:
  /// One look. A process whose parent ends within milliseconds has to be stopped as it is met, and nothing may be read
  /// twice: else a chain of such processes is always one ahead.
  bool stop_new() {
    bool any_new = false;
    for_each_process([&](const char* name) {
      const auto id = static_cast<pid_t>(std::strtol(name, nullptr, 10));
      if (related_.contains(id) || others_.contains(id)) return;
      ProcessEntry entry;
      if (!read_entry(name, entry)) return;
      if (related_.contains(entry.parent)) {
        // A signal to a group reaches all of it at once, also what a fork is about to add. Whoever is in another group
        // than we is our descendant: the session of that group is led by us, or by a descendant.
        ::kill(entry.group == group_ ? id : -entry.group, SIGSTOP);
        related_.insert(id);
        any_new = any_new || entry.state != 'Z';
      } else if (entry.parent == 0 || others_.contains(entry.parent)) {
        others_.insert(id);  // else its parent is younger, and met in the next look
      }
    });
    return any_new;
  }

  pid_t child_, group_ = ::getpgrp();
  int* status_;
  std::unordered_set<pid_t> related_;  ///< stopped, and ourselves
  std::unordered_set<pid_t> others_;   ///< no concern of ours
};

}  // namespace

std::optional<ProcessEntry> process_entry(pid_t process) {
  ProcessEntry entry;
  if (!read_entry(std::to_string(process).c_str(), entry)) return std::nullopt;
  return entry;
}

std::vector<ProcessEntry> descendants_of(pid_t root) {
  std::vector<ProcessEntry> left = all_processes(), found;
  std::unordered_set<pid_t> parents{root};
  for (bool grown = true; grown;) {
    const auto related = std::stable_partition(
        left.begin(), left.end(),
        [&](const ProcessEntry& process) { return !parents.contains(process.parent); });
    grown = related != left.end();
    for (auto process = related; process != left.end(); ++process) parents.insert(process->id);
    found.insert(found.end(), related, left.end());
    left.erase(related, left.end());
  }
  return found;
}

bool end_descendants(std::chrono::milliseconds patience, pid_t child, int* child_status) {
  const auto until = Clock::now() + patience;
  EndOfDescendants end(child, child_status);
  while (true) {
    end.stop_all();
    for (const ProcessEntry& process : descendants_of(::getpid())) ::kill(process.id, SIGKILL);
    for (int waits = 0; waits < 20; ++waits) {
      if (!end.reap()) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    if (Clock::now() > until) return false;
  }
}

void end_strays(pid_t session, std::string_view mark) {
  for (int round = 0; round < most_stop_rounds; ++round) {
    bool any = false;
    for (const ProcessEntry& process : all_processes()) {
      if (process.state == 'Z' || process.id == ::getpid()) continue;
      const std::string line = proc_text(fmt::format("/proc/{}/cmdline", process.id).c_str());
      if (process.session != session && line.find(mark) == std::string::npos) continue;
      any = ::kill(process.id, SIGKILL) == 0 || any;
    }
    if (!any) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

std::uint64_t resident_bytes(pid_t process) {
  std::array<char, 64> path{};
  std::snprintf(path.data(), path.size(), "/proc/%d/statm", process);
  const std::string text = proc_text(path.data());
  unsigned long pages = 0;  // the second number
  if (std::sscanf(text.c_str(), "%*s %lu", &pages) != 1) return 0;
  return std::uint64_t{pages} * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

std::uint64_t proportional_bytes(pid_t process) {
  std::array<char, 64> path{};
  std::snprintf(path.data(), path.size(), "/proc/%d/smaps_rollup", process);
  const std::string text = proc_text(path.data());
  const std::size_t at = text.find("\nPss:");
  if (at == std::string::npos) return resident_bytes(process);
  return std::strtoull(text.c_str() + at + 5, nullptr, 10) * 1024;
}

}  // namespace warpscope
