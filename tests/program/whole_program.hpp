#pragma once

// Runs `warpscope run` on the programs beside this file.

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <string_view>

#include "tests/support/test_folder.hpp"

namespace warpscope::test {

inline std::string text_of(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

struct WholeProgramRun {
  int exit_code = -1;
  nlohmann::json json;  ///< null if there was none
  std::string said;  ///< the program's own output, and what else stood on standard error, but for
                     ///< words of progress, which only a slow machine comes to say
};

/// A text without "warpscope: compiling a.cu goes on, 5 s so far."
inline std::string without_progress(std::string text) {
  constexpr std::string_view begin = "warpscope: ", end = " s so far.\n";
  for (std::size_t at = text.find(begin); at != std::string::npos; at = text.find(begin, at)) {
    const std::size_t after = std::min(text.find('\n', at), text.size() - 1) + 1;
    const std::string_view line(text.data() + at, after - at);
    const bool progress = line.ends_with(end) && line.find(" goes on, ") != std::string_view::npos;
    if (progress) {
      text.erase(at, after - at);
    } else {
      at = after;
    }
  }
  return text;
}

/// `line`: options, file and arguments, as a shell reads them.
inline WholeProgramRun run_whole_program(const std::string& line) {
  const TestFolder folder;
  const auto out = folder.path() / "out", said = folder.path() / "said";
  const int status =
      std::system((std::string(WARPSCOPE_BINARY) + " run --json --as-written " + line + " > " +
                   out.string() + " 2> " + said.string() + " < /dev/null")
                      .c_str());
  WholeProgramRun run;
  if (WIFEXITED(status)) run.exit_code = WEXITSTATUS(status);
  run.json = nlohmann::json::parse(text_of(out), nullptr, false);
  if (run.json.is_discarded()) run.json = nullptr;
  run.said = without_progress(text_of(said));
  return run;
}

/// The lines of a program's findings, by kind.
using Lines = std::map<std::string, std::set<std::uint32_t>>;

/// What stands behind a mark at the ends of lines.
inline Lines expected_lines(const std::string& program, const std::string& mark = "// finds: ") {
  Lines lines;
  std::istringstream text(program);
  std::string line;
  for (std::uint32_t number = 1; std::getline(text, line); ++number) {
    const auto at = line.find(mark);
    if (at != std::string::npos) lines[line.substr(at + mark.size())].insert(number);
  }
  return lines;
}

inline Lines found_lines(const nlohmann::json& findings) {
  Lines lines;
  for (const auto& finding : findings) {
    auto& of_kind = lines[finding["kind"].get<std::string>()];
    of_kind.insert(finding["line"].is_null() ? 0 : finding["line"].get<std::uint32_t>());
    if (finding.contains("other_line") && !finding["other_line"].is_null()) {
      of_kind.insert(finding["other_line"].get<std::uint32_t>());
    }
  }
  return lines;
}

/// Programs are built with the compiler that the parameter names; skipped where there is none.
class WithCompiler : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (std::system((std::string(GetParam()) + " --version > /dev/null 2>&1").c_str()) != 0)
      GTEST_SKIP() << "there is no " << GetParam();
    setenv("WARPSCOPE_CXX", GetParam(), 1);
  }
  void TearDown() override { unsetenv("WARPSCOPE_CXX"); }
};

inline const std::filesystem::path program_tests =
    std::filesystem::path(WARPSCOPE_SOURCE_DIR) / "tests/program";

}  // namespace warpscope::test
