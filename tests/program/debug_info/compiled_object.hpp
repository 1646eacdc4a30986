#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/test_folder.hpp"

namespace warpscope::test {

/// How a test's program is compiled.
struct CompilerCall {
  std::string compiler;  ///< "clang++"
  std::string flags;     ///< "-O1 -gdwarf-5"
};
inline bool has_compiler(const std::string& compiler) {
  return std::system((compiler + " --version > /dev/null 2>&1").c_str()) == 0;
}

/// A folder of its own with sources and what is compiled of them, removed at the end.
class ObjectFolder {
 public:
  [[nodiscard]] std::filesystem::path path(const std::string& name) const {
    return folder_.path() / name;
  }
  void write(const std::string& name, std::string_view text) const {
    std::ofstream(path(name), std::ios::binary) << text;
  }
  [[nodiscard]] std::string read(const std::string& name) const {
    std::ifstream file(path(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  /// Runs the compiler in the folder.
  [[nodiscard]] bool compile(const CompilerCall& call, const std::string& arguments) const {
    const std::string command = "cd '" + folder_.path().string() + "' && " + call.compiler +
                                " -std=c++17 -w -fPIC -fsanitize=thread " + call.flags + ' ' +
                                arguments;
    return std::system(command.c_str()) == 0;
  }

 private:
  TestFolder folder_;
};

}  // namespace warpscope::test
