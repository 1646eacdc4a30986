#include "app/programs/save_watch.hpp"

#include <sys/inotify.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <stop_token>
#include <utility>

#include "instrumentation/executor/worker.hpp"
#include "instrumentation/trace/file_state.hpp"

namespace warpscope {
namespace {

// The system tells of saves at once, but not those that another machine makes on a shared drive.
constexpr std::chrono::milliseconds look_again{1000};
// So long nothing may happen before a save counts as done.
constexpr std::chrono::milliseconds quiet{15}, longest_unrest{200};

}  // namespace

class SaveWatch::Watcher {
 public:
  explicit Watcher(std::function<void()> wake)
      : events_(::inotify_init1(IN_NONBLOCK | IN_CLOEXEC)),
        wake_(std::move(wake)),
        worker_([this](const std::stop_token& stop) { return turn(stop); }) {}
  ~Watcher() {
    worker_.stop();
    if (events_ >= 0) ::close(events_);
  }
  Watcher(const Watcher&) = delete;
  Watcher& operator=(const Watcher&) = delete;

  void watch(const std::vector<std::filesystem::path>& files) {
    const std::lock_guard lock(mutex_);
    const auto watched = [](const auto& each) -> const auto& { return each.first; };
    if (std::ranges::equal(files, seen_, {}, {}, watched)) return;
    std::map<std::filesystem::path, std::optional<FileState>> seen;
    for (const std::filesystem::path& file : files) {
      const auto known = seen_.find(file);
      seen.emplace(file, known != seen_.end() ? known->second : file_state(file));
    }
    seen_ = std::move(seen);
    watch_folders();
  }

  std::vector<std::filesystem::path> saved() {
    const std::lock_guard lock(mutex_);
    const std::set<std::filesystem::path> files = std::exchange(saved_, {});
    return {files.begin(), files.end()};
  }

 private:
  /// The folders, since editors put another file in the place of the old one. Under the lock, and again
  /// every now and then: a folder that was deleted, moved or made again is another one.
  void watch_folders() {
    if (events_ < 0) return;
    std::map<std::filesystem::path, int> now;
    for (const auto& [file, seen] : seen_) {
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

  /// Whether a folder changed since this was asked last.
  bool has_stirred() const {
    bool any = false;
    std::array<char, 4096> bytes{};
    while (::read(events_, bytes.data(), bytes.size()) > 0) any = true;
    return any;
  }

  NextTurn turn(const std::stop_token& stop) {
    if (stop.stop_requested()) return NextTurn::none();
    const bool stirred = has_stirred();
    if (!unrest_) {
      fresh_ = look();
      if (fresh_.empty()) return NextTurn::when_readable(events_, look_again);
      unrest_ = quiet;
      return NextTurn::when_readable(events_, quiet);
    }
    if (stirred && *unrest_ < longest_unrest) {
      *unrest_ += quiet;
      return NextTurn::when_readable(events_, quiet);
    }
    unrest_.reset();
    const std::vector<std::filesystem::path> more = look();
    {
      const std::lock_guard lock(mutex_);
      saved_.insert(fresh_.begin(), fresh_.end());
      saved_.insert(more.begin(), more.end());
    }
    if (wake_) wake_();
    return NextTurn::when_readable(events_, look_again);
  }

  std::vector<std::filesystem::path> look() {
    const std::lock_guard lock(mutex_);
    watch_folders();
    std::vector<std::filesystem::path> files;
    for (auto& [file, seen] : seen_) {
      // A file that is not there, as while an editor replaces it, has not been saved yet.
      const std::optional<FileState> now = file_state(file);
      if (!now || now == seen) continue;
      seen = now;
      files.push_back(file);
    }
    return files;
  }

  int events_;
  std::function<void()> wake_;
  std::mutex mutex_;
  std::map<std::filesystem::path, int> folders_;  // and their numbers; -1: not there
  std::map<std::filesystem::path, std::optional<FileState>> seen_;  // of the files that are watched
  std::set<std::filesystem::path> saved_;
  std::vector<std::filesystem::path> fresh_;         // saved, and not yet told: it goes on
  std::optional<std::chrono::milliseconds> unrest_;  // for how long
  Worker worker_;                                    // last: it uses the others
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
