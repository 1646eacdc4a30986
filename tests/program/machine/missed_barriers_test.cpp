// Barriers that some lanes run past are found, whichever way the compiler arranges the code; early returns are not.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "tests/program/whole_program.hpp"

namespace warpscope {
namespace {

const std::filesystem::path missed_barriers = test::program_tests / "machine/missed_barriers.cu";

struct BarrierSetting {
  const char *name, *compiler, *options;
};
void PrintTo(const BarrierSetting& setting, std::ostream* out) { *out << setting.name; }

class MissedBarriers : public testing::TestWithParam<BarrierSetting> {
 protected:
  void SetUp() override {
    const std::string compiler = GetParam().compiler;
    if (std::system((compiler + " --version > /dev/null 2>&1").c_str()) != 0) {
      GTEST_SKIP() << "there is no " << compiler;
    }
    setenv("WARPSCOPE_CXX", compiler.c_str(), 1);
  }
  void TearDown() override { unsetenv("WARPSCOPE_CXX"); }
};

TEST_P(MissedBarriers, AreFoundAtTheirLinesAndNowhereElse) {
  const auto run =
      test::run_whole_program(std::string(GetParam().options) + " " + missed_barriers.string());
  ASSERT_TRUE(run.json.is_object()) << run.said;
  EXPECT_EQ(run.said, "Success\n");
  const std::string program = test::text_of(missed_barriers);
  EXPECT_EQ(test::found_lines(run.json["findings"]), test::expected_lines(program))
      << run.json["findings"].dump(1);
  EXPECT_EQ(test::found_lines(run.json["notes"]), test::expected_lines(program, "// notes: "))
      << run.json["notes"].dump(1);
}

INSTANTIATE_TEST_SUITE_P(
    Settings, MissedBarriers,
    testing::Values(BarrierSetting{"clang", "clang++", "--optimise 2"},
                    BarrierSetting{"clang_every_access", "clang++", "--optimise 0"},
                    BarrierSetting{"clang_other_order", "clang++", "--schedule random:3"},
                    BarrierSetting{"gcc", "g++", "--optimise 2"},
                    BarrierSetting{"gcc_every_access", "g++", "--optimise 0"}),
    [](const auto& param) { return std::string(param.param.name); });

/// The messages of the one kernel of that number in missed_barriers.cu.
std::string messages_of(int kernel, const char* list) {
  const auto run =
      test::run_whole_program(missed_barriers.string() + " -- " + std::to_string(kernel));
  std::string messages;
  if (!run.json.is_object()) return run.said;
  for (const auto& finding : run.json[list]) {
    messages += finding["message"].get<std::string>() + " " +
                std::to_string(finding["times"].get<int>()) + "\n";
  }
  return messages;
}

TEST(MissedBarrierMessages, SayWhoWaitsAndWhoWentOn) {
  const std::string part = messages_of(0, "findings");
  EXPECT_NE(part.find("Threads 0 to 39 wait at the barrier of line "), std::string::npos) << part;
  EXPECT_NE(part.find("threads 40 to 127 have gone on to line "), std::string::npos) << part;
  const std::string warps = messages_of(1, "findings");
  EXPECT_NE(warps.find("Threads 0 to 31 (warp 0) wait"), std::string::npos) << warps;
  EXPECT_NE(warps.find("threads 32 to 127 (warps 1 to 3) have gone on"), std::string::npos)
      << warps;
}

TEST(MissedBarrierMessages, CountACauseThatComesAgain) {
  const std::string rounds = messages_of(2, "findings");
  EXPECT_EQ(std::ranges::count(rounds, '\n'), 1) << rounds;
  EXPECT_TRUE(rounds.ends_with(" 3\n")) << rounds;
}

TEST(MissedBarrierMessages, OfABranchThatClosesTheKernelAreNotes) {
  const auto run = test::run_whole_program(missed_barriers.string() + " -- 29");
  EXPECT_EQ(run.exit_code, 0) << run.said;
  ASSERT_TRUE(run.json.is_object());
  EXPECT_TRUE(run.json["findings"].empty()) << run.json["findings"].dump(1);
  ASSERT_EQ(run.json["notes"].size(), 1U);
  EXPECT_EQ(run.json["launches"][0]["findings"], 0);
  const std::string message = run.json["notes"][0]["message"];
  EXPECT_NE(message.find("threads 40 to 127 end the kernel without coming there"),
            std::string::npos)
      << message;
}

}  // namespace
}  // namespace warpscope
