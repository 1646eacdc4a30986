#include "app/programs/program_console.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "instrumentation/language/say.hpp"
#include "tests/app/fake_program.hpp"
#include "tests/support/test_folder.hpp"

namespace warpscope {
namespace {

using State = ConsolePage::State;

class ProgramConsoleTest : public testing::Test {
 protected:
  /// What the program does while it runs.
  std::function<void(const ProgramOutput&)> deed_ = [](const ProgramOutput&) {};
  test::FakeProgram program_ = test::three_launches();
  int woken_ = 0;
  ProgramConsole console_{[this] { ++woken_; }};
  BuildRequest request_{.files = {"sum.cu"}};

  ProgramRunner runner() {
    ProgramRunner own = program_.runner();
    own.run = [this, run = own.run](const BuiltProgram& built, const ProgramRequest& asked,
                                    const ProgramOutput& to, std::stop_token stop) {
      deed_(to);
      return run(built, asked, to, std::move(stop));
    };
    return console_.heard(std::move(own));
  }
  void build_and_run() {
    const ProgramRunner told = runner();
    const BuildResult built = told.build(request_, {}, [](const std::string&) {});
    if (!built.program) return;
    ASSERT_TRUE(told.run(*built.program, {.build = request_}, ProgramOutput::inherit, {}));
  }
};

TEST_F(ProgramConsoleTest, KnowsNothingBeforeAnythingIsBuilt) {
  EXPECT_EQ(console_.page(), nullptr);
}

TEST_F(ProgramConsoleTest, FollowsBuildAndRun) {
  deed_ = [this](const ProgramOutput& to) {
    EXPECT_EQ(console_.page()->state, State::running);
    to.hear("n = 12");
    EXPECT_EQ(console_.page()->output, std::vector<std::string>{"n = 12"});
    to.hear("8\nnext\n");
  };
  build_and_run();
  const auto page = console_.page();
  EXPECT_EQ(page->state, State::ended);
  EXPECT_EQ(page->program, "sum.cu");
  EXPECT_EQ(page->output, (std::vector<std::string>{"n = 128", "next"}));
  ASSERT_TRUE(page->outcome);
  EXPECT_EQ(page->outcome->launches.size(), 3U);
  EXPECT_EQ(page->failure.text(), "");
  EXPECT_GE(woken_, 3);
  EXPECT_EQ(console_.page(), page);  // nothing has changed
}

TEST_F(ProgramConsoleTest, KnowsWhatHasBeenFoundUntilTheEndTellsAll) {
  deed_ = [this](const ProgramOutput& to) {
    EXPECT_EQ(console_.page()->found(), nullptr);
    RunProgress now{.begun = 2, .ended = 1, .findings = 1};
    now.found.findings = {test::race_finding()};
    const int woken = woken_;
    to.progress(std::make_shared<const RunProgress>(now));
    EXPECT_EQ(woken_, woken + 1);
    const auto page = console_.page();
    ASSERT_TRUE(page->progress);
    EXPECT_EQ(page->progress->begun, 2);
    ASSERT_NE(page->found(), nullptr);
    EXPECT_EQ(page->found()->findings.size(), 1U);
  };
  build_and_run();
  EXPECT_EQ(console_.page()->progress, nullptr);
  EXPECT_EQ(console_.page()->found()->launches.size(), 3U);
}

TEST_F(ProgramConsoleTest, ChecksWhatTheSourceExpectsAsItWasWhenItWasBuilt) {
  const TestFolder folder;
  const std::filesystem::path file = folder.path() / "sum.cu";
  const auto write = [&](const std::string& text) { std::ofstream(file) << text; };
  write("// warpscope: expect launches == 3\n// warpscope: expect findings > 0\n// nothing\n");
  request_.files = {file};
  deed_ = [&](const ProgramOutput&) {
    EXPECT_TRUE(console_.page()->expectations.empty()) << "nothing is known before the end";
    write("// warpscope: expect launches == 4\n");
  };
  build_and_run();
  const auto page = console_.page();
  ASSERT_EQ(page->expectations.size(), 2U);
  EXPECT_EQ(page->expectations[0].state, ToldExpectation::State::fulfilled);
  EXPECT_EQ(page->expectations[1].state, ToldExpectation::State::failed);
  EXPECT_EQ(page->expectations[1].line, 2U);
}

TEST_F(ProgramConsoleTest, BeginsAnewWithEachBuild) {
  deed_ = [](const ProgramOutput& to) { to.hear("old\n"); };
  build_and_run();
  const std::uint64_t before = console_.page()->revision;
  deed_ = [](const ProgramOutput& to) { to.hear("new\n"); };
  build_and_run();
  EXPECT_EQ(console_.page()->output, std::vector<std::string>{"new"});
  EXPECT_GT(console_.page()->revision, before);
}

TEST_F(ProgramConsoleTest, KeepsTheLastLinesOfALongOutput) {
  deed_ = [](const ProgramOutput& to) {
    for (std::size_t k = 0; k < ProgramConsole::most_lines + 7; ++k) {
      to.hear(std::to_string(k) + "\n");
    }
  };
  build_and_run();
  const auto page = console_.page();
  EXPECT_EQ(page->output.size(), ProgramConsole::most_lines);
  EXPECT_EQ(page->dropped_lines, 7U);
  EXPECT_EQ(page->output.front(), "7");
}

TEST_F(ProgramConsoleTest, SplitsALineWithoutEndAndShowsNoControlCharacters) {
  deed_ = [](const ProgramOutput& to) {
    to.hear(std::string(2 * ProgramConsole::longest_line + 3, 'x') + "\n\n\x1b[31mred\n");
  };
  build_and_run();
  const auto page = console_.page();
  ASSERT_EQ(page->output.size(), 5U);
  EXPECT_EQ(page->output[1].size(), ProgramConsole::longest_line);
  EXPECT_EQ(page->output[2], "xxx");
  EXPECT_EQ(page->output[3], "");
  EXPECT_EQ(page->output[4].find('\x1b'), std::string::npos);
}

TEST_F(ProgramConsoleTest, TellsWhyNothingWasBuiltAndShowsTheFileAsItIsNow) {
  const TestFolder folder;
  const std::string file = (folder.path() / "sum.cu").string();
  std::ofstream(file) << "int x = y;\n";
  request_.files = {file};
  program_.built.program.reset();
  program_.built.failure = {
      .message = "The program does not compile.",
      .diagnostics = {{.file = file, .line = 1, .column = 9, .message = "'y' is not declared"}}};
  build_and_run();
  const auto page = console_.page();
  EXPECT_EQ(page->state, State::not_built);
  EXPECT_TRUE(page->outdates_document());
  EXPECT_EQ(page->diagnostics.size(), 1U);
  ASSERT_EQ(page->listing.size(), 1U);
  EXPECT_EQ(page->listing.front().text, "int x = y;\n");
}

TEST_F(ProgramConsoleTest, TellsHowAProgramEndedThatCrashed) {
  program_.run.outcome.end = ProgramOutcome::End::crashed;
  program_.run.outcome.message = say("The program crashed at sum.cu:4.");
  build_and_run();
  EXPECT_EQ(console_.page()->state, State::ended);
  EXPECT_EQ(console_.page()->failure.text(), "The program crashed at sum.cu:4.");
}

}  // namespace
}  // namespace warpscope
