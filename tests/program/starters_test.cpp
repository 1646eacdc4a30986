// Programs to begin with are correct, and so are their lessons.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>

#include "tests/program/whole_program.hpp"
#include "tests/support/test_folder.hpp"

namespace warpscope {
namespace {

using namespace test;

struct StarterRun {
  std::string name;
  bool costs = false;  // something in it is to be mended
  bool checks = true;  // it has a main, which looks at the result
};
const std::array starter_runs{StarterRun{"vector_add"}, StarterRun{"reduction", true},
                              StarterRun{"transpose", true}, StarterRun{"histogram", true},
                              StarterRun{"kernel", false, false}};

const std::filesystem::path starter_folder =
    std::filesystem::path(WARPSCOPE_SOURCE_DIR) / "assets/starters";

class StarterPrograms : public WithCompiler {};

TEST_P(StarterPrograms, RunWithoutAFinding) {
  for (const StarterRun& starter : starter_runs) {
    SCOPED_TRACE(starter.name);
    const WholeProgramRun run =
        run_whole_program((starter_folder / (starter.name + ".cu")).string());
    EXPECT_EQ(run.exit_code, 0) << run.said;
    ASSERT_TRUE(run.json.is_object());
    EXPECT_TRUE(run.json["findings"].empty()) << run.json["findings"];
    EXPECT_EQ(run.said.find("PASS") != std::string::npos, starter.checks) << run.said;
    EXPECT_EQ(run.said.find("warning"), std::string::npos) << run.said;
    const bool costs = std::ranges::any_of(run.json["launches"], [](const auto& launch) {
      return launch["totals"]["shared_load"]["conflicts"] > 0 ||
             launch["totals"]["shared_atomic"]["conflicts"] > 0;
    });
    EXPECT_EQ(costs, starter.costs);
  }
}

TEST(StarterSources, CompileForAGpu) {
  if (std::system("nvcc --version > /dev/null 2>&1") != 0) GTEST_SKIP() << "there is no nvcc";
  for (const auto& entry : std::filesystem::directory_iterator(starter_folder)) {
    if (entry.path().extension() != ".cu") continue;
    const std::string command =
        "nvcc -arch=sm_90 -Werror all-warnings -Xcompiler=-Wall,-Werror -c " +
        entry.path().string() + " -o /dev/null";
    EXPECT_EQ(std::system(command.c_str()), 0) << command;
  }
}

/// The exit code of `warpscope lesson FILE --check`, and what it said.
std::pair<int, std::string> check_lesson(const std::filesystem::path& program) {
  const TestFolder folder;
  const auto said = folder.path() / "said";
  const int status = std::system((std::string(WARPSCOPE_BINARY) + " lesson --check " +
                                  program.string() + " > " + said.string() + " 2>&1 < /dev/null")
                                     .c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, text_of(said)};
}

TEST_P(StarterPrograms, HaveLessonsWhoseStopsAreThere) {
  for (const StarterRun& starter : starter_runs) {
    const auto [code, said] = check_lesson(starter_folder / (starter.name + ".cu"));
    EXPECT_EQ(code, 0) << starter.name << ": " << said;
    EXPECT_NE(said.find(", 0 mistakes."), std::string::npos) << said;
  }
}

/// A starter with a part of its text replaced, in a folder of its own, with its lesson.
class MendedStarter {
 public:
  explicit MendedStarter(const std::string& name) : name_(name) {
    text_ = text_of(starter_folder / (name + ".cu"));
    std::ofstream(folder_.path() / (name + ".lesson.yaml"))
        << text_of(starter_folder / (name + ".lesson.yaml"));
  }
  void mend(const std::string& from, const std::string& to) {
    const std::size_t at = text_.find(from);
    ASSERT_NE(at, std::string::npos) << from;
    text_.replace(at, from.size(), to);
  }
  std::filesystem::path file() const {
    std::filesystem::path file = folder_.path() / (name_ + ".cu");
    std::ofstream(file) << text_;
    return file;
  }

 private:
  TestFolder folder_;
  std::string name_, text_;
};

/// Excessive wavefronts of shared memory, of a program that must be correct.
int excessive_of(const std::filesystem::path& program) {
  const WholeProgramRun run = run_whole_program(program.string());
  EXPECT_EQ(run.exit_code, 0) << run.said;
  if (!run.json.is_object()) return -1;
  int sum = 0;
  for (const auto& launch : run.json["launches"]) {
    for (const char* key : {"shared_load", "shared_store"}) {
      sum += launch["totals"][key]["conflicts"].get<int>();
    }
  }
  return sum;
}

TEST_P(StarterPrograms, AreMendedAsTheirLessonsSay) {
  MendedStarter transpose("transpose");
  EXPECT_GT(excessive_of(transpose.file()), 0);
  transpose.mend("tile[side][side];", "tile[side][side + 1];");
  EXPECT_EQ(excessive_of(transpose.file()), 0);
  EXPECT_EQ(check_lesson(transpose.file()).first, 0) << "its stops are still there";

  MendedStarter reduction("reduction");
  EXPECT_GT(excessive_of(reduction.file()), 0);
  reduction.mend("for (int s = 1; s < block; s *= 2) {",
                 "for (int s = block / 2; s > 0; s /= 2) {");
  reduction.mend("const int left = 2 * s * t;", "");
  reduction.mend("if (left < block) data[left] += data[left + s];",
                 "if (t < s) data[t] += data[t + s];");
  EXPECT_EQ(excessive_of(reduction.file()), 0);
  EXPECT_EQ(check_lesson(reduction.file()).first, 0) << "its stops are still there";
}

TEST_P(StarterPrograms, ALessonSaysWhichStopsAnEditHasTaken) {
  MendedStarter program("vector_add");
  program.mend("sum[i] = a[i] + b[i]", "sum[i] = a[i]");
  const auto [code, said] = check_lesson(program.file());
  EXPECT_EQ(code, 1);
  EXPECT_NE(said.find("vector_add.lesson.yaml:"), std::string::npos) << said;
}

INSTANTIATE_TEST_SUITE_P(Compilers, StarterPrograms, testing::Values("clang++", "g++"));

}  // namespace
}  // namespace warpscope
