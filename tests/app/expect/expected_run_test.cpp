#include "app/expect/expected_run.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>

#include "instrumentation/language/say.hpp"
#include "tests/app/fake_program.hpp"

namespace warpscope {
namespace {

using Outcome = ToldExpectation::State;

/// Each of the two scans loads temp on line 7 with a 2-way conflict; add has four blocks.
class ExpectedRunTest : public testing::Test {
 protected:
  ExpectedRunTest() {
    for (std::size_t k = 0; k < program_.run.trace->sources.size(); ++k) {
      program_.run.trace->sources[k].name = k == 0 ? "src/sum.cu" : "src/add.cuh";
    }
  }
  [[nodiscard]] ToldExpectation check(const std::string& text) const {
    const auto read = read_expectation({text, "", 0}, "sum.cu");
    EXPECT_TRUE(read.ok()) << (read ? "" : read.error().message);
    ExpectedRun run(program_.run, BankModel::cc5);
    if (joined_) run.set_joined(&*joined_, {});
    return run.check(read.value());
  }
  [[nodiscard]] double figure(const std::string& part, const std::string& name) const {
    const ToldExpectation told = check(part + name + " >= 0");
    EXPECT_EQ(told.state, Outcome::fulfilled) << part << name << ": " << told.reason.english();
    return told.figures.empty() ? -1 : told.figures.front().value;
  }
  void expect_unmatched(const std::string& text, const std::string& reason) const {
    const ToldExpectation told = check(text);
    EXPECT_EQ(told.state, Outcome::unmatched) << text;
    EXPECT_NE(told.reason.english().find(reason), std::string::npos) << told.reason.english();
  }

  test::FakeProgram program_ = test::three_launches();
  std::optional<ProgramRun> joined_;
};

TEST_F(ExpectedRunTest, SumsWhatIsInThePart) {
  EXPECT_EQ(figure("scan:1@7: ", "wavefronts"), 2);
  EXPECT_EQ(figure("scan:1@7: ", "ideal"), 1);
  EXPECT_EQ(figure("@7.temp: ", "wavefronts"), 4) << "in both scans";
  EXPECT_EQ(figure("scan:2: ", "wavefronts"), figure("3.temp: ", "wavefronts"));
  EXPECT_EQ(figure("scan: ", "excessive"), 2);
  EXPECT_EQ(figure("scan:1.data: ", "sectors"), 8) << "64 int";
  EXPECT_EQ(figure("@sum.cu:7: ", "max(wavefronts)"), 2) << "not 2 in each of two launches";
  EXPECT_EQ(figure("@7: ", "max_degree"), 2);
  EXPECT_EQ(figure("scan:1: ", "barriers"), 2);
  EXPECT_EQ(figure("", "launches"), 3);
  EXPECT_EQ(figure("scan: ", "launches"), 2);
  EXPECT_EQ(figure("", "blocks"), 6);
  EXPECT_EQ(figure("add: ", "threads"), 32);
  EXPECT_EQ(figure("", "exit"), 0);
}

TEST_F(ExpectedRunTest, CountsTheWholeGrid) {
  const ToldExpectation told = check("add: global_atomic.requests == 4");
  EXPECT_EQ(told.state, Outcome::fulfilled);
  EXPECT_TRUE(told.figures.front().scaled);
  EXPECT_EQ(figure("add.data: ", "global_atomic.requests"), 4);
  EXPECT_EQ(figure("add.data: ", "block.global_atomic.requests"), 1);
  EXPECT_EQ(figure("add: ", "block.global_atomic.requests"), 1);
  EXPECT_FALSE(check("scan: wavefronts > 0").figures.front().scaled) << "of one block";
}

TEST_F(ExpectedRunTest, SaysWhereMostOfItHappens) {
  const ToldExpectation told = check("scan: excessive == 0");
  EXPECT_EQ(told.state, Outcome::failed);
  EXPECT_EQ(told.reason.english(), "");
  EXPECT_EQ(expected_figures_text(told), "excessive = 2");
  EXPECT_EQ(expected_place_text(told), "src/sum.cu:7 in launch 1 (scan)");
}

TEST_F(ExpectedRunTest, CountsFindingsOfThePart) {
  program_.run.outcome.findings = {test::race_finding()};
  EXPECT_EQ(figure("", "findings"), 1);
  EXPECT_EQ(figure("add: ", "findings"), 1);
  EXPECT_EQ(figure("scan: ", "findings"), 0);
  EXPECT_EQ(figure("@14: ", "findings"), 1);
  EXPECT_EQ(figure("@12: ", "findings"), 1) << "the other access of the race";
  EXPECT_EQ(figure("add.tile: ", "findings"), 1);
  EXPECT_EQ(figure("@4: ", "findings"), 0) << "a line of code";
  const ToldExpectation told = check("findings == 0");
  EXPECT_EQ(told.state, Outcome::failed);
  EXPECT_EQ(expected_place_text(told), "sum.cu:14 in launch 2 (add)");
}

TEST_F(ExpectedRunTest, IsAnErrorWhereNothingMatches) {
  expect_unmatched("scam: excessive == 0", "\"scan\"");
  expect_unmatched("scan:9: excessive == 0", "There is no launch scan:9");
  expect_unmatched("@4: excessive == 0", "line 5");
  expect_unmatched("@other.cu:4: excessive == 0", "other.cu");
  expect_unmatched("scan.tamp: excessive == 0", "\"temp\"");
  expect_unmatched("scan.tamp: findings == 0", "\"temp\"");
  expect_unmatched("scan.data: excessive == 0", "none to shared memory");
  expect_unmatched("@999: findings == 0", "line 7");
}

TEST_F(ExpectedRunTest, FailsWhereAFigureHasNoValue) {
  EXPECT_NE(check("sectors / (launches - 3) > 1").reason.english().find("zero"), std::string::npos);
  EXPECT_EQ(check("sectors / (launches - 3) > 1").state, Outcome::failed);
  EXPECT_EQ(check("log2(findings) < 1").state, Outcome::failed);
  program_.run.outcome.launches[1].trace_launch = -1;
  EXPECT_EQ(check("excessive >= 0").state, Outcome::failed);
  EXPECT_NE(check("excessive >= 0").reason.english().find("not recorded"), std::string::npos);
  EXPECT_EQ(check("scan: excessive >= 0").state, Outcome::fulfilled);
  EXPECT_EQ(check("launches == 3").state, Outcome::fulfilled) << "that is known without a record";
  program_.run.outcome.launches[0].cut = true;
  EXPECT_NE(check("scan: excessive >= 0").reason.english().find("limit"), std::string::npos);
  program_.run.outcome.end = ProgramOutcome::End::time_limit;
  EXPECT_EQ(check("exit == 0").state, Outcome::failed);
}

TEST_F(ExpectedRunTest, AsksTheCompiledRun) {
  EXPECT_EQ(check("joined.excessive == 0").state, Outcome::unknown);
  joined_ = program_.run;
  joined_->trace->arrays[1].base = 0;
  EXPECT_EQ(figure("scan: ", "joined.wavefronts"), figure("scan: ", "wavefronts"));
  EXPECT_EQ(figure("@7.temp: ", "joined.max(wavefronts)"), 2);
  ExpectedRun run(program_.run, BankModel::cc5);
  run.set_joined(nullptr, say("There is no clang."));
  const auto told = run.check(read_expectation({"joined.excessive == 0", "", 0}, "").value());
  EXPECT_EQ(told.state, Outcome::failed);
  EXPECT_EQ(told.reason.english(), "There is no clang.");
}

TEST_F(ExpectedRunTest, TakesAllThatIsWrittenInAFile) {
  const std::vector<WrittenExpectation> written{{"@7: max_degree == 2", "sum.cu", 3},
                                                {"wavefrons == 0", "sum.cu", 4}};
  const auto told = check_expectations(written, "sum.cu", program_.run, BankModel::cc5);
  ASSERT_EQ(told.size(), 2U);
  EXPECT_EQ(told[0].state, Outcome::fulfilled);
  EXPECT_EQ(told[0].line, 3U);
  EXPECT_EQ(told[1].state, Outcome::unmatched);
  EXPECT_NE(told[1].reason.english().find("wavefronts"), std::string::npos);
}

TEST_F(ExpectedRunTest, ChecksAThousandQuickly) {
  const std::vector<WrittenExpectation> written(1000, {"scan@7.temp: excessive == 0", "", 0});
  const auto begin = std::chrono::steady_clock::now();
  const auto told = check_expectations(written, "sum.cu", program_.run, BankModel::cc5);
  EXPECT_EQ(std::count_if(told.begin(), told.end(),
                          [](const auto& each) { return each.state == Outcome::failed; }),
            1000);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(10));
}

}  // namespace
}  // namespace warpscope
