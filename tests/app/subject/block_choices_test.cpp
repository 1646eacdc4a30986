#include "app/subject/block_choices.hpp"

#include <gtest/gtest.h>

#include "tests/app/fake_program.hpp"

namespace warpscope {
namespace {

TEST(BlockChoices, ThoseWithFindingsComeFirst) {
  const FindingsOfBlocks found{{5, 1}, {2, 3}};
  const std::vector<BlockChoice> expected{{2, 3}, {5, 1}, {0, 0}, {1, 0}, {3, 0}, {4, 0}};
  EXPECT_EQ(block_choices(6, found, 0, 24), expected);
}

TEST(BlockChoices, OfManyThePresentOneIsThereAndNoneThatTheLaunchLacks) {
  const FindingsOfBlocks found{{900, 1}, {2, 3}};
  const std::vector<BlockChoice> expected{{2, 3}, {0, 0}, {1, 0}, {77, 0}};
  EXPECT_EQ(block_choices(100, found, 77, 4), expected);
  EXPECT_TRUE(block_choices(0, found, 0, 4).empty());
}

TEST(BlockChoices, CountTheFindingsOfAProgramsLaunch) {
  ProgramOutcome outcome;
  outcome.launches = {test::program_launch(1, "scan", {4, 2, 1}, {32, 1, 1}, 0),
                      test::program_launch(2, "add", {4, 2, 1}, {32, 1, 1}, 1)};
  const auto find = [&](int launch, Dim3 block, FindingKind kind) {
    ProgramFinding finding;
    finding.kind = kind;
    finding.launch = launch;
    finding.block = block;
    outcome.findings.push_back(finding);
  };
  find(1, {1, 1, 0}, FindingKind::race);
  find(1, {1, 1, 0}, FindingKind::race);
  find(1, {0, 0, 0}, FindingKind::undefined_order);
  find(2, {3, 0, 0}, FindingKind::race);
  EXPECT_EQ(findings_of_blocks(outcome, 1), (FindingsOfBlocks{{5, 2}}))
      << "what CUDA leaves open is no fault";
  EXPECT_EQ(findings_of_blocks(outcome, 2), (FindingsOfBlocks{{3, 1}}));
  EXPECT_TRUE(findings_of_blocks(outcome, 3).empty());
}

}  // namespace
}  // namespace warpscope
