#include "app/panes/console/expectations_view.hpp"

#include <gtest/gtest.h>

#include "instrumentation/language/say.hpp"
#include "tests/app/racing_program.hpp"
#include "tests/app/shown_view.hpp"

namespace warpscope {
namespace {

using test::document_of;
using test::expect_readable;
using test::middle_of;
using test::Shown;
using Outcome = ToldExpectation::State;

class ExpectationsViewTest : public testing::Test {
 protected:
  ExpectationsViewTest() {
    page_.expectations = {
        {.text = "findings <= 3", .file = "race.cu", .line = 2, .figures = {{"findings", 3}}},
        {.text = "race@8.tile: wavefronts == 0",
         .file = "race.cu",
         .line = 3,
         .state = Outcome::failed,
         .figures = {{"wavefronts", 3}},
         .launch = 2,
         .kernel = "race",
         .place_file = "tile.cuh",
         .place_line = 8},
        {.text = "fil: launches == 1",
         .file = "race.cu",
         .line = 4,
         .state = Outcome::unmatched,
         .reason = say("No launch is of \"fil\".")}};
    view_.on_document(*document_);
  }
  RecordingCanvas draw() { return shown_.draw(view_, *document_, 0); }
  Wishes click(std::string_view text, bool ctrl = false) {
    shown_.pointer = {};
    shown_.pointer = {.at = middle_of(draw(), text), .inside = true, .pressed = true, .ctrl = ctrl};
    draw();
    shown_.pointer = {};
    return shown_.wishes;
  }
  std::string tab() {
    Frame frame;
    frame.lent.lend<ConsolePage>(&page_);
    return view_.tab(frame);
  }
  DocumentPtr document_ = document_of(test::racing_trace());
  ConsolePage page_ = test::racing_program().page;
  ExpectationsView view_;
  Shown shown_{.area = {20, 20, 700, 300}, .console = &page_};
};

TEST_F(ExpectationsViewTest, IsReadableAtEverySize) {
  for (const Rect area : {Rect{20, 20, 200, 60}, Rect{20, 20, 430, 126}, Rect{20, 20, 700, 260}}) {
    for (const bool lecture : {false, true}) {
      shown_.area = area;
      shown_.lecture = lecture;
      expect_readable(draw(), area);
    }
  }
}

TEST_F(ExpectationsViewTest, TellsOfEachWhatBecameOfItAndWhy) {
  const RecordingCanvas canvas = draw();
  EXPECT_LT(middle_of(canvas, "wavefronts == 0").y, middle_of(canvas, "findings <= 3").y)
      << "what is left to do comes first";
  for (const std::string_view part :
       {"findings <= 3", "fulfilled", "not fulfilled", "wavefronts = 3", "matches nothing",
        "No launch is of \"fil\".", "line 4", "Go to tile.cuh:8 in launch 2 (race)"}) {
    EXPECT_TRUE(canvas.says(part)) << part;
  }
  EXPECT_EQ(tab(), "Expectations 1/3");
}

TEST_F(ExpectationsViewTest, AClickGoesToTheCostliestAccessOfTheLineOrToTheComment) {
  const Wishes went = click("Go to tile.cuh:8");
  ASSERT_TRUE(went.seek);
  const Access& access = document_->trace->accesses[*went.seek];
  EXPECT_EQ(document_->trace->line_of(access), 8U);
  EXPECT_EQ(*went.seek, 3U) << "its load of every other word takes two passes";
  EXPECT_FALSE(click("Go to tile.cuh:8", true).seek) << "Ctrl opens the line";
  const Wishes read = click("line 3");
  ASSERT_TRUE(read.read);
  EXPECT_EQ(read.read->line, 3U);
}

TEST_F(ExpectationsViewTest, ThoseOfTheLastRunStayUntilTheNextHasEnded) {
  draw();
  ConsolePage running = page_;
  running.state = ConsolePage::State::running;
  running.outcome.reset();
  running.expectations.clear();
  running.revision = page_.revision + 1;
  shown_.console = &running;
  EXPECT_TRUE(draw().says("findings <= 3"));
  running.state = ConsolePage::State::ended;
  running.outcome.emplace();
  ++running.revision;
  EXPECT_FALSE(draw().says("findings <= 3"));
  EXPECT_TRUE(draw().says("Write what a run must fulfil")) << "how to state one";
}

TEST_F(ExpectationsViewTest, WhatItTellsCanBeCopied) {
  draw();
  EXPECT_NE(view_.text({}).find("not fulfilled: race@8.tile: wavefronts == 0\n  wavefronts = 3"),
            std::string::npos)
      << view_.text({});
}

}  // namespace
}  // namespace warpscope
