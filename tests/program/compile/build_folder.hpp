#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "instrumentation/process/process.hpp"
#include "instrumentation/program/compile/build_program.hpp"

namespace warpscope::test {

/// Files to be built and a cache of their own, which are gone afterwards. The environment says so to
/// build_program().
class BuildFolder {
 public:
  explicit BuildFolder(const std::string& compiler = {}) {
    std::string name = std::filesystem::temp_directory_path() / "warpscope_build_XXXXXX";
    if (::mkdtemp(name.data()) == nullptr) std::abort();
    path_ = std::filesystem::canonical(name);
    ::setenv("XDG_CACHE_HOME", (path_ / "cache").c_str(), 1);
    if (!compiler.empty()) ::setenv("WARPSCOPE_CXX", compiler.c_str(), 1);
  }
  ~BuildFolder() {
    ::unsetenv("XDG_CACHE_HOME");
    ::unsetenv("WARPSCOPE_CXX");
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  BuildFolder(const BuildFolder&) = delete;
  BuildFolder& operator=(const BuildFolder&) = delete;

  std::filesystem::path write(const std::string& name, const std::string& text) const {
    const std::filesystem::path file = path_ / name;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file) << text;
    return file;
  }
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  [[nodiscard]] std::filesystem::path cache() const { return path_ / "cache/warpscope/programs"; }

  /// What lies in the cache and begins so.
  [[nodiscard]] std::vector<std::filesystem::path> cached(const std::string& prefix) const {
    std::vector<std::filesystem::path> found;
    std::error_code ignored;
    for (const auto& each : std::filesystem::directory_iterator(cache(), ignored)) {
      if (each.path().filename().string().starts_with(prefix)) found.push_back(each.path());
    }
    return found;
  }

 private:
  std::filesystem::path path_;
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
