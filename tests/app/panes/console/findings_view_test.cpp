#include "app/panes/console/findings_view.hpp"

#include <gtest/gtest.h>

#include "app/panes/console/console_text.hpp"
#include "app/session/session.hpp"
#include "instrumentation/language/say.hpp"
#include "tests/app/racing_program.hpp"
#include "tests/app/shown_view.hpp"

namespace warpscope {
namespace {

using test::document_of;
using test::expect_readable;
using test::middle_of;
using test::Shown;

class FindingsViewTest : public testing::Test {
 protected:
  FindingsViewTest() { view_.on_document(*document_); }
  RecordingCanvas draw() { return shown_.draw(view_, *document_, 0); }
  Wishes click(std::string_view text, bool ctrl = false) {
    shown_.pointer = {};
    shown_.pointer = {.at = middle_of(draw(), text), .inside = true, .pressed = true, .ctrl = ctrl};
    draw();
    shown_.pointer = {};
    return shown_.wishes;
  }
  std::string tab(const ConsolePage* page) {
    Frame frame;
    frame.document = document_.get();
    frame.lent.lend<ConsolePage>(page);
    return view_.tab(frame);
  }
  DocumentPtr document_ = document_of(test::racing_trace());
  ConsolePage page_ = test::racing_program().page;
  FindingsView view_;
  Shown shown_{.area = {20, 20, 700, 300}, .console = &page_};
};

TEST_F(FindingsViewTest, IsReadableAtEverySize) {
  for (const Rect area : {Rect{20, 20, 200, 60}, Rect{20, 20, 430, 126}, Rect{20, 20, 700, 260}}) {
    for (const bool lecture : {false, true}) {
      for (const ConsolePage* page :
           {static_cast<const ConsolePage*>(nullptr), static_cast<const ConsolePage*>(&page_)}) {
        shown_.area = area;
        shown_.lecture = lecture;
        shown_.console = page;
        expect_readable(draw(), area);
      }
    }
  }
}

TEST_F(FindingsViewTest, SaysWhatIsWrongWhereAndWhatToDo) {
  const RecordingCanvas canvas = draw();
  for (const std::string_view part :
       {"race · 992 times", "tile.cuh:8 reads", "tile.cuh:5 writes", "launch 2, race",
        "use tile[3] on line 5", "Nothing orders the two accesses", "line 12", "host"}) {
    EXPECT_TRUE(canvas.says(part)) << part;
  }
  EXPECT_EQ(tab(&page_), "Findings 3");
  EXPECT_EQ(tab(nullptr), "Findings 1") << "of the trace";
}

TEST_F(FindingsViewTest, AClickRecordsTheBlockThatIsWrong) {
  page_.outcome->launches[1].grid = {4};
  document_ = document_of([] {
    Trace trace = test::racing_trace();
    trace.launches[1].grid = {4};
    trace.findings.clear();
    return trace;
  }());
  page_.outcome->findings[0].block = {3, 0, 0};
  view_.on_document(*document_);
  const Wishes clicked = click("use tile[3]");
  EXPECT_FALSE(clicked.seek);
  EXPECT_EQ(clicked.record_block, (Dim3{3, 0, 0}));
}

TEST_F(FindingsViewTest, AClickGoesToEitherAccessOfARace) {
  EXPECT_EQ(click("tile.cuh:8 reads").seek, 2U);
  EXPECT_EQ(click("tile.cuh:5 writes").seek, 1U);
  EXPECT_EQ(click("use tile[3]").seek, 2U) << "the later one";
  const Wishes opened = click("tile.cuh:5 writes", true);
  EXPECT_FALSE(opened.seek);
  EXPECT_EQ(opened.edit, (FilePlace{"/home/ada/tile.cuh", 5}));
}

TEST_F(FindingsViewTest, LeadsToTheLessonOnAKindOfFindings) {
  EXPECT_FALSE(draw().says("Learn why")) << "no lessons are here";
  Session session;
  shown_.lesson_guide = &session.lesson;
  view_.on_document(*document_);
  EXPECT_TRUE(draw().says("Learn why: Six words"));
  EXPECT_EQ(click("Learn why: Six words").lesson, "primer:6");
  EXPECT_EQ(click("tile.cuh:8 reads").lesson, "");
  for (const Rect area : {Rect{20, 20, 200, 60}, Rect{20, 20, 430, 126}}) {
    shown_.area = area;
    expect_readable(draw(), area);
  }
}

TEST_F(FindingsViewTest, ItsMenuLeadsToTheAccessAndTheLine) {
  shown_.pointer = {.at = middle_of(draw(), "tile.cuh:5 writes"), .inside = true, .menu = true};
  draw();
  ASSERT_TRUE(shown_.wishes.menu);
  const ContextMenu& menu = *shown_.wishes.menu;
  EXPECT_EQ(menu.title, "tile.cuh:5");
  ASSERT_EQ(menu.actions.size(), 5U);
  EXPECT_EQ(menu.actions[4].lesson, "primer:6");
  EXPECT_EQ(menu.actions[0].seek, 1U);
  EXPECT_EQ(menu.actions[1].read, (FilePlace{"/home/ada/tile.cuh", 5}));
  EXPECT_EQ(menu.actions[2].edit, (FilePlace{"/home/ada/tile.cuh", 5}));
  EXPECT_FALSE(menu.actions[3].copy.empty());
}

TEST_F(FindingsViewTest, ANoteStandsThereAndIsNoFinding) {
  ProgramFinding note = page_.outcome->findings.front();
  page_.outcome->findings.clear();
  note.message = say("Threads 40 to 127 end the kernel without coming there.");
  note.times = 1;
  page_.outcome->notes = {note};
  const RecordingCanvas canvas = draw();
  EXPECT_TRUE(canvas.says("note"));
  EXPECT_TRUE(canvas.says("Threads 40 to 127 end"));
  EXPECT_FALSE(canvas.says("Put __syncthreads()"));
  EXPECT_EQ(tab(&page_), "Findings");
  Frame frame;
  frame.lent.lend<ConsolePage>(&page_);
  EXPECT_TRUE(view_.subtitle(frame).starts_with("nothing found")) << view_.subtitle(frame);
}

TEST_F(FindingsViewTest, WhatWasNotRecordedIsRead) {
  const Wishes read = click("nobody asked");
  EXPECT_FALSE(read.seek);
  EXPECT_EQ(read.read, (FilePlace{"/home/ada/race.cu", 12}));
}

TEST_F(FindingsViewTest, NothingWrongSaysWhatWasChecked) {
  page_.outcome->findings.clear();
  const auto color = [&] {
    const RecordingCanvas canvas = draw();
    const auto said = std::ranges::find_if(canvas.texts(), [](const auto& text) {
      return text.text.starts_with("Nothing was found");
    });
    return said == canvas.texts().end() ? Color{} : said->style.color;
  };
  EXPECT_TRUE(draw().says("Checked all 3 blocks of 3 launches."));
  EXPECT_EQ(color(), shown_.theme->free);
  page_.outcome->launches[0].checked_all = false;
  page_.outcome->launches[0].checked_blocks = 0;
  page_.revision = 3;
  EXPECT_TRUE(draw().says("Checked 2 of 3 blocks of 3 launches."));
  EXPECT_NE(color(), shown_.theme->free) << "a part was not looked at";
  page_.outcome->end = ProgramOutcome::End::crashed;
  page_.revision = 2;
  EXPECT_TRUE(draw().says("Nothing was found.")) << "it may have come to nothing";
  EXPECT_EQ(tab(&page_), "Findings");
}

TEST_F(FindingsViewTest, ScrollsToTheLast) {
  shown_.area = {20, 20, 430, 126};
  EXPECT_FALSE(draw().says("nobody asked"));
  shown_.pointer = {.at = {100, 60}, .inside = true, .wheel = -100};
  EXPECT_TRUE(draw().says("nobody asked"));
}

TEST(CheckedText, CountsBlocks) {
  ProgramOutcome outcome = *test::racing_program().page.outcome;
  EXPECT_EQ(checked_text(outcome, false), "all 3 blocks checked");
  outcome.launches[0].grid = {1000};
  outcome.launches[0].checked_all = false;
  EXPECT_EQ(checked_text(outcome, true), "Checked 3 of 1,002 blocks of 3 launches.");
  outcome.launches.clear();
  EXPECT_EQ(checked_text(outcome, true), "The program launched no kernel, so none was checked.");
}

TEST_F(FindingsViewTest, ASaveLeavesWhatIsRead) {
  shown_.area = {20, 20, 430, 126};
  draw();
  shown_.pointer = {.at = {100, 60}, .inside = true, .wheel = -2};
  draw();
  shown_.pointer = {};
  const auto top = [](const RecordingCanvas& canvas) { return canvas.texts().front().text; };
  const std::string read = top(draw());
  ConsolePage building{.state = ConsolePage::State::building, .revision = 2};
  shown_.console = &building;
  draw();  // of the trace alone: a shorter list
  page_.revision = 3;
  shown_.console = &page_;
  FindingsView fresh;
  fresh.on_document(*document_);
  fresh.continue_from(view_);
  EXPECT_EQ(top(shown_.draw(fresh, *document_, 0)), read);
}

TEST_F(FindingsViewTest, IsCopiedAsText) {
  draw();
  Frame frame;
  frame.document = document_.get();
  const std::string text = view_.text(frame);
  for (const std::string_view part :
       {"race · 992 times, launch 2, race, tile.cuh:8 reads, tile.cuh:5 writes\n",
        "what one thread writes and what the other one uses.\n"}) {
    EXPECT_NE(text.find(part), std::string::npos) << text;
  }
}

}  // namespace
}  // namespace warpscope
