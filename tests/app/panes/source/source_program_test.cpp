// The source pane of a program of the user's own.
#include <gtest/gtest.h>

#include "app/panes/source/source_head.hpp"
#include "app/panes/source/source_view.hpp"
#include "tests/app/racing_program.hpp"
#include "tests/app/shown_view.hpp"

namespace warpscope {
namespace {

using test::document_of;
using test::expect_readable;
using test::middle_of;
using test::Shown;

class SourceProgramTest : public testing::Test {
 protected:
  SourceProgramTest() { view_.on_document(*document_); }
  RecordingCanvas draw(std::uint32_t access = 2) { return shown_.draw(view_, *document_, access); }
  Wishes click(std::string_view text, std::uint32_t access = 2) {
    shown_.pointer = {};
    shown_.pointer = {.at = middle_of(draw(access), text), .inside = true, .pressed = true};
    draw(access);
    shown_.pointer = {};
    return shown_.wishes;
  }
  std::string subtitle(std::uint32_t access) {
    Frame frame;
    frame.document = document_.get();
    frame.access = access;
    frame.lent.lend<ConsolePage>(shown_.console);
    frame.lent.lend<FilePlace>(shown_.read_place);
    return view_.subtitle(frame);
  }
  DocumentPtr document_ = document_of(test::racing_trace());
  ConsolePage page_ = test::racing_program().page;
  ConsolePage broken_ = test::broken_page();
  SourceView view_;
  Shown shown_{.area = {20, 20, 560, 400}, .console = &page_};
};

TEST_F(SourceProgramTest, IsReadableAtEverySize) {
  const FilePlace read{"/home/ada/race.cu", 10};
  for (const ConsolePage* page :
       {static_cast<const ConsolePage*>(nullptr), static_cast<const ConsolePage*>(&page_),
        static_cast<const ConsolePage*>(&broken_)}) {
    for (const Rect area : {Rect{20, 20, 200, 90}, Rect{20, 20, 268, 240}, Rect{20, 20, 342, 240},
                            Rect{20, 20, 700, 500}}) {
      for (const bool lecture : {false, true}) {
        for (const FilePlace* place : {static_cast<const FilePlace*>(nullptr), &read}) {
          SCOPED_TRACE(std::to_string(static_cast<int>(area.w)));
          shown_.area = area;
          shown_.lecture = lecture;
          shown_.console = page;
          shown_.read_place = place;
          expect_readable(draw(), area);
        }
      }
    }
  }
}

TEST_F(SourceProgramTest, FindingsStandAtTheirLinesAndLeadToTheirAccesses) {
  const RecordingCanvas canvas = draw();
  EXPECT_TRUE(canvas.says("race · 992 times")) << "line 8";
  EXPECT_TRUE(canvas.says("2 findings")) << "line 5";
  EXPECT_GT(canvas.inked(dark_theme().costly), 0U) << "a wavy line";
  const Wishes clicked = click("race · 992 times", 1);
  EXPECT_EQ(clicked.seek, 2U);
  EXPECT_NE(clicked.tooltip.find("Nothing orders the two accesses"), std::string::npos);
}

TEST_F(SourceProgramTest, OneCanChooseAmongTheFiles) {
  EXPECT_EQ(subtitle(2), "tile.cuh");
  const Wishes other = click("race.cu");
  EXPECT_EQ(other.read, (FilePlace{"/home/ada/race.cu", 0}));
  shown_.read_place = &*other.read;
  EXPECT_TRUE(draw().says("__global__"));
  EXPECT_TRUE(draw().says("10")) << "its line numbers";
  EXPECT_EQ(subtitle(2), "race.cu");
  EXPECT_EQ(click("tile.cuh").seek, 2U) << "back to the playhead";
}

TEST_F(SourceProgramTest, OneFileNeedsNoChoice) {
  Trace trace = test::racing_trace();
  trace.sources[0].name = "race.cu";
  trace.sources.resize(1);
  trace.findings.clear();
  trace.locations = {{0, 4}};
  for (Access& access : trace.accesses) access.location = 0;
  for (Launch& launch : trace.launches) launch.source = 0;
  document_ = document_of(std::move(trace));
  view_.on_document(*document_);
  page_.outcome->findings.clear();
  EXPECT_FALSE(draw().says("race.cu")) << "the pane's title says it";
}

TEST_F(SourceProgramTest, ReadsAPlaceUntilThePlayheadIsFollowedAgain) {
  const FilePlace place{"/home/ada/race.cu", 9};
  shown_.read_place = &place;
  EXPECT_TRUE(draw().says("cudaMalloc"));
  const FilePlace unknown{"/home/ada/elsewhere.cu", 9};
  shown_.read_place = &unknown;
  EXPECT_TRUE(draw().says("tile[i]")) << "a file that the trace lacks";
  shown_.read_place = nullptr;
  EXPECT_TRUE(draw().says("tile[i]"));
}

TEST_F(SourceProgramTest, TheCallsLeadToTheAccess) {
  const Trace& trace = *document_->trace;
  const auto calls = calls_to(trace, trace.accesses[2]);
  ASSERT_EQ(calls.size(), 2U);
  EXPECT_EQ(calls[0].name, "race");
  EXPECT_EQ(calls[0].line, 11U);
  EXPECT_EQ(calls[1].name, "read_tile");
  EXPECT_TRUE(calls_to(trace, trace.accesses[1]).empty()) << "in the kernel itself";
  EXPECT_TRUE(draw(2).says("read_tile"));
  // The crumb, not the code: the first text of that name.
  shown_.pointer = {.at = middle_of(draw(2), "race"), .inside = true, .pressed = true};
  const RecordingCanvas canvas = draw(2);
  for (const RecordingCanvas::Text& text : canvas.texts()) {
    if (text.text == "race") shown_.pointer.at = text.rect.center();
  }
  draw(2);
  EXPECT_EQ(shown_.wishes.read, (FilePlace{"/home/ada/tile.cuh", 11}));
}

TEST_F(SourceProgramTest, WhatWasNotBuiltIsShownAsItIs) {
  draw();
  shown_.console = &broken_;
  const RecordingCanvas canvas = draw();
  EXPECT_TRUE(canvas.says("dato[")) << "the file that has the error";
  EXPECT_TRUE(canvas.says("undeclared identifier"));
  EXPECT_TRUE(canvas.says("not compiled: the other panes show the last version that was"));
  EXPECT_EQ(subtitle(2), "race.cu");
  Wishes wishes = click("dato[");
  EXPECT_FALSE(wishes.seek) << "the trace's lines are others";
  EXPECT_NE(wishes.tooltip.find("error: use of undeclared"), std::string::npos);
  EXPECT_EQ(click("tile.cuh").read, (FilePlace{"/home/ada/tile.cuh", 0}));
  shown_.console = &page_;
  EXPECT_TRUE(draw().says("tile[i]")) << "built again";
}

TEST_F(SourceProgramTest, TheNextAttemptMayBeShorter) {
  for (int line = 0; line < 500; ++line) broken_.listing[0].text += "int more;\n";
  broken_.diagnostics[1].line = 1;
  shown_.console = &broken_;
  draw();
  ConsolePage shorter = test::broken_page();
  shorter.revision = broken_.revision + 1;
  shorter.diagnostics[1].line = 1;
  shorter.listing[0].text = "dato;\n";
  shown_.console = &shorter;
  EXPECT_TRUE(draw().says("dato"));
}

TEST_F(SourceProgramTest, OpensTheLineInTheEditor) {
  EXPECT_EQ(click("open in editor").edit, (FilePlace{"/home/ada/tile.cuh", 8}));
  const FilePlace place{"/home/ada/race.cu", 9};
  shown_.read_place = &place;
  EXPECT_EQ(click("open in editor").edit, place);
  shown_.console = nullptr;
  EXPECT_FALSE(draw().says("open in editor")) << "nobody knows the folder";
}

TEST_F(SourceProgramTest, TheFooterNamesTheBlocksThatTheFiguresCount) {
  EXPECT_TRUE(draw().says(": all blocks")) << "each launch has one";
  shown_.area.w = 1200;
  EXPECT_TRUE(draw().says("; now warp 1"));
  EXPECT_FALSE(draw().says("n = 0"));
}

TEST_F(SourceProgramTest, TheFileIsThereBeforeItHasRun) {
  broken_.state = ConsolePage::State::building;
  broken_.diagnostics.clear();
  shown_.console = &broken_;
  Trace none;
  const DocumentPtr empty = document_of(none);
  SourceView view;
  const auto draw_empty = [&] { return shown_.draw(view, *empty, 0); };
  EXPECT_TRUE(draw_empty().says("dato["));
  EXPECT_TRUE(draw_empty().says("compiling: costs stand here once it has run"));
  broken_.state = ConsolePage::State::running;
  ++broken_.revision;
  EXPECT_TRUE(draw_empty().says("running: costs stand here once it has ended"));
  EXPECT_FALSE(draw().says("dato[")) << "what has run stays in sight";
}

TEST_F(SourceProgramTest, ASaveLeavesTheLinesThatAreRead) {
  const auto first_remark = [](const RecordingCanvas& canvas) {
    for (const auto& each : canvas.texts()) {
      if (each.visible() && each.text.starts_with("// remark")) return each.text;
    }
    return std::string();
  };
  Trace long_trace = test::racing_trace();
  std::string& text = long_trace.sources[1].text;
  for (int i = 0; i < 200; ++i) text += "// remark " + std::to_string(i) + "\n";
  const DocumentPtr before = document_of(long_trace);
  SourceView view;
  view.on_document(*before);
  shown_.draw(view, *before, 2);
  shown_.pointer = {.at = {100, 100}, .inside = true, .wheel = -20};
  shown_.draw(view, *before, 2);
  shown_.pointer = {};
  const RecordingCanvas read = shown_.draw(view, *before, 2);
  ASSERT_FALSE(first_remark(read).empty());
  ASSERT_NE(first_remark(read), "// remark 0");
  long_trace.sources[1].text = "// new\n// lines\n" + text;
  const DocumentPtr after = document_of(long_trace);
  SourceView saved;
  saved.on_document(*after);
  saved.continue_from(view);
  ++page_.revision;
  const RecordingCanvas again = shown_.draw(saved, *after, 3);
  EXPECT_EQ(first_remark(again), first_remark(read));
  SourceView other;
  other.on_document(*after);
  other.continue_from(*std::make_unique<SourceView>());
  EXPECT_NE(first_remark(shown_.draw(other, *after, 3)), first_remark(read)) << "it follows";
}

}  // namespace
}  // namespace warpscope
