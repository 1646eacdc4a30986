// Programs that do much of one thing, here less of it than they do by themselves: what grows faster than that would
// take too long at once.
#include <gtest/gtest.h>

#include <string>

#include "tests/program/whole_program.hpp"

namespace warpscope {
namespace {

test::WholeProgramRun run_of_size(const std::string& name, int count) {
  const auto file = test::program_tests / "programs/sizes" / (name + ".cu");
  return test::run_whole_program(file.string() + " -- " + std::to_string(count));
}

TEST(ProgramSizes, OneMistakeOfManySizesIsOneFinding) {
  const auto run = run_of_size("failing_copies", 2000);
  ASSERT_TRUE(run.json.is_object()) << run.said;
  const auto& findings = run.json["findings"];
  ASSERT_EQ(findings.size(), 2U) << findings.dump(1);
  EXPECT_EQ(findings[0]["times"], 2000);
  EXPECT_NE(findings[0]["message"].get<std::string>().find("d_data for 65 bytes"),
            std::string::npos);
  EXPECT_NE(findings[1]["message"].get<std::string>().find("d_other"), std::string::npos);
}

}  // namespace
}  // namespace warpscope
