#pragma once

#include <filesystem>

#include "tests/support/test_folder.hpp"

namespace warpscope {

/// A folder that is the working folder while it lives.
class WorkingFolder {
 public:
  WorkingFolder() : before_(std::filesystem::current_path()) {
    std::filesystem::current_path(folder_.path());
  }
  ~WorkingFolder() { std::filesystem::current_path(before_); }
  WorkingFolder(const WorkingFolder&) = delete;
  WorkingFolder& operator=(const WorkingFolder&) = delete;
  [[nodiscard]] const std::filesystem::path& path() const { return folder_.path(); }
  [[nodiscard]] std::filesystem::path file(const char* name) const { return folder_.path() / name; }

 private:
  TestFolder folder_;
  std::filesystem::path before_;
};

}  // namespace warpscope
