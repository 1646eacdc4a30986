#include "app/subject/told_findings.hpp"

#include <gtest/gtest.h>

#include "tests/app/fake_program.hpp"
#include "tests/app/racing_program.hpp"

namespace warpscope {
namespace {

TEST(ToldFindings, OneCauseInSixLaunchesIsOne) {
  ProgramOutcome outcome;
  for (int launch = 1; launch <= 6; ++launch) {
    ProgramFinding race = test::race_finding();
    race.launch = launch;
    race.index = launch;
    race.times = 10;
    outcome.findings.push_back(race);
    race.line += 1;
    if (launch == 4) outcome.findings.push_back(race);
  }
  const ToldOfProgram told = told_findings(outcome);
  ASSERT_EQ(told.findings.size(), 2U);
  EXPECT_EQ(told.findings[0].launches, (std::vector{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(told.findings[0].finding.times, 60U);
  EXPECT_EQ(told.findings[0].finding.index, 1) << "as in the first launch";
  EXPECT_EQ(told.findings[1].launches, std::vector{4}) << "another line";
}

TEST(ToldFindings, AnotherSentenceIsAnotherCause) {
  ProgramOutcome outcome;
  outcome.findings = {test::race_finding(), test::race_finding()};
  outcome.findings[1].launch = 3;
  outcome.findings[1].message = say("Thread {0} reads what nobody wrote.", 7);
  EXPECT_EQ(told_findings(outcome).findings.size(), 2U);
  outcome.findings[0].message = say("Thread {0} reads what nobody wrote.", 8);
  EXPECT_EQ(told_findings(outcome).findings.size(), 1U);
  outcome.findings[0].message = say("Thread {0} {1}", 8, say("reads"));
  outcome.findings[1].message = say("Thread {0} {1}", 8, say("writes"));
  EXPECT_EQ(told_findings(outcome).findings.size(), 2U) << "the difference is in a part";
}

TEST(ToldFindings, TheHostsAreNotJoined) {
  ProgramOutcome outcome;
  outcome.findings.assign(2, {.kind = FindingKind::wrong_call, .file = "sum.cu", .line = 3});
  const ToldOfProgram told = told_findings(outcome);
  ASSERT_EQ(told.findings.size(), 2U);
  EXPECT_TRUE(told.findings[0].launches.empty());
}

TEST(ToldFindings, WhatIsNoFaultIsANote) {
  ProgramOutcome outcome;
  outcome.findings = {test::race_finding()};
  outcome.findings[0].kind = FindingKind::undefined_order;
  outcome.notes = {test::race_finding()};
  const ToldOfProgram told = told_findings(outcome);
  EXPECT_TRUE(told.findings.empty());
  EXPECT_EQ(told.notes.size(), 2U);
}

TEST(ToldFindings, OfATraceAreJoinedByTheNameOfTheArray) {
  Trace trace = test::racing_trace();
  trace.findings.push_back(trace.findings.front());
  trace.findings.back().step = trace.launches[0].first_step;
  trace.findings.push_back(trace.findings.front());
  trace.findings.back().array = 0;
  const ToldOfTrace told = told_findings(trace);
  ASSERT_EQ(told.findings.size(), 2U);
  EXPECT_EQ(told.findings[0].launches, (std::vector{1, 2}));
  EXPECT_EQ(told.findings[1].launches, std::vector{2});
}

}  // namespace
}  // namespace warpscope
