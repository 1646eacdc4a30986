#pragma once

#include <filesystem>

#include "instrumentation/trace/result.hpp"

namespace warpscope {

/// A folder of our own, which goes with all that is in it.
class ScratchFolder {
 public:
  /// In the system's folder for temporary files, hidden. What processes that died have left there
  /// is removed.
  [[nodiscard]] static Result<ScratchFolder> make();
  ~ScratchFolder();
  ScratchFolder(ScratchFolder&& other) noexcept;
  ScratchFolder& operator=(ScratchFolder&&) = delete;
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  ScratchFolder(std::filesystem::path path, int descriptor)
      : path_(std::move(path)), descriptor_(descriptor) {}
  std::filesystem::path path_;  // empty: nothing to remove
  int descriptor_;              // held open, so that others see that it is in use
};

}  // namespace warpscope
