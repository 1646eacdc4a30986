#include "app/panes/source/source_notes.hpp"

#include <gtest/gtest.h>

#include "instrumentation/language/say.hpp"
#include "tests/app/racing_program.hpp"

namespace warpscope {
namespace {

TEST(SourceNotes, ARaceStandsAtBothItsLines) {
  const Trace trace = test::racing_trace();
  const auto findings = list_findings(trace);
  const auto notes = source_notes(findings, {}, "tile.cuh");
  ASSERT_EQ(notes.size(), 2U);
  EXPECT_EQ(notes[0].line, 5U);
  EXPECT_EQ(notes[0].access, 1U);
  EXPECT_EQ(notes[1].line, 8U);
  EXPECT_EQ(notes[1].access, 2U);
  EXPECT_EQ(notes[1].text, "race · 992 times");
  EXPECT_EQ(notes[1].brief, "race");
  EXPECT_NE(notes[1].tooltip.find("Nothing orders the two accesses"), std::string::npos);
  EXPECT_TRUE(source_notes(findings, {}, "race.cu").empty());
  EXPECT_EQ(note_at(notes, 8), &notes[1]);
  EXPECT_EQ(note_at(notes, 6), nullptr);
}

TEST(SourceNotes, SeveralOfALineAreCounted) {
  const auto [trace, page] = test::racing_program();
  const auto notes = source_notes(list_findings(*page.outcome, &trace, {}), {}, "tile.cuh");
  const SourceNote* both = note_at(notes, 5);
  ASSERT_NE(both, nullptr);
  EXPECT_EQ(both->text, "2 findings");
  EXPECT_NE(both->tooltip.find("tile[3]"), std::string::npos);
  EXPECT_NE(both->tooltip.find("tile[64]"), std::string::npos);
}

TEST(SourceNotes, AStopIsAWarningAndNoFinding) {
  auto [trace, page] = test::racing_program();
  ProgramOutcome& outcome = *page.outcome;
  outcome.seconds = 60.004;
  outcome.message = say("The program was stopped.");
  outcome.stopped = ProgramStop{.file = "tile.cuh", .line = 6};
  const auto notes = source_notes({}, {}, outcome, "tile.cuh");
  ASSERT_EQ(notes.size(), 1U);
  EXPECT_EQ(notes[0].line, 6U);
  EXPECT_FALSE(notes[0].costly);
  EXPECT_EQ(notes[0].text, "stopped after 60 s");
  EXPECT_EQ(notes[0].tooltip, outcome.message.english());
  EXPECT_TRUE(source_notes({}, {}, outcome, "race.cu").empty());
  // Where there are findings, it does not count as one.
  outcome.stopped->line = 5;
  const auto both = source_notes(list_findings(outcome, &trace, {}), {}, outcome, "tile.cuh");
  ASSERT_NE(note_at(both, 5), nullptr);
  EXPECT_EQ(note_at(both, 5)->text, "2 findings");
  EXPECT_NE(note_at(both, 5)->tooltip.find(outcome.message.english()), std::string::npos);
}

TEST(SourceNotes, TheCompilersMessagesStandAtTheirLines) {
  const ConsolePage page = test::broken_page();
  const auto notes = source_notes({}, page.diagnostics, "race.cu");
  ASSERT_EQ(notes.size(), 2U) << "a note belongs to its error";
  EXPECT_FALSE(notes[0].costly);
  EXPECT_EQ(notes[0].brief, "warning");
  EXPECT_TRUE(notes[1].costly);
  EXPECT_EQ(notes[1].text, "use of undeclared identifier 'dato'");
  EXPECT_TRUE(notes[1].may_be_cut);
}

}  // namespace
}  // namespace warpscope
