#include "app/programs/save_watch.hpp"

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>
#include <set>
#include <stop_token>
#include <thread>
#include <utility>

#include "app/programs/source_watch.hpp"

namespace warpscope {
namespace {

// The system tells of saves at once, but not those that another machine makes on a shared drive.
constexpr int look_again_ms = 1000;
// So long nothing may happen before a save counts as done.
constexpr int quiet_ms = 15, longest_unrest_ms = 200;

}  // namespace

class SaveWatch::Watcher {
 public:
  explicit Watcher(std::function<void()> wake)
      : events_(::inotify_init1(IN_NONBLOCK | IN_CLOEXEC)),
        bell_(::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)),
        wake_(std::move(wake)),
        thread_([this](const std::stop_token& stop) { work(stop); }) {}
  ~Watcher() {
    thread_.request_stop();
    ring();
    thread_.join();
    if (events_ >= 0) ::close(events_);
    if (bell_ >= 0) ::close(bell_);
  }
  Watcher(const Watcher&) = delete;
  Watcher& operator=(const Watcher&) = delete;

  void watch(const std::vector<std::filesystem::path>& files) {
    const std::lock_guard lock(mutex_);
    if (files == files_) return;
    files_ = files;
    seen_.keep_only(files);
    for (const std::filesystem::path& file : files) seen_.add(file);
    watch_folders();
  }

  std::vector<std::filesystem::path> saved() {
    const std::lock_guard lock(mutex_);
    const std::set<std::filesystem::path> files = std::exchange(saved_, {});
    return {files.begin(), files.end()};
  }

 private:
  void ring() const {
    const std::uint64_t one = 1;
    [[maybe_unused]] const ssize_t told = ::write(bell_, &one, sizeof one);
  }

  /// The folders, since editors put another file in the place of the old one. Under the lock, and again
  /// every now and then: a folder that was deleted, moved or made again is another one.
  void watch_folders() {
    if (events_ < 0) return;
    std::map<std::filesystem::path, int> now;
    for (const std::filesystem::path& file : files_) {
      std::filesystem::path folder = file.parent_path();
      if (folder.empty()) folder = ".";
      const auto [entry, added] = now.try_emplace(std::move(folder), -1);
      if (!added) continue;
      // The same number as before if it is watched already.
      entry->second = ::inotify_add_watch(events_, entry->first.c_str(),
                                          IN_CLOSE_WRITE | IN_MOVED_TO | IN_MODIFY);
    }
    const auto watched = [&](int number) {
      return std::ranges::any_of(now, [&](const auto& each) { return each.second == number; });
    };
    for (const auto& [folder, number] : folders_) {
      if (number >= 0 && !watched(number)) ::inotify_rm_watch(events_, number);
    }
    folders_ = std::move(now);
  }

  /// Whether a folder changed within that time.
  bool stirs(int milliseconds) const {
    std::array<pollfd, 2> ready{{{events_, POLLIN, 0}, {bell_, POLLIN, 0}}};
    if (::poll(ready.data(), ready.size(), milliseconds) <= 0) return false;
    std::array<char, 4096> bytes{};
    while (::read(events_, bytes.data(), bytes.size()) > 0) {
    }
    return true;
  }

  void work(const std::stop_token& stop) {
    while (!stop.stop_requested()) {
      stirs(look_again_ms);
      if (stop.stop_requested()) continue;
      const std::vector<std::filesystem::path> first = look();
      if (first.empty()) continue;
      for (int waited = 0; waited < longest_unrest_ms && !stop.stop_requested();
           waited += quiet_ms) {
        if (!stirs(quiet_ms)) break;
      }
      const std::vector<std::filesystem::path> more = look();
      {
        const std::lock_guard lock(mutex_);
        saved_.insert(first.begin(), first.end());
        saved_.insert(more.begin(), more.end());
      }
      if (wake_) wake_();
    }
  }

  std::vector<std::filesystem::path> look() {
    const std::lock_guard lock(mutex_);
    watch_folders();
    std::vector<std::filesystem::path> files;
    while (auto file = seen_.saved()) files.push_back(*std::move(file));
    return files;
  }

  int events_, bell_;
  std::function<void()> wake_;
  std::mutex mutex_;
  std::vector<std::filesystem::path> files_;
  std::map<std::filesystem::path, int> folders_;  // and their numbers; -1: not there
  SourceWatch seen_{{}};
  std::set<std::filesystem::path> saved_;
  std::jthread thread_;  // last: starts when all else is there
};

SaveWatch::SaveWatch(std::function<void()> wake) : wake_(std::move(wake)) {}
SaveWatch::~SaveWatch() = default;

void SaveWatch::watch(std::vector<std::filesystem::path> files) {
  std::ranges::sort(files);
  files.erase(std::unique(files.begin(), files.end()), files.end());
  if (!watcher_ && !files.empty()) watcher_ = std::make_unique<Watcher>(wake_);
  if (watcher_) watcher_->watch(files);
}

std::vector<std::filesystem::path> SaveWatch::saved() {
  if (!watcher_) return {};
  return watcher_->saved();
}

}  // namespace warpscope
