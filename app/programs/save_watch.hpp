#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <vector>

namespace warpscope {

/// Sees in the background that files are saved, and rests meanwhile. Used from one thread.
class SaveWatch {
 public:
  /// `wake` is called from there when a file was saved.
  explicit SaveWatch(std::function<void()> wake = {});
  ~SaveWatch();
  SaveWatch(const SaveWatch&) = delete;
  SaveWatch& operator=(const SaveWatch&) = delete;

  /// Watches these files and no others from now on. A save of one that was watched before is not
  /// missed. Files need not be there.
  void watch(std::vector<std::filesystem::path> files);
  /// Those that were saved since the last call, as watch() named them. Saves in quick succession,
  /// such as of an editor that writes a file in parts, are told once.
  [[nodiscard]] std::vector<std::filesystem::path> saved();

 private:
  class Watcher;
  std::function<void()> wake_;
  std::unique_ptr<Watcher> watcher_;  // none before there is something to watch
};

}  // namespace warpscope
