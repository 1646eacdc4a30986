#pragma once

#include <filesystem>

#include "instrumentation/trace/result.hpp"

namespace warpscope {

/// A folder of our own, which goes with all that is in it.
class ScratchFolder {
 public:
  /// In the system's folder for temporary files, or in `where`, hidden.
  [[nodiscard]] static Result<ScratchFolder> make(const std::filesystem::path& where = {});
  ~ScratchFolder();
  ScratchFolder(ScratchFolder&& other) noexcept;
  ScratchFolder& operator=(ScratchFolder&&) = delete;
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  /// Gives it this name instead, and lets it stay.
  [[nodiscard]] Status keep_as(const std::filesystem::path& name);

 private:
  explicit ScratchFolder(std::filesystem::path path) : path_(std::move(path)) {}
  std::filesystem::path path_;  // empty: nothing to remove
};

}  // namespace warpscope
