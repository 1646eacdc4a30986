// Kernels as slides and lecture notes have them, without main(): what is guessed of them runs, and nothing is found.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "tests/program/compile/build_folder.hpp"
#include "tests/program/whole_program.hpp"
#include "tests/support/test_folder.hpp"

namespace warpscope {
namespace {

using test::program_tests;

std::vector<std::string> bare_slides() {
  std::vector<std::string> names;
  for (const auto& each : std::filesystem::directory_iterator(program_tests / "bare/slides")) {
    names.push_back(each.path().stem());
  }
  std::ranges::sort(names);
  return names;
}

class BareSlides : public testing::TestWithParam<std::string> {};

TEST_P(BareSlides, RunAsTheyAreWithoutAFinding) {
  const auto file = program_tests / "bare/slides" / (GetParam() + ".cu");
  const auto run = test::run_whole_program(file.string());
  EXPECT_EQ(run.exit_code, 0) << run.said;
  ASSERT_TRUE(run.json.is_object()) << run.said;
  EXPECT_TRUE(run.json["findings"].empty()) << run.json["findings"].dump(1);
  EXPECT_FALSE(run.json["launches"].empty());
  EXPECT_NE(run.said.find("has no main"), std::string::npos) << run.said;
}

INSTANTIATE_TEST_SUITE_P(Slides, BareSlides, testing::ValuesIn(bare_slides()),
                         [](const auto& param) { return param.param; });

test::WholeProgramRun run_slide(const std::string& text, const std::string& options = {}) {
  const TestFolder folder;
  const auto file = folder.path() / "slide.cu";
  std::ofstream(file) << text;
  return test::run_whole_program(options + " " + file.string());
}

const std::string bare_sums =
    "__global__ void sums(const int* in, int* out, int n) {\n"
    "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "  if (i < n) atomicAdd(&out[blockIdx.x], in[i]);\n}\n";

class BarePrograms : public test::WithCompiler {};

TEST_P(BarePrograms, TheLineAboveTheKernelSaysHowItIsLaunched) {
  const auto run =
      run_slide("// warpscope: grid 2, block 64, in ramp int[128], n 128\n" + bare_sums);
  ASSERT_TRUE(run.json.is_object()) << run.said;
  EXPECT_EQ(run.json["launches"][0]["grid"], nlohmann::json({2, 1, 1}));
  EXPECT_EQ(run.json["launches"][0]["block"], nlohmann::json({64, 1, 1}));
  EXPECT_NE(run.said.find("out: 2016 6112\n"), std::string::npos) << run.said;
}

TEST_P(BarePrograms, MistakesAreFoundAtTheirLines) {
  const auto run =
      run_slide("// warpscope: grid 2, block 64, in ramp int[100], n 128\n" + bare_sums);
  ASSERT_TRUE(run.json.is_object()) << run.said;
  ASSERT_EQ(run.json["findings"].size(), 1U) << run.json["findings"].dump(1);
  EXPECT_EQ(run.json["findings"][0]["kind"], "out of bounds");
  EXPECT_EQ(run.json["findings"][0]["line"], 4);
  EXPECT_EQ(run.json["findings"][0]["array"], "in");
  EXPECT_EQ(run.json["findings"][0]["index"], 100);
}

TEST_P(BarePrograms, TemplatesNamespacesAndStructuresAreLaunched) {
  const auto run = run_slide(
      "namespace points {\nstruct Point { float x, y; int id; };\n"
      "template <typename T, int N>\n"
      "__global__ void move(Point* points, const T* by) {\n"
      "  points[threadIdx.x].x += by[threadIdx.x];\n  points[threadIdx.x].id = N;\n}\n}\n",
      "--setup 'N 7, block 32, by ones float[32]'");
  EXPECT_EQ(run.exit_code, 0) << run.said;
  ASSERT_TRUE(run.json.is_object()) << run.said;
  EXPECT_EQ(run.json["launches"].size(), 1U);
  EXPECT_EQ(run.json["launches"][0]["block"], nlohmann::json({32, 1, 1}));
}

INSTANTIATE_TEST_SUITE_P(Compilers, BarePrograms, testing::Values("clang++", "g++"),
                         [](const auto& param) {
                           return std::string(param.param) == "g++" ? "gcc" : "clang";
                         });

TEST(BareProgram, ASetupOfTheCommandLineReplacesTheOneInTheFile) {
  const auto run = run_slide("// warpscope: grid 2, block 64\n" + bare_sums,
                             "--setup 'grid 1, block 32, in ones int[32], n 32'");
  EXPECT_NE(run.said.find("out: 32\n"), std::string::npos) << run.said;
}

TEST(BareProgram, KernelsWithALineAreLaunchedAndOthersNot) {
  const std::string other = "__global__ void other(int* p) { p[threadIdx.x] = 1; }\n";
  const auto all = run_slide(bare_sums + other);
  ASSERT_TRUE(all.json.is_object()) << all.said;
  EXPECT_EQ(all.json["launches"].size(), 2U);
  const auto one = run_slide(bare_sums + "// warpscope: block 32\n" + other);
  ASSERT_EQ(one.json["launches"].size(), 1U);
  EXPECT_EQ(one.json["launches"][0]["kernel"], "other");
  const auto chosen = run_slide(bare_sums + other, "--setup 'kernel sums'");
  ASSERT_EQ(chosen.json["launches"].size(), 1U);
  EXPECT_EQ(chosen.json["launches"][0]["kernel"], "sums");
}

TEST(BareProgram, WhatIsWrongIsToldWithItsLine) {
  const auto refused = [](const std::string& text, const std::string& options,
                          const std::string& sentence) {
    const auto run = run_slide(text, options);
    EXPECT_EQ(run.exit_code, 2) << run.said;
    EXPECT_NE(run.said.find(sentence), std::string::npos) << sentence << "\n" << run.said;
  };
  refused("\n// warpscope: gird 2\n" + bare_sums, "", "slide.cu:2");
  refused("\n// warpscope: gird 2\n" + bare_sums, "", "no parameter gird");
  refused(bare_sums + "// warpscope: grid 2\n", "", "stands above no kernel");
  refused(bare_sums, "--setup 'grid'", "--setup");
  refused(bare_sums, "--setup 'm 4'", "no parameter m");
  refused(bare_sums, "--setup 'kernel sum'", "no kernel sum");
  refused(bare_sums + "int main() {}\n", "--setup 'n 4'", "has a main()");
  refused("template <class F> __global__ void k(int* p, F f) { f(p); }\n", "", "F float");
}

TEST(BareProgram, AKernelWithoutAGuessIsLeftOutWithAWarning) {
  const auto run =
      run_slide(bare_sums + "struct S { int a; };\n__global__ void k(S s, int* p) { *p = s.a; }\n");
  EXPECT_EQ(run.exit_code, 0) << run.said;
  EXPECT_NE(run.said.find("not launched"), std::string::npos) << run.said;
}

TEST(BareProgram, KernelsOfIncludedAndOfSeveralFilesAreLaunched) {
  const TestFolder folder;
  std::ofstream(folder.path() / "kernels.cuh") << bare_sums;
  std::ofstream(folder.path() / "slide.cu") << "#include \"kernels.cuh\"\n";
  const auto included = test::run_whole_program((folder.path() / "slide.cu").string());
  ASSERT_TRUE(included.json.is_object()) << included.said;
  EXPECT_EQ(included.json["launches"].size(), 1U);
  std::ofstream(folder.path() / "other.cu")
      << "__device__ int two() { return 2; }\n__global__ void twos(int* p) { *p = two(); }\n";
  std::ofstream(folder.path() / "slide.cu") << bare_sums;
  const auto both = test::run_whole_program((folder.path() / "slide.cu").string() + " " +
                                            (folder.path() / "other.cu").string());
  ASSERT_TRUE(both.json.is_object()) << both.said;
  EXPECT_EQ(both.json["launches"].size(), 2U);
}

// Where main() only seems to be, or only seems not to be.
TEST(BareProgram, MainIsWhatTheProgramDefines) {
  EXPECT_NE(run_slide("#if 0\nint main() {}\n#endif\n// int main() {}\n" + bare_sums)
                .said.find("has no main"),
            std::string::npos);
  EXPECT_EQ(run_slide(bare_sums + "extern \"C\" int main(int, char**) { return 0; }\n")
                .said.find("has no main"),
            std::string::npos);
  const TestFolder folder;
  std::ofstream(folder.path() / "slide.cu") << bare_sums;
  std::ofstream(folder.path() / "main.cpp") << "int main() { return 0; }\n";
  const auto run = test::run_whole_program((folder.path() / "slide.cu").string() + " " +
                                           (folder.path() / "main.cpp").string());
  EXPECT_EQ(run.said.find("has no main"), std::string::npos) << run.said;
  EXPECT_TRUE(run.json["launches"].empty());
}

TEST(BareBuild, LaunchesSurviveTheCacheAndSetupsChangeIt) {
  const test::BuildFolder folder;
  const BuildRequest request{.files = {folder.write("slide.cu", bare_sums)}};
  const auto first = test::build(request);
  ASSERT_TRUE(first.program) << test::told(first);
  ASSERT_EQ(first.program->bare_launches.size(), 1U);
  const BareLaunch& launch = first.program->bare_launches[0];
  EXPECT_EQ(launch.kernel, "sums");
  EXPECT_EQ(launch.line, 1);
  EXPECT_TRUE(launch.guessed);
  EXPECT_EQ(launch.setup, "grid 4, block 256, in random int[1024], out zero int[4], n 1024");
  const auto second = test::build(request);
  ASSERT_TRUE(second.program);
  EXPECT_TRUE(second.program->from_cache);
  EXPECT_EQ(second.program->bare_launches, first.program->bare_launches);
  BuildRequest other = request;
  other.setups = {launch.setup};
  const auto said = test::build(other);
  ASSERT_TRUE(said.program);
  EXPECT_FALSE(said.program->bare_launches[0].guessed);
  other.setups = {"n 512"};
  const auto third = test::build(other);
  ASSERT_TRUE(third.program);
  EXPECT_FALSE(third.program->from_cache);
  EXPECT_NE(third.program->bare_launches, first.program->bare_launches);
}

}  // namespace
}  // namespace warpscope
