#include "app/subject/finding_list.hpp"

#include <gtest/gtest.h>

#include "tests/app/racing_program.hpp"

namespace warpscope {
namespace {

TEST(FindingList, OfAProgramKnowsPlacesVerbsAndHints) {
  const auto [trace, page] = test::racing_program();
  const auto list = list_findings(*page.outcome, &trace, {});
  ASSERT_EQ(list.size(), 3U);
  const ListedFinding& race = list[0];
  EXPECT_EQ(race.place.access, 2U);
  EXPECT_EQ(race.place.verb, "reads");
  ASSERT_TRUE(race.other);
  EXPECT_EQ(race.other->access, 1U);
  EXPECT_EQ(race.other->verb, "writes");
  EXPECT_EQ(race.kernel, "race");
  EXPECT_EQ(race.hint.find("Nothing orders the two accesses"), 0U) << "they are of two functions";
  EXPECT_EQ(finding_chip_text(race), "race · 992 times");
  EXPECT_FALSE(list[1].place.access) << "its launch was not recorded";
  EXPECT_EQ(list[1].launch, 3);
  EXPECT_EQ(list[2].launch, 0);
  EXPECT_EQ(finding_chip_text(list[2]), "error never asked for");
}

TEST(FindingList, TakesOverWhatIsKnownOfTheTrace) {
  const auto [trace, page] = test::racing_program();
  auto known = list_findings(trace);
  known[0].place.access = 3;
  const auto list = list_findings(*page.outcome, &trace, known);
  EXPECT_EQ(list[0].place.access, 3U);
  ASSERT_TRUE(list[0].other);
  EXPECT_EQ(list[0].other->access, 1U);
  EXPECT_FALSE(list[1].place.access);
}

TEST(FindingList, OfATraceSaysTheSame) {
  const Trace trace = test::racing_trace();
  const auto list = list_findings(trace);
  ASSERT_EQ(list.size(), 1U);
  EXPECT_EQ(list[0].place.file, "tile.cuh");
  EXPECT_EQ(list[0].place.access, 2U);
  EXPECT_EQ(list[0].launch, 2);
}

TEST(FindingList, ALaunchIsKnownByMoreThanItsNumber) {
  const auto [trace, page] = test::racing_program();
  ProgramLaunch launch = page.outcome->launches[1];
  EXPECT_EQ(launch_in(trace, launch), 1);
  launch.block = {128};
  EXPECT_EQ(launch_in(trace, launch), -1) << "the trace is of an older run";
  EXPECT_EQ(launch_in(trace, page.outcome->launches[2]), -1);
  const auto without = list_findings(*page.outcome, nullptr, {});
  EXPECT_FALSE(without[0].place.access);
}

}  // namespace
}  // namespace warpscope
