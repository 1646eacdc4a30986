#include <gtest/gtest.h>

#include <fstream>

#include "tests/app/cli_harness.hpp"
#include "tests/support/test_folder.hpp"

namespace warpscope {
namespace {

struct WrongName {
  std::vector<std::string> args;
  std::string expected;  ///< part of the sentence
};

class CliMistake : public testing::TestWithParam<WrongName> {};

TEST_P(CliMistake, IsOneSentenceAndExitCodeTwo) {
  const Invoked invoked = invoke(GetParam().args);
  EXPECT_EQ(invoked.code, 2);
  EXPECT_EQ(invoked.out, "");
  EXPECT_EQ(std::ranges::count(invoked.err, '\n'), 1) << invoked.err;
  EXPECT_NE(invoked.err.find(GetParam().expected), std::string::npos) << invoked.err;
  EXPECT_TRUE(invoked.windows.empty());
}

std::vector<std::string> report(std::vector<std::string> more) {
  std::vector<std::string> args{"report", "reduce_strided", "--machine", "emulator"};
  args.insert(args.end(), more.begin(), more.end());
  return args;
}

const std::vector<WrongName> wrong_names{
    {{"reprot"}, "\"report\""},
    {{"reprot", "reduce_strided", "--json"}, "\"report\""},
    {{"report", "reduce_stridet"}, "\"reduce_strided\""},
    {{"xyzzy"}, "warpscope list"},
    {{"report"}, "KERNEL|FILE is required"},
    {{"report", "reduce_strided", "scan_blelloch"}, "\"scan_blelloch\""},
    {{"trace", "reduce_strided"}, "--output is required"},
    {{"trace", "reduce_strided", "-o", "x.wscope", "--banks", "cc1"}, "--banks says nothing"},
    {{"bench", "reduce_strided", "--sizes", "2^62"}, "the most that"},
    {{"compare", "reduce_strided", "reduce_stridet"}, "\"reduce_strided\""},
    {{"verify", "reduce_stridet"}, "\"reduce_strided\""},
    {{"verify", "--cases", "0"}, "--cases"},
    {{"report", "reduce_strided", "--size", "257"}, "Try 256 or 512"},
    {{"bench", "reductoin"}, "\"reduction\""},
    {{"bench", "--sizes", "8:4"}, "--sizes"},
    {{"bench", "--repetitions", "3"}, "30"},
    {{"--size", "256"}, "No kernel is named"},
    {{"--size", "256", "report", "reduce_strided"}, "after the subcommand"},
    {{"reduce_strided", "report", "scan_blelloch"}, "after it"},
    {report({"--sise", "256"}), "\"--size\""},
    {report({"--size"}), "--size needs a value"},
    {report({"--size", "1", "--size", "2"}), "more than once"},
};
INSTANTIATE_TEST_SUITE_P(Names, CliMistake, testing::ValuesIn(wrong_names));

const std::vector<WrongName> values{
    {report({"--size", "0"}), "from 1"},
    {report({"--size", "-4"}), "from 1"},
    {report({"--size", "12x"}), "\"12x\""},
    {report({"--size", "2^70"}), "from 1 to 4194304"},
    {report({"--size", "300", "--block", "256"}), "256 or 512"},
    {report({"--size", "2^40"}), "reduce_strided on the emulator"},
    {{"report", "matmul_tiled", "--size", "0"}, "side of a matrix"},
    {report({"--block", "96"}), "64, 128"},
    {report({"--block", "2048"}), "1024"},
    {report({"--trace-block", "1"}), "0 to 0"},
    {report({"--input", "rampp"}), "\"ramp\""},
    {report({"--seed", "-1"}), "--seed"},
    {report({"--seed", "3", "--input", "ramp"}), "the same with every seed"},
    {report({"--param", "typ=int"}), "type"},
    {report({"--param", "type=double"}), "int"},
    {{"report", "bank_stride", "--param", "stride=65"}, "from 0 to 64"},
    {{"report", "bank_stride", "--param", "stride=1.5"}, "whole number"},
    {{"report", "vector_soa", "--param", "stride=1"}, "no parameters"},
    {{"report", "transpose_tiled", "--input", "rampp"}, "of transpose_tiled"},
    {report({"--param", "float"}), "NAME=VALUE"},
    {report({"--param", "type=int", "--param", "type=float"}), "more than once"},
    {report({"--size", ""}), "--size is empty"},
    {{"report", "reduce_strided", "--machine", ""}, "--machine is empty"},
    {{"report", ""}, "KERNEL|FILE is empty"},
    {report({"--banks", "cc9"}), "cc3x4"},
    {{"report", "reduce_strided", "--machine", "gpu"}, "emulator"},
    {report({"--schedule", "random"}), "random:SEED"},
    {report({"--schedule", "random:x"}), "\"x\""},
};
INSTANTIATE_TEST_SUITE_P(Values, CliMistake, testing::ValuesIn(values));

TEST(CliVersion, TakesNoValue) {
  for (const char* flag : {"--version=1", "--version=", "--version=false", "--help=1"}) {
    const Invoked invoked = invoke({flag});
    EXPECT_EQ(invoked.code, 2) << flag;
    EXPECT_EQ(invoked.out, "");
    EXPECT_NE(invoked.err.find("takes no value"), std::string::npos) << invoked.err;
  }
  EXPECT_EQ(invoke({"--version"}).code, 0);
}

TEST(CliInputFile, SaysFileLineAndWhatWasExpected) {
  const TestFolder folder;
  const auto complaint = [&](const std::string& text, const char* type) {
    const std::string file = folder.file("numbers.txt");
    std::ofstream(file) << text;
    const Invoked invoked = invoke(report(
        {"--size", "4", "--block", "4", "--input", file, "--param", std::string("type=") + type}));
    EXPECT_EQ(invoked.code, 2) << text;
    EXPECT_NE(invoked.err.find(file), std::string::npos) << invoked.err;
    return invoked.err;
  };
  EXPECT_NE(complaint("", "int").find("no numbers"), std::string::npos);
  EXPECT_NE(complaint("1 2\n3 four\n", "int").find("line 2"), std::string::npos);
  EXPECT_NE(complaint("1 2\n3\nnan\n", "int").find("line 3"), std::string::npos);
  EXPECT_NE(complaint("1 2 3.5 4\n", "int").find("line 1"), std::string::npos);
  EXPECT_NE(complaint("1 2 3\n", "float").find("3 numbers"), std::string::npos);
}

TEST(CliInputFile, GoodNumbersRun) {
  const TestFolder folder;
  const std::string file = folder.file("numbers.txt");
  std::ofstream(file) << "1, 2\n3\t4\n";
  const Invoked invoked = invoke(report({"--size", "4", "--block", "4", "--input", file}));
  EXPECT_EQ(invoked.code, 0) << invoked.err;
  EXPECT_NE(invoked.out.find("numbers.txt"), std::string::npos);
}

TEST(CliMachine, WithoutAGpuTheExitCodeIsThree) {
  if (cuda_status().usable) GTEST_SKIP() << "this machine has a GPU";
  for (const auto& args :
       std::vector<std::vector<std::string>>{{"report", "reduce_strided", "--machine", "cuda"},
                                             {"verify", "--machine", "cuda"},
                                             {"bench", "histogram"},
                                             {"bench", "reduce_strided", "--sizes", "2^10"}}) {
    const Invoked invoked = invoke(args);
    EXPECT_EQ(invoked.code, 3) << args[0];
    EXPECT_FALSE(invoked.err.empty());
  }
}

}  // namespace
}  // namespace warpscope
