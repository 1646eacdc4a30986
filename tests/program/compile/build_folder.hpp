#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "instrumentation/process/process.hpp"
#include "instrumentation/program/compile/build_program.hpp"
#include "tests/support/test_folder.hpp"

namespace warpscope::test {

/// Files to be built and a cache of their own, which are gone afterwards. The environment says so to
/// build_program().
class BuildFolder {
 public:
  explicit BuildFolder(const std::string& compiler = {}) {
    ::setenv("XDG_CACHE_HOME", folder_.file("cache").c_str(), 1);
    if (!compiler.empty()) ::setenv("WARPSCOPE_CXX", compiler.c_str(), 1);
  }
  ~BuildFolder() {
    ::unsetenv("XDG_CACHE_HOME");
    ::unsetenv("WARPSCOPE_CXX");
  }
  BuildFolder(const BuildFolder&) = delete;
  BuildFolder& operator=(const BuildFolder&) = delete;

  std::filesystem::path write(const std::string& name, const std::string& text) const {
    const std::filesystem::path file = path() / name;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file) << text;
    return file;
  }
  [[nodiscard]] const std::filesystem::path& path() const { return folder_.path(); }
  [[nodiscard]] std::filesystem::path cache() const { return path() / "cache/warpscope/programs"; }

  /// What lies in the cache and begins so.
  [[nodiscard]] std::vector<std::filesystem::path> cached(std::string_view prefix) const {
    std::vector<std::filesystem::path> found;
    std::error_code ignored;
    for (const auto& each : std::filesystem::directory_iterator(cache(), ignored)) {
      if (each.path().filename().string().starts_with(prefix)) found.push_back(each.path());
    }
    return found;
  }

 private:
  TestFolder folder_;
};

inline BuildResult build(const BuildRequest& request, std::stop_token stop = {}) {
  return build_program(request, std::move(stop), [](const std::string&) {});
}

inline std::string told(const BuildResult& result) {
  std::string text = result.failure.message;
  for (const Diagnostic& each : result.failure.diagnostics) {
    text += "\n" + each.file + ":" + std::to_string(each.line) + ": " + each.message;
  }
  return text;
}

}  // namespace warpscope::test
