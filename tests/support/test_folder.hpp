#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "instrumentation/trace/temporary.hpp"

namespace warpscope {

/// A folder of a test, gone with it.
class TestFolder {
 public:
  TestFolder() : folder_(made()), path_(std::filesystem::canonical(folder_.path())) {}

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  [[nodiscard]] std::string file(const std::string& name) const { return (path_ / name).string(); }
  /// What lies in it.
  [[nodiscard]] std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(path_)) {
      names.push_back(entry.path().filename().string());
    }
    return names;
  }

 private:
  static TemporaryFolder made() {
    auto folder = TemporaryFolder::make();
    if (!folder) throw std::runtime_error(folder.error().message);
    return std::move(folder).value();
  }
  TemporaryFolder folder_;
  std::filesystem::path path_;
};

}  // namespace warpscope
