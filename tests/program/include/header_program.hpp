#pragma once

// Compiles small CUDA programs against the headers of instrumentation/program/include, and runs them on
// machine_of_threads.cc.

#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/test_folder.hpp"

namespace warpscope::test {

inline const std::filesystem::path header_tests =
    std::filesystem::path(WARPSCOPE_SOURCE_DIR) / "tests/program/include";
inline const std::filesystem::path program_sources =
    std::filesystem::path(WARPSCOPE_SOURCE_DIR) / "instrumentation/program";

inline std::string content_of(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

/// A sanitizer looks at this process, but here compilers run, and what they make of the headers: the run without it
/// has shown all there is.
#if defined(__SANITIZE_ADDRESS__)
inline constexpr bool sanitizer_has_no_part = true;
#else
inline constexpr bool sanitizer_has_no_part = false;
#endif

struct Said {
  int code = -1;
  std::string text;  ///< both streams
};

/// A folder for the sources and results of one test.
class HeaderProgram {
 public:
  explicit HeaderProgram(std::string compiler) : compiler_(std::move(compiler)) {}

  [[nodiscard]] static bool exists(const std::string& compiler) {
    return std::system(("command -v " + compiler + " > /dev/null 2>&1").c_str()) == 0;
  }

  /// `flags` come last. Warnings are errors, but for what -w hides from users, too.
  Said compile(const std::string& text, const std::string& flags = "-std=c++17") {
    std::ofstream(folder_.path() / "program.cu") << text;
    return compile_file(folder_.path() / "program.cu", flags);
  }
  Said compile_file(const std::filesystem::path& file, const std::string& flags = "-std=c++17") {
    return run(compiler_ +
               " -x c++ -O1 -g -fPIC -Wall -Wextra -Werror -Wno-unused-parameter -D__CUDACC__" +
               includes() + " -include cuda_runtime.h -c " + file.string() + " -o " + object() +
               " " + flags);
  }
  /// A host file in C.
  Said compile_c(const std::string& text) {
    const auto file = folder_.path() / "program.c";
    std::ofstream(file) << text;
    return run(compiler_ + " -x c -std=gnu11 -Wall -Wextra -Werror" + includes() + " -c " +
               file.string() + " -o " + object());
  }
  /// What the compiled program says on the machine of threads.
  Said start(const std::string& environment = {}) {
    const std::string machine = (folder_.path() / "machine.o").string();
    const Said made = run(compiler_ + " -x c++ -std=c++17 -O1" + includes() + " -c " +
                          (header_tests / "machine_of_threads.cc").string() + " -o " + machine);
    if (made.code != 0) return made;
    const std::string program = (folder_.path() / "program").string();
    const Said linked =
        run(compiler_ + " " + object() + " " + machine + " -lpthread -o " + program);
    if (linked.code != 0) return linked;
    return run(environment + " timeout 120 " + program);
  }

 private:
  static std::string includes() {
    return " -I" + (program_sources / "include").string() + " -I" +
           (program_sources / "abi").string();
  }
  [[nodiscard]] std::string object() const { return (folder_.path() / "program.o").string(); }
  Said run(const std::string& line) const {
    const auto output = folder_.path() / "said";
    const int status = std::system((line + " > " + output.string() + " 2>&1 < /dev/null").c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, content_of(output)};
  }

  std::string compiler_;
  TestFolder folder_;
};

}  // namespace warpscope::test
