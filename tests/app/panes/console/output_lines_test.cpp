#include "app/panes/console/output_lines.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "instrumentation/language/say.hpp"
#include "tests/app/racing_program.hpp"

namespace warpscope {
namespace {

using Ink = OutputLine::Ink;

const OutputLine* line_with(const std::vector<OutputLine>& lines, std::string_view part) {
  const auto found = std::ranges::find_if(
      lines, [&](const OutputLine& line) { return line.text.find(part) != std::string::npos; });
  if (found == lines.end()) ADD_FAILURE() << "no line says " << part;
  return found == lines.end() ? nullptr : &*found;
}

TEST(OutputLines, TellTheBuildTheOutputAndTheEnd) {
  const auto lines = output_lines(test::racing_program().page);
  ASSERT_EQ(lines.size(), 5U);
  EXPECT_EQ(lines[0].text, "compiled race.cu  0.31 s");
  EXPECT_EQ(lines[1].text, "n = 64");
  EXPECT_EQ(lines[1].ink, Ink::plain);
  EXPECT_EQ(lines[3].text, "The program returned 0 after 0.04 s.");
  EXPECT_EQ(lines[4].text, "3 findings say what is wrong ▸");
  EXPECT_EQ(lines[4].command, "view.findings");
}

TEST(OutputLines, WarnThatAProgramWasStopped) {
  ConsolePage page = test::racing_program().page;
  page.outcome->end = ProgramOutcome::End::time_limit;
  page.outcome->message = say("The program was stopped after 60 s at race.cu:12.");
  page.outcome->findings.clear();
  page.told = {};
  const auto lines = output_lines(page);
  EXPECT_EQ(lines.back().text, page.outcome->message.english());
  EXPECT_EQ(lines.back().ink, Ink::warning);
  EXPECT_EQ(lines.back().place, (FilePlace{"/home/ada/race.cu", 12}));
}

TEST(OutputLines, SayWhatWasDropped) {
  ConsolePage page = test::racing_program().page;
  page.dropped_lines = 1234;
  const auto lines = output_lines(page);
  EXPECT_EQ(lines[1].text, "… 1,234 lines before");
  EXPECT_EQ(lines[2].printed, 1235U);
}

TEST(OutputLines, FollowTheStages) {
  ConsolePage page{.state = ConsolePage::State::building, .program = "race.cu"};
  page.stage = "compiling race.cu";
  EXPECT_EQ(output_lines(page).at(0).text, "compiling race.cu …");
  page.state = ConsolePage::State::running;
  page.from_cache = true;
  page.output = {"half"};
  const auto lines = output_lines(page);
  EXPECT_EQ(lines.front().text, "race.cu has not changed: nothing to compile");
  EXPECT_EQ(lines.back().text, "running …");
  page.state = ConsolePage::State::ended;  // without an outcome
  page.failure = std::string("The process for the program cannot be started.");
  EXPECT_EQ(output_lines(page).at(0).text, page.failure.text());
}

TEST(OutputLines, AMessageOfTheCompilerIsABlockWithItsPlace) {
  const auto lines = output_lines(test::broken_page());
  EXPECT_EQ(lines[0].text, "race.cu does not compile.");
  const OutputLine* error = line_with(lines, "race.cu:4: error: use of undeclared");
  ASSERT_NE(error, nullptr);
  EXPECT_EQ(error->place, (FilePlace{"/home/ada/race.cu", 4}));
  EXPECT_EQ(error->ink, Ink::error);
  EXPECT_EQ(error[1].text, "    dato[threadIdx.x] = 7;");
  EXPECT_EQ(error[2].text, "    ^");
  EXPECT_EQ(error[2].block, error->block);
  const OutputLine* note = line_with(lines, "note: 'data' declared here");
  ASSERT_NE(note, nullptr);
  EXPECT_EQ(note->block, error->block) << "it belongs to the error";
  EXPECT_EQ(note->tone, Ink::error);
  EXPECT_EQ(note->place.line, 3U);
  const OutputLine* warning = line_with(lines, "warning: unused");
  ASSERT_NE(warning, nullptr);
  EXPECT_NE(warning->block, error->block);
}

TEST(OutputLines, TheCaretCountsCharacters) {
  ConsolePage page = test::broken_page();
  page.diagnostics = {{Diagnostic::Severity::error, "race.cu", 1, 12, "no", "\tgröße = öl;"}};
  const auto lines = output_lines(page);
  const OutputLine* caret = line_with(lines, "^");
  ASSERT_NE(caret, nullptr);
  EXPECT_EQ(caret[-1].text, "    größe = öl;");
  EXPECT_EQ(caret->text, "            ^") << "below the ö";
}

TEST(OutputLines, ACrashNamesItsPlace) {
  ConsolePage page = test::racing_program().page;
  page.outcome->end = ProgramOutcome::End::crashed;
  page.outcome->message =
      say("The program crashed: it used an address that is not its own, at race.cu:9, in main.");
  const OutputLine* end = line_with(output_lines(page), "crashed");
  ASSERT_NE(end, nullptr);
  EXPECT_EQ(named_place(page, page.outcome->message.english()),
            (FilePlace{"/home/ada/race.cu", 9}));
  EXPECT_EQ(named_place(page, "It took 3:20 hours."), std::nullopt);
  EXPECT_EQ(named_place(page, "a.cu:"), std::nullopt);
}

TEST(OutputRows, BreakLongLinesAndKeepEveryCharacter) {
  const std::vector<OutputLine> lines{
      {.text = std::string(25, 'x'), .printed = 1},
      {.text = ""},
      {.text = "one two three four"},
      {.text = std::string(30, ' ') + "here", .quote = true, .caret = 30},
      {.text = "  a few words, printed", .printed = 2},
      {.text = "  " + std::string(12, 'y') + " z", .printed = 3}};
  const auto rows = output_rows(lines, 10);
  const auto text = [&](std::size_t row) {
    return lines[rows[row].line].text.substr(rows[row].first, rows[row].length);
  };
  ASSERT_EQ(rows.size(), 12U);
  EXPECT_EQ(text(0) + text(1) + text(2), std::string(25, 'x'));
  EXPECT_EQ(text(3), "");
  EXPECT_EQ(text(4), "one two");
  EXPECT_EQ(text(5), "three four");
  EXPECT_NE(text(6).find("here"), std::string::npos) << "the caret's place stays in sight";
  EXPECT_EQ(text(7), "  a few");
  EXPECT_EQ(text(8), "words,");
  EXPECT_EQ(text(9), "printed");
  EXPECT_EQ(text(10), "  " + std::string(8, 'y')) << "no row holds it whole";
  EXPECT_EQ(text(11), "yyyy z");
}

TEST(OutputLines, AreFoundAgainInAnotherPage) {
  ConsolePage page = test::racing_program().page;
  page.output = {"same", "same"};
  auto lines = output_lines(page);
  const LineMark second = mark_of(lines, 2), head = mark_of(lines, 0);
  page.dropped_lines = 1;
  page.output = {"same"};
  lines = output_lines(page);
  EXPECT_EQ(find_line(lines, second), 2U) << "below the line that counts what was dropped";
  EXPECT_EQ(find_line(lines, head), 0U);
  page.dropped_lines = 2;
  page.output.clear();
  EXPECT_EQ(find_line(output_lines(page), second), std::nullopt);
  const std::vector<OutputLine> alike{{.text = "^"}, {.text = "a"}, {.text = "^"}};
  EXPECT_EQ(find_line(alike, mark_of(alike, 2)), 2U);
}

}  // namespace
}  // namespace warpscope
