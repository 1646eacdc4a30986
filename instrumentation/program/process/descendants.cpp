#include "instrumentation/program/process/descendants.hpp"

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
  return std::sscanf(text.c_str() + end + 4, "%d %*d %d", &entry.parent, &entry.session) == 2;
}

std::vector<ProcessEntry> all_processes() {
  std::vector<ProcessEntry> found;
  const std::unique_ptr<DIR, int (*)(DIR*)> folder(::opendir("/proc"), &::closedir);
  if (!folder) return found;
  while (const dirent* const item = ::readdir(folder.get())) {
    ProcessEntry entry;
    if (item->d_name[0] < '1' || item->d_name[0] > '9') continue;
    if (read_entry(item->d_name, entry)) found.push_back(entry);
  }
  return found;
}

/// Stops descendants until a look at them finds no new one.
void stop_descendants() {
  std::unordered_set<pid_t> stopped;
  for (int round = 0; round < most_stop_rounds; ++round) {
    bool any_new = false;
    for (const ProcessEntry& process : descendants_of(::getpid())) {
      if (process.state == 'Z' || !stopped.insert(process.id).second) continue;
      ::kill(process.id, SIGSTOP);
      any_new = true;
    }
    if (!any_new) return;
  }
}

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
  while (true) {
    stop_descendants();
    for (const ProcessEntry& process : descendants_of(::getpid())) ::kill(process.id, SIGKILL);
    // What has ended becomes our child, if it is not yet: when there is none, there is no descendant.
    for (int waits = 0; waits < 20; ++waits) {
      int status = 0;
      pid_t ended = 0;
      while ((ended = ::waitpid(-1, &status, WNOHANG | __WALL)) > 0) {
        if (ended == child && child_status != nullptr &&
            (WIFEXITED(status) || WIFSIGNALED(status))) {
          *child_status = status;
        }
      }
      if (ended < 0 && errno == ECHILD) return true;
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
