// Which lanes of a warp are together, in whole programs: as on an H200, where programs/lanes/h200.json
// was recorded.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <vector>

#include "tests/program/whole_program.hpp"

namespace warpscope {
namespace {

using test::program_tests;

/// Of each kernel of a program, the lines that it prints.
using Groups = std::map<std::string, std::vector<std::string>>;

Groups recorded_groups(const std::string& program) {
  const auto record = nlohmann::json::parse(
      test::text_of(program_tests / "programs/lanes/h200.json"), nullptr, false);
  if (record.is_discarded()) return {};
  Groups groups;
  for (const std::string line : record["groups"]) {
    std::istringstream words(line);
    std::string of, kernel, rest;
    words >> of >> kernel;
    std::getline(words, rest);
    if (of == program) groups[kernel].push_back(kernel + rest);
  }
  return groups;
}

/// Kernels whose lanes meet at other places than on the GPU: nvcc unrolls a loop, or moves what follows a
/// break behind it, and lets lanes that called through a pointer or left a called function's loop go on alone.
const std::set<std::string> other_groups{"loop_in_called", "function_pointer", "do_while",
                                         "several_exits"};

class Lanes : public testing::TestWithParam<const char*> {};

TEST_P(Lanes, AreTogetherAsOnAnH200) {
  const Groups expected = recorded_groups(GetParam());
  ASSERT_FALSE(expected.empty());
  const auto file = program_tests / "programs/lanes" / (std::string(GetParam()) + ".cu");
  const auto run = test::run_whole_program(file.string());
  EXPECT_EQ(run.exit_code, 0) << run.said;
  Groups seen;
  std::istringstream lines(run.said);
  for (std::string line; std::getline(lines, line);) {
    const std::string kernel = line.substr(0, line.find(' '));
    if (expected.contains(kernel)) seen[kernel].push_back(line);
  }
  for (const auto& [kernel, groups] : expected) {
    if (other_groups.contains(kernel)) {
      EXPECT_NE(seen[kernel], groups) << kernel << " is as on the GPU now: take it from the list";
    } else {
      EXPECT_EQ(seen[kernel], groups) << kernel;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Programs, Lanes, testing::Values("branches", "calls", "jumps", "loops"));

}  // namespace
}  // namespace warpscope
