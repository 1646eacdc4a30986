// Blocks that are neither recorded nor checked run code of their own, and nothing but the time they take tells.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

#include "instrumentation/program/compile/build_program.hpp"
#include "tests/program/whole_program.hpp"

namespace warpscope {
namespace {

using test::program_tests;

const std::string all_checked = "--check-limit 1000000000 ", none_checked = "--check-limit 0 ",
                  few_checked = "--check-limit 1 ";

/// With a program of this folder.
test::WholeProgramRun run(const std::string& options, const std::string& files,
                          const std::string& arguments = {}) {
  std::string line = options;
  std::istringstream names(files);
  for (std::string name; names >> name;) line += (program_tests / "at_speed" / name).string() + ' ';
  return test::run_whole_program(line + "-- " + arguments);
}

bool has_clang() {
  const auto compiler = find_compiler();
  return compiler && compiler->kind == Compiler::Kind::clang;
}

TEST(BlocksAtSpeed, ShareVariablesAndFunctionsWithThoseThatAreChecked) {
  const std::string files = "variables.cu variables_elsewhere.cu";
  const auto checked = run(all_checked, files);
  // Its blocks hand on what they leave in variables, in the order that they have here.
  const auto only_races = [](const test::WholeProgramRun& done) {
    return done.json.is_object() && std::ranges::all_of(done.json["findings"], [](const auto& one) {
             return one["kind"] == "race";
           });
  };
  ASSERT_TRUE(only_races(checked)) << checked.said << checked.json;
  EXPECT_NE(checked.said.find(
                "64 65 66 67 40 14 69 163 68 70 189 1 1 3969 25 567 1 64 5040 64 75 75 76 \n"
                "65 66 69 70\nbegan 1 times\n1140 1141 1142 "),
            std::string::npos)
      << checked.said;
  for (const std::string& options : {few_checked, none_checked}) {
    const auto fast = run(options, files);
    ASSERT_TRUE(only_races(fast)) << fast.json;
    EXPECT_EQ(fast.said, checked.said);
    EXPECT_LT(fast.json["launches"][0]["checked_blocks"], 3);
  }
}

TEST(BlocksAtSpeed, RunCodeOfTheirOwnHoweverTheirKernelIsLaunched) {
  if (!has_clang()) GTEST_SKIP() << "only clang makes it";
  const auto fast = run(none_checked, "launches.cu");
  EXPECT_EQ(fast.exit_code, 0) << fast.json;
  EXPECT_EQ(fast.said,
            "plain 15872 at speed: yes\nfile_local 1024 at speed: yes\n"
            "anonymous 2048 at speed: yes\nof_c 3072 at speed: yes\n"
            "of_number 7168 at speed: yes\ndeduced 5120 at speed: yes\n"
            "lambda 18944 at speed: yes\nmember 4096 at speed: yes\n"
            "no_parameters 0 at speed: yes\ndynamic 15872 at speed: yes\n"
            "known_virtual 333312 at speed: yes\nlarge 116736 at speed: yes\n"
            "by address 2048 at speed: yes\nof a graph 15872 at speed: yes\n");
}

TEST(BlocksAtSpeed, AreNotThereIfAllAreChecked) {
  const auto checked = run(all_checked, "launches.cu");
  EXPECT_EQ(checked.exit_code, 0) << checked.json;
  EXPECT_NE(checked.said.find("large 116736 at speed: no\n"), std::string::npos) << checked.said;
  EXPECT_EQ(checked.said.find("yes"), std::string::npos) << checked.said;
}

TEST(BlocksAtSpeed, RunTheCheckedCodeIfNothingIsToBeOptimised) {
  const auto plain = run(none_checked + "--optimise 0 ", "launches.cu");
  EXPECT_EQ(plain.exit_code, 0) << plain.json;
  EXPECT_NE(plain.said.find("large 116736 at speed: no\n"), std::string::npos) << plain.said;
}

TEST(BlocksAtSpeed, TellWhatTheyHaveWritten) {
  const auto fast = run(none_checked, "written.cu");
  ASSERT_TRUE(fast.json.is_object()) << fast.said;
  ASSERT_EQ(fast.json["findings"].size(), 1) << fast.json["findings"].dump(1);
  const auto& finding = fast.json["findings"][0];
  EXPECT_EQ(finding["launch"], 2);
  EXPECT_EQ(finding["line"], 43);
  EXPECT_EQ(finding["array"], "all.left_alone");
  EXPECT_EQ(finding["index"], 128);
  EXPECT_EQ(finding["times"], 1);
}

struct FaultAtSpeed {
  int which = 0, line = 0;
  const char* kind;
};
class FaultsAtSpeed : public testing::TestWithParam<FaultAtSpeed> {};

TEST_P(FaultsAtSpeed, HaveTheirLine) {
  const FaultAtSpeed& fault = GetParam();
  const auto fast = run(none_checked, "faults.cu", std::to_string(fault.which));
  EXPECT_EQ(fast.exit_code, 1) << fast.said;
  ASSERT_TRUE(fast.json.is_object()) << fast.said;
  ASSERT_FALSE(fast.json["findings"].empty()) << fast.said;
  const auto& finding = fast.json["findings"][0];
  EXPECT_EQ(finding["kind"], fault.kind);
  EXPECT_EQ(finding["line"], fault.line) << finding;
  EXPECT_EQ(finding["block"], (std::vector<int>{40, 0, 0})) << finding;
}

INSTANTIATE_TEST_SUITE_P(Programs, FaultsAtSpeed,
                         testing::Values(FaultAtSpeed{0, 5, "out of bounds"},
                                         FaultAtSpeed{1, 13, "out of bounds"},
                                         FaultAtSpeed{2, 17, "assertion"}));

}  // namespace
}  // namespace warpscope
