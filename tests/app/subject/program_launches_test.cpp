#include "app/subject/program_launches.hpp"

#include <gtest/gtest.h>

#include "tests/support/several_launches.hpp"

namespace warpscope {
namespace {

Trace some_of_forty() {
  Trace trace = test::several_launches();
  trace.launches[1].number = 7;
  trace.launches[2].number = 12;
  trace.header.program_launches = 40;
  trace.header.program = "sum.cu";
  return trace;
}

TEST(ProgramLaunches, OfAFileHaveTheNumbersOfTheProgram) {
  const auto launches = launches_of(some_of_forty());
  ASSERT_EQ(launches.size(), 3U);
  EXPECT_EQ(launches[1].number, 7);
  const auto seventh = chosen_launch(some_of_forty(), {"", 7}, BankModel::cc5);
  ASSERT_TRUE(seventh);
  EXPECT_EQ(seventh->launches.at(0).kernel, launches[1].kernel);
  EXPECT_EQ(seventh->header.title, "sum.cu, launch 7");
  EXPECT_EQ(launch_ordinal(seventh.value(), 0), "7 of 40");
}

TEST(ProgramLaunches, SayThatOneWasNotRecorded) {
  const auto chosen = chosen_launch(some_of_forty(), {"", 2}, BankModel::cc5);
  ASSERT_FALSE(chosen);
  EXPECT_EQ(chosen.error().message, "Launch 2 was not recorded: 3 launches were, from 1 to 12.");
  const auto beyond = chosen_launch(test::several_launches(), {"", 4}, BankModel::cc5);
  ASSERT_FALSE(beyond);
  EXPECT_EQ(beyond.error().message, "There is no launch 4: the program made 3.");
}

TEST(ProgramLaunches, WhatIsWrongComesBeforeWhatIsSlow) {
  const Trace trace = test::several_launches();
  ProgramOutcome outcome;
  outcome.launches = launches_of(trace);
  const auto totals = totals_of_launches(trace, BankModel::cc5);
  const auto opened = [&](const LaunchChoice& choice = {}) {
    return faulty_or_costliest_launch(choice, outcome, totals, BankModel::cc5).value();
  };
  const std::size_t costliest = costliest_launch({}, outcome, totals, BankModel::cc5).value();
  EXPECT_EQ(opened(), costliest) << "nothing is wrong";
  const std::size_t wrong = costliest == 0 ? 1 : 0;
  ProgramFinding race{.kind = FindingKind::race};
  race.launch = outcome.launches[wrong].number;
  outcome.findings = {ProgramFinding{.kind = FindingKind::race}, race};
  EXPECT_EQ(opened(), wrong) << "the first finding is of the host";
  const LaunchChoice chosen{"", outcome.launches[costliest].number};
  EXPECT_EQ(opened(chosen), costliest) << "who names a launch gets that";
  outcome.findings[1].kind = FindingKind::undefined_order;
  EXPECT_EQ(opened(), costliest) << "CUDA leaves it open";
  outcome.findings[1].kind = FindingKind::race;
  outcome.launches[wrong].trace_launch = -1;
  EXPECT_EQ(opened(), costliest) << "it was not recorded";
}

}  // namespace
}  // namespace warpscope
