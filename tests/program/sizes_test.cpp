// Programs that do much of one thing, here less of it than they do by themselves: what grows faster than that would
// take too long at once.
#include <gtest/gtest.h>

#include <string>

#include "tests/program/whole_program.hpp"

namespace warpscope {
namespace {

test::WholeProgramRun run_of_size(const std::string& name, int count,
                                  const std::string& options = {}) {
  const auto file = test::program_tests / "programs/sizes" / (name + ".cu");
  return test::run_whole_program(options + file.string() + " -- " + std::to_string(count));
}

TEST(ProgramSizes, MoreLivingAllocationsThanMappings) {
  const auto run = run_of_size("living_allocations", 20'000, "--memory-limit 512 ");
  ASSERT_TRUE(run.json.is_object()) << run.said;
  EXPECT_NE(run.said.find("ok"), std::string::npos) << run.said;
  const auto& findings = run.json["findings"];
  ASSERT_EQ(findings.size(), 1U) << findings.dump(1);
  EXPECT_EQ(findings[0]["kind"], "out of bounds");
  EXPECT_NE(findings[0]["message"].get<std::string>().find("last[32]"), std::string::npos)
      << findings.dump(1);
}

TEST(ProgramSizes, MoreAllocatedAndFreedThanThereAreAddresses) {
  const auto run = run_of_size("allocate_and_free", 1500);
  ASSERT_TRUE(run.json.is_object()) << run.said;
  EXPECT_NE(run.said.find("ok"), std::string::npos) << run.said;
  const auto& findings = run.json["findings"];
  ASSERT_GE(findings.size(), 1U);
  EXPECT_EQ(findings[0]["kind"], "use after free") << findings.dump(1);
}

TEST(ProgramSizes, AListOfManagedNodes) {
  const auto run = run_of_size("managed_list", 5000);
  ASSERT_TRUE(run.json.is_object()) << run.said;
  EXPECT_NE(run.said.find("12497500"), std::string::npos) << run.said;
  EXPECT_EQ(run.json["findings"].size(), 0U) << run.json["findings"].dump(1);
}

TEST(ProgramSizes, AListOfMoreNodesThanATraceHoldsArrays) {
  const auto run = run_of_size("managed_list", 17'000);
  ASSERT_TRUE(run.json.is_object()) << run.said;
  EXPECT_NE(run.said.find("144491500"), std::string::npos) << run.said;
  ASSERT_EQ(run.json["notes"].size(), 1U) << run.json.dump(1).substr(0, 4000);
  EXPECT_NE(run.json["notes"][0]["message"].get<std::string>().find("15,360"), std::string::npos);
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
