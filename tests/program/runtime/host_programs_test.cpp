// Whole programs whose host code is the matter: warpscope builds and runs them.
#include <gtest/gtest.h>

#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "tests/program/whole_program.hpp"
#include "tests/support/test_folder.hpp"

namespace warpscope {
namespace {

const std::filesystem::path runtime_programs = test::program_tests / "runtime";

struct Expectation {
  std::string kind, part;
};
/// "// expect KIND: PART" of each line.
std::map<std::uint32_t, Expectation> expectations(const std::filesystem::path& file) {
  std::map<std::uint32_t, Expectation> all;
  std::istringstream lines(test::text_of(file));
  std::string line;
  for (std::uint32_t number = 1; std::getline(lines, line); ++number) {
    const std::string mark = "// expect ";
    const std::size_t at = line.find(mark);
    if (at == std::string::npos || line.starts_with("//")) continue;
    const std::size_t colon = line.find(": ", at);
    all[number] = {line.substr(at + mark.size(), colon - at - mark.size()), line.substr(colon + 2)};
  }
  return all;
}

TEST(HostPrograms, EveryMistakeIsFoundOnItsLine) {
  const auto file = runtime_programs / "host_mistakes.cu";
  const auto run = test::run_whole_program(file.string());
  EXPECT_EQ(run.exit_code, 1) << run.said;
  ASSERT_TRUE(run.json.is_object()) << run.said;
  const auto expected = expectations(file);
  ASSERT_GT(expected.size(), 15U);
  std::map<std::uint32_t, std::string> found;  // but errors that were never asked for
  std::vector<std::uint32_t> unchecked;
  for (const auto& finding : run.json["findings"]) {
    const auto line = finding["line"].get<std::uint32_t>();
    const auto kind = finding["kind"].get<std::string>();
    if (kind == "error never asked for")
      unchecked.push_back(line);
    else
      found[line] = kind + ": " + finding["message"].get<std::string>();
  }
  for (const auto& [line, what] : expected) {
    const std::string& said = found[line];
    EXPECT_TRUE(said.starts_with(what.kind + ": ")) << "line " << line << ": " << said;
    EXPECT_NE(said.find(what.part), std::string::npos) << "line " << line << ": " << said;
    found.erase(line);
  }
  // A call over two lines: compilers say either.
  ASSERT_EQ(found.size(), 1U) << run.json["findings"].dump(1);
  EXPECT_NE(found.begin()->second.find("uninitialised read: cudaMemcpy copies 64 bytes of d_out"),
            std::string::npos)
      << found.begin()->second;
  // The last wrong launch. After the others the program asks, sooner or later.
  std::vector<std::uint32_t> launches;
  for (const auto& [line, what] : expected) {
    if (what.part.find("70,000") != std::string::npos) launches.push_back(line);
  }
  EXPECT_EQ(unchecked, launches) << run.json["findings"].dump(1);
}

TEST(HostPrograms, RightUsesHaveNoFinding) {
  const auto run = test::run_whole_program((runtime_programs / "host_uses.cu").string());
  EXPECT_EQ(run.exit_code, 0) << run.said;
  EXPECT_NE(run.said.find("Success"), std::string::npos) << run.said;
  EXPECT_NE(run.said.find("modelled, not measured"), std::string::npos) << run.said;
  ASSERT_TRUE(run.json.is_object());
  EXPECT_TRUE(run.json["findings"].empty()) << run.json["findings"].dump(1);
}

/// The lines of a program's output, without what stands beside them on standard error.
std::string answers_in(const std::string& said) {
  std::istringstream lines(said);
  std::string answers, line;
  while (std::getline(lines, line)) {
    if (!line.starts_with("warpscope: ")) answers += line + "\n";
  }
  return answers;
}

// The text is what an H100 answers, see capture_rules.cu.
TEST(HostPrograms, CapturesHostFunctionsAndSizesAnswerAsCuda) {
  const auto run = test::run_whole_program((runtime_programs / "capture_rules.cu").string());
  ASSERT_TRUE(run.json.is_object()) << run.said;
  EXPECT_EQ(answers_in(run.said), test::text_of(runtime_programs / "capture_rules.txt"));
}

TEST(HostPrograms, AHostFunctionThatNeverReturnsIsNamedByTheTimeLimit) {
  const auto run = test::run_whole_program(
      "--time-limit 0.5 " + (runtime_programs / "endless_host_function.cu").string());
  EXPECT_EQ(run.exit_code, 1) << run.said;
  ASSERT_TRUE(run.json.is_object()) << run.said;
  const std::string message = run.json["program"]["message"].get<std::string>();
  for (const char* const part :
       {"endless_host_function.cu:14", "cudaStreamSynchronize waits for the host function never",
        "cudaLaunchHostFunc at", "endless_host_function.cu:12"})
    EXPECT_NE(message.find(part), std::string::npos) << part << " is missing in: " << message;
}

class Language : public test::WithCompiler {};
INSTANTIATE_TEST_SUITE_P(Compilers, Language, testing::Values("clang++", "g++"),
                         [](const auto& compiler) {
                           return std::string(compiler.param) == "g++" ? "gcc" : "clang";
                         });

TEST_P(Language, IsTakenAsByNvccWhetherBlocksAreRecordedOrRunAtSpeed) {
  for (const std::string options : {"", "--check-limit 0 "}) {
    const auto run = test::run_whole_program(options + (runtime_programs / "language.cu").string());
    EXPECT_EQ(run.exit_code, 0) << run.said;
    EXPECT_NE(run.said.find("Success of 4"), std::string::npos) << run.said;
    ASSERT_TRUE(run.json.is_object()) << run.said;
    EXPECT_TRUE(run.json["findings"].empty()) << run.json["findings"].dump(1);
  }
}

TEST_P(Language, HasVariablesThatSeveralFilesDefineOncePerFile) {
  const TestFolder folder;
  const auto write = [&](const char* name, const char* text) {
    std::ofstream(folder.path() / name) << text;
    return (folder.path() / name).string() + ' ';
  };
  write("common.cuh", "__constant__ int scale[2];\n__device__ int calls;\n");
  const std::string files =
      write("a.cu",
            "#include \"common.cuh\"\n#include <cstdio>\nint other();\n"
            "static __global__ void k(int* o) { *o = scale[1] * 10 + ++calls; }\n"
            "int main() {\n  const int h[2] = {1, 2};\n  int *o, value;\n"
            "  cudaMalloc(&o, 4);\n  cudaMemcpyToSymbol(scale, h, sizeof h);\n"
            "  const int its = other();\n  k<<<1, 1>>>(o);\n"
            "  cudaMemcpy(&value, o, 4, cudaMemcpyDeviceToHost);\n"
            "  std::printf(\"%d and %d\\n\", value, its);\n}\n") +
      write("b.cu",
            "#include \"common.cuh\"\n"
            "static __global__ void k(int* o) { *o = scale[1] * 10 + ++calls; }\n"
            "int other() {\n  const int h[2] = {3, 4};\n  int *o, value;\n"
            "  cudaMalloc(&o, 4);\n  cudaMemcpyToSymbol(scale, h, sizeof h);\n"
            "  k<<<1, 1>>>(o);\n  k<<<1, 1>>>(o);\n"
            "  cudaMemcpy(&value, o, 4, cudaMemcpyDeviceToHost);\n  return value;\n}\n");
  const auto run = test::run_whole_program(files);
  EXPECT_EQ(run.exit_code, 0) << run.said;
  EXPECT_NE(run.said.find("21 and 42"), std::string::npos) << run.said;
}

}  // namespace
}  // namespace warpscope
