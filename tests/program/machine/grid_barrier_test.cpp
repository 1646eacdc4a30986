// Blocks that wait for one another at grid.sync() are checked, recorded and counted as others are.
#include <gtest/gtest.h>

#include <string>

#include "tests/program/whole_program.hpp"

namespace warpscope {
namespace {

test::WholeProgramRun run_grid(const std::string& arguments, const std::string& options = {}) {
  return test::run_whole_program(options + " " +
                                 (test::program_tests / "machine/grid_barrier.cu").string() +
                                 " -- " + arguments);
}

/// Of the line that holds the text.
std::uint32_t line_with(const std::string& part) {
  std::istringstream lines(test::text_of(test::program_tests / "machine/grid_barrier.cu"));
  std::string text;
  for (std::uint32_t line = 1; std::getline(lines, text); ++line) {
    if (text.find(part) != std::string::npos) return line;
  }
  return 0;
}

TEST(GridBarrier, EveryBlockIsChecked) {
  const auto run = run_grid("0 40");
  EXPECT_EQ(run.exit_code, 0) << run.said << run.json.dump(1);
  ASSERT_TRUE(run.json.is_object());
  EXPECT_EQ(run.json["launches"][0]["checked_blocks"], 40);
  EXPECT_TRUE(run.json["findings"].empty()) << run.json["findings"].dump(1);
}

TEST(GridBarrier, AMistakeOfTheLastBlockIsFound) {
  const auto race = run_grid("1");
  ASSERT_TRUE(race.json.is_object());
  ASSERT_FALSE(race.json["findings"].empty());
  EXPECT_EQ(race.json["findings"][0]["kind"], "race");
  EXPECT_EQ(race.json["findings"][0]["block"], nlohmann::json({5, 0, 0}));
  EXPECT_EQ(race.json["findings"][0]["line"], line_with("own[0] += mirror[other]"));
  const auto outside = run_grid("2 6 1024");
  ASSERT_TRUE(outside.json.is_object());
  ASSERT_FALSE(outside.json["findings"].empty());
  EXPECT_EQ(outside.json["findings"][0]["kind"], "out of bounds");
  EXPECT_EQ(outside.json["findings"][0]["index"], 1024);
  EXPECT_EQ(outside.json["launches"][0]["checked_blocks"], 6);
}

TEST(GridBarrier, MemoryOfABlockIsItsOwn) {
  // The last block reads beyond its 96 threads, where a block with more of them would have written.
  const auto run = run_grid("2");
  ASSERT_TRUE(run.json.is_object());
  ASSERT_EQ(run.json["findings"].size(), 1U) << run.json["findings"].dump(1);
  EXPECT_EQ(run.json["findings"][0]["kind"], "uninitialised read");
  EXPECT_EQ(run.json["findings"][0]["index"], 96);
}

TEST(GridBarrier, ABlockThatHasEndedKeepsTheOthersWaiting) {
  const auto run = run_grid("3");
  EXPECT_EQ(run.exit_code, 1);
  ASSERT_TRUE(run.json.is_object());
  EXPECT_EQ(run.json["launches"][0]["error"], "cudaErrorLaunchFailure");
  ASSERT_FALSE(run.json["findings"].empty());
  EXPECT_EQ(run.json["findings"][0]["kind"], "barrier divergence");
  EXPECT_NE(run.json["findings"][0]["message"].get<std::string>().find("other blocks have ended"),
            std::string::npos);
}

// As many threads as an H100 holds at once: their stacks and shared memory lie aside.
TEST(GridBarrier, AGridThatFillsTheDeviceRuns) {
  const auto run = run_grid("0 264 1024", "--check-limit 0");
  EXPECT_EQ(run.exit_code, 0) << run.said << run.json.dump(1);
  ASSERT_TRUE(run.json.is_object());
  EXPECT_EQ(run.json["launches"][0]["checked_blocks"], 1);  // the recorded one
}

TEST(GridBarrier, ManyRoundsLeaveFewerBlocksChecked) {
  const auto run = run_grid("0 40 96 60", "--check-limit 20000");
  EXPECT_EQ(run.exit_code, 0) << run.said << run.json.dump(1);
  ASSERT_TRUE(run.json.is_object());
  const int checked = run.json["launches"][0]["checked_blocks"];
  EXPECT_GE(checked, 2);
  EXPECT_LT(checked, 40);
}

TEST(GridBarrier, AllBlocksAreCounted) {
  const auto one = run_grid("0 6 96 3"), all = run_grid("0 6 96 3", "--all-blocks");
  ASSERT_TRUE(one.json.is_object() && all.json.is_object());
  const auto& of_one = one.json["launches"][0]["totals"];
  const auto& of_all = all.json["launches"][0]["totals"];
  EXPECT_EQ(all.json["launches"][0]["recorded"], "all");
  // Beside what all blocks do alike, the first one adds up.
  for (const char* const kind : {"shared_load", "shared_store"}) {
    EXPECT_GT(of_one[kind]["requests"], 0) << kind;
    EXPECT_EQ(of_all[kind]["requests"], 6 * of_one[kind]["requests"].get<int>()) << kind;
  }
  EXPECT_EQ(of_one["barriers"], 5);  // three rounds and two more
  EXPECT_EQ(of_all["barriers"], 6 * 5);
}

}  // namespace
}  // namespace warpscope
