#include <gtest/gtest.h>

#include <string>

#include "tests/program/whole_program.hpp"

namespace warpscope {
namespace {

test::WholeProgramRun run_clocks(const std::string& options, int blocks) {
  return test::run_whole_program("--time-limit 20 " + options + " " +
                                 (test::program_tests / "machine/clocks.cu").string() + " -- " +
                                 std::to_string(blocks));
}

TEST(ClocksInKernels, WaitingForThemEnds) {
  const auto run = run_clocks("", 2);
  EXPECT_EQ(run.exit_code, 0) << run.said << run.json["program"];
}

// Blocks at speed run on all cores, each by a clock of its own.
TEST(ClocksInKernels, SayTheSameInEveryRun) {
  const auto first = run_clocks("--check-limit 0", 300);
  EXPECT_EQ(first.exit_code, 0) << first.said << first.json["program"];
  EXPECT_EQ(run_clocks("--check-limit 0", 300).said, first.said);
}

}  // namespace
}  // namespace warpscope
