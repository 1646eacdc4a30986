// Small kernels, each with one mistake or with what looks like one: findings lie at the lines that say so, and nowhere
// else.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <string>

#include "tests/program/whole_program.hpp"
#include "tests/support/test_folder.hpp"

namespace warpscope {
namespace {

using test::expected_lines;
using test::found_lines;
using test::Lines;
using test::program_tests;

struct Setting {
  const char* name;
  const char* options;
};
void PrintTo(const Setting& setting, std::ostream* out) { *out << setting.name; }

class KernelMistakes : public testing::TestWithParam<Setting> {};

TEST_P(KernelMistakes, AreFoundAtTheirLinesAndNowhereElse) {
  const auto file = program_tests / "machine/mistakes.cu";
  const auto run = test::run_whole_program(std::string(GetParam().options) + " " + file.string());
  ASSERT_TRUE(run.json.is_object()) << run.said;
  EXPECT_NE(run.said.find("Success"), std::string::npos) << run.said;
  EXPECT_EQ(found_lines(run.json["findings"]), expected_lines(test::text_of(file)))
      << run.json["findings"].dump(1);
}

INSTANTIATE_TEST_SUITE_P(Settings, KernelMistakes,
                         testing::Values(Setting{"as_it_is", ""},
                                         Setting{"every_access", "--optimise 0"},
                                         Setting{"other_order", "--schedule random:3"}),
                         [](const auto& param) { return std::string(param.param.name); });

/// A program that ends in its first finding, and the line of that.
struct LastMistake {
  const char* name;
  const char* finding;  ///< its kind
  const char* kernel;   ///< what it does; the line that the finding names ends with "// here"
};
void PrintTo(const LastMistake& mistake, std::ostream* out) { *out << mistake.name; }

class LastMistakes : public testing::TestWithParam<LastMistake> {};

TEST_P(LastMistakes, HaveTheirLine) {
  const LastMistake& mistake = GetParam();
  const std::string text =
      "#include <cassert>\n__device__ int own(int i) { return i; }\n"
      "__global__ void kernel(int* g) {\n" +
      std::string(mistake.kernel) +
      "}\nint main() {\n  int* g;\n  cudaMalloc(&g, 256);\n"
      "  cudaMemset(g, 0, 256);\n  kernel<<<2, 32>>>(g);\n"
      "  return cudaDeviceSynchronize();\n}\n";
  const TestFolder folder;
  const auto file = folder.path() / "mistake.cu";
  std::ofstream(file) << text;
  for (const char* const options : {"", "--optimise 0"}) {
    const auto run =
        test::run_whole_program("--time-limit 0.5 " + std::string(options) + " " + file.string());
    ASSERT_TRUE(run.json.is_object()) << run.said;
    EXPECT_EQ(run.exit_code, 1);
    const auto before = text.substr(0, text.find("// here"));
    const auto line = static_cast<std::uint32_t>(std::ranges::count(before, '\n') + 1);
    EXPECT_EQ(found_lines(run.json["findings"]), (Lines{{mistake.finding, {line}}}))
        << options << ": " << run.json["findings"].dump(1) << run.said;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Programs, LastMistakes,
    testing::Values(LastMistake{"an_assertion", "assertion",
                                "  assert(own(g[threadIdx.x]) == 0);\n"
                                "  assert(own(g[threadIdx.x]) == 1);  // here\n  g[0] = 1;\n"},
                    LastMistake{"an_assertion_at_the_end", "assertion",
                                "  g[threadIdx.x] = 2;\n  assert(g[threadIdx.x] == 1);  // here\n"},
                    LastMistake{"a_null_that_the_compiler_sees", "foreign memory",
                                "  *(int*)nullptr = 1;  // here\n"},
                    LastMistake{"a_trap", "assertion",
                                "  if (threadIdx.x == 9) __trap();  // here\n"}),
    [](const auto& param) { return std::string(param.param.name); });

/// A kernel that C++ calls undefined has an end all the same: it does not go on with the function behind it, as if
/// main() ran in the kernel.
TEST(FaultedKernels, LaterLaunchesReturnTheErrorAndAreNotExecuted) {
  const TestFolder folder;
  const auto file = folder.path() / "later.cu";
  std::ofstream(file) << "#include <cstdio>\n"
                         "__global__ void good(int* g) { g[threadIdx.x] = 1; }\n"
                         "__global__ void bad(int* g) { *(int*)nullptr = 1; }\n"
                         "int main() {\n  bad<<<1, 32>>>(nullptr);\n"
                         "  int errors[3];\n"
                         "  errors[0] = cudaDeviceSynchronize();\n"
                         "  good<<<1, 32>>>(nullptr);\n"
                         "  errors[1] = cudaGetLastError();\n"
                         "  int* g;\n  errors[2] = cudaMalloc(&g, 256);\n"
                         "  printf(\"errors %d %d %d\", errors[0], errors[1], errors[2]);\n}\n";
  for (const char* const options : {"", "--optimise 0", "--optimise 2", "--check-limit 1"}) {
    const auto run = test::run_whole_program(std::string(options) + " " + file.string());
    ASSERT_TRUE(run.json.is_object()) << run.said;
    EXPECT_NE(run.said.find("errors 700 700 700"), std::string::npos) << options << run.said;
    EXPECT_EQ(found_lines(run.json["findings"]), (Lines{{"foreign memory", {3}}}))
        << options << run.json["findings"].dump(1);
    EXPECT_EQ(run.json["launches"].size(), 1U) << options;
  }
}

/// That a program is stopped when its time is over says nothing about its code: it is no finding.
TEST(StoppedPrograms, SayWhereTheyStoodAndFindNothing) {
  struct Stopped {
    const char *kernel, *host;  // what each does; the line that is told ends with "// here"
    bool on_device;
    int shared_bytes = -1;  // of the launch; -1: it does not matter
  };
  const TestFolder folder;
  const auto file = folder.path() / "stopped.cu";
  for (const Stopped& each :
       {Stopped{"  __shared__ float s[16][8];\n  extern __shared__ int d[];\n"
                "  d[threadIdx.x] = 1;\n  s[threadIdx.x / 8][threadIdx.x % 8] = 1;\n"
                "  while (atomicAdd(g, 0) == 0) {  // here\n  }\n",
                "", true, 16 * 8 * 4 + 256},
        Stopped{"  volatile int i = 0;\n  for (;;) i = i + 1;  // here\n", "", true},
        Stopped{"  while (true) {}  // here\n", "", true},
        Stopped{"  g[threadIdx.x] = 1;\n",
                "  volatile int i = 0;\n  for (;;) i = i + 1;  // here\n", false}}) {
    const std::string text = "__global__ void kernel(int* g) {\n" + std::string(each.kernel) +
                             "}\nint main() {\n  int* g;\n  cudaMalloc(&g, 256);\n"
                             "  cudaMemset(g, 0, 256);\n  kernel<<<2, 32, 256>>>(g);\n"
                             "  cudaDeviceSynchronize();\n" +
                             std::string(each.host) + "}\n";
    std::ofstream(file) << text;
    const auto run = test::run_whole_program("--time-limit 0.5 " + file.string());
    ASSERT_TRUE(run.json.is_object()) << run.said;
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_TRUE(run.json["findings"].empty()) << run.json["findings"].dump(1);
    const auto& program = run.json["program"];
    EXPECT_TRUE(program["exit"].is_null());
    const std::string message = program["message"];
    EXPECT_NE(message.find("stopped after 0.5 s"), std::string::npos) << message;
    EXPECT_NE(message.find("--time-limit"), std::string::npos) << message;
    if (each.shared_bytes >= 0) {
      EXPECT_EQ(run.json["launches"][0]["shared_bytes"], each.shared_bytes);
    }
    // The host may stand in a function of ours.
    ASSERT_TRUE(program.contains("stopped") || !each.on_device) << program.dump(1);
    if (!program.contains("stopped")) continue;
    const auto before = text.substr(0, text.find("// here"));
    EXPECT_EQ(program["stopped"]["line"], std::ranges::count(before, '\n') + 1) << message;
    EXPECT_EQ(program["stopped"]["launch"].is_null(), !each.on_device);
  }
}

}  // namespace
}  // namespace warpscope
