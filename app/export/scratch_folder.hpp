#pragma once

#include <filesystem>

#include "instrumentation/trace/result.hpp"

namespace warpscope {

/// A folder of our own, which is removed with all that is in it.
class ScratchFolder {
 public:
  /// Makes it hidden in the system's folder for temporary files. Removes what processes that died
  /// left there.
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
