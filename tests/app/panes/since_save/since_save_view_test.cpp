#include "app/panes/since_save/since_save_view.hpp"

#include <gtest/gtest.h>

#include "tests/app/racing_program.hpp"
#include "tests/app/shown_view.hpp"

namespace warpscope {
namespace {

using test::document_of;
using test::expect_readable;
using test::middle_of;
using test::Shown;

/// The program before a save that brought in the race, and cheaper loads.
Trace without_race() {
  Trace trace = test::racing_trace();
  trace.findings.clear();
  return trace;
}

class SinceSaveViewTest : public testing::Test {
 protected:
  SinceSaveViewTest() { shown_.look.set(ChangeRows::totals); }
  RecordingCanvas draw() { return shown_.draw(view_, *now_, 0); }
  DocumentPtr before_ = document_of(without_race());
  DocumentPtr now_ = document_of(test::racing_trace());
  SinceSave since_{before_, compare(*before_, *now_)};
  SinceSaveView view_;
  Shown shown_{.area = {20, 20, 330, 260}, .since_save = &since_};
};

TEST_F(SinceSaveViewTest, IsReadableAtEverySize) {
  for (const Rect area : {Rect{20, 20, 200, 60}, Rect{20, 20, 216, 100}, Rect{20, 20, 280, 120},
                          Rect{20, 20, 330, 260}, Rect{20, 20, 700, 500}}) {
    for (const bool lecture : {false, true}) {
      for (const SinceSave* since :
           {static_cast<const SinceSave*>(nullptr), static_cast<const SinceSave*>(&since_)}) {
        shown_.area = area;
        shown_.lecture = lecture;
        shown_.since_save = since;
        expect_readable(draw(), area);
      }
    }
  }
}

TEST_F(SinceSaveViewTest, TellsLinesUnlessTotalsAreAskedFor) {
  for (const Rect area : {Rect{20, 20, 200, 60}, Rect{20, 20, 216, 100}, Rect{20, 20, 280, 140},
                          Rect{20, 20, 330, 300}, Rect{20, 20, 700, 500}}) {
    for (const ChangeRows rows : {ChangeRows::fitting, ChangeRows::lines}) {
      for (const bool lecture : {false, true}) {
        shown_.area = area;
        shown_.lecture = lecture;
        shown_.look.set(rows);
        const RecordingCanvas canvas = draw();
        expect_readable(canvas, area);
        EXPECT_TRUE(canvas.says("now")) << area.w << " × " << area.h;
        if (area.w >= 330 && !lecture) {
          EXPECT_TRUE(canvas.says("memory, ")) << area.w;
        }
      }
    }
  }
}

TEST_F(SinceSaveViewTest, ALineLeadsToItsPlaceInTheSource) {
  // The load on line 8 reads with conflicts now.
  Trace before = without_race();
  const Access& load = before.accesses[3];
  for (int lane = 0; lane < 32; ++lane) before.indices[load.first_index + lane] = lane;
  before_ = document_of(std::move(before));
  since_ = {before_, compare(*before_, *now_)};
  shown_.look.set(ChangeRows::lines);
  shown_.area = {20, 20, 700, 500};
  const RecordingCanvas canvas = draw();
  EXPECT_TRUE(canvas.says("all lines"));
  EXPECT_TRUE(canvas.says("+1"));
  shown_.pointer = {.at = middle_of(canvas, "+1"), .inside = true, .pressed = true};
  draw();
  ASSERT_TRUE(shown_.wishes.seek);
  EXPECT_EQ(now_->trace->line_of(now_->trace->accesses[*shown_.wishes.seek]), 8U);
  EXPECT_EQ(shown_.wishes.command, "view.source");
  EXPECT_NE(shown_.wishes.tooltip.find("line 8"), std::string::npos);
}

TEST_F(SinceSaveViewTest, TellsWhatChangedAndWhetherItIsBetter) {
  const RecordingCanvas canvas = draw();
  for (const std::string_view part : {"before", "now", "change", "Faults found", "+1"}) {
    EXPECT_TRUE(canvas.says(part)) << part;
  }
  for (const RecordingCanvas::Text& text : canvas.texts()) {
    if (text.text != "+1") continue;
    EXPECT_EQ(text.style.color, dark_theme().costly);
  }
  since_.comparison = compare(*now_, *before_);
  const RecordingCanvas turned = draw();
  for (const RecordingCanvas::Text& text : turned.texts()) {
    if (text.text != "−1") continue;
    EXPECT_EQ(text.style.color, dark_theme().free);
  }
}

TEST_F(SinceSaveViewTest, ComparesWholeGrids) {
  EXPECT_FALSE(draw().says("≈"));
  Trace larger = test::racing_trace();
  larger.header.program = "race.cu";
  for (Launch& launch : larger.launches) launch.grid = {32};
  const DocumentPtr now = document_of(std::move(larger));
  since_.comparison = compare(*before_, *now);
  for (const Rect area : {Rect{20, 20, 216, 140}, Rect{20, 20, 330, 260}}) {
    shown_.area = area;
    const RecordingCanvas canvas = draw();
    EXPECT_TRUE(canvas.says("≈")) << area.h;
    expect_readable(canvas, area);
  }
  shown_.area = {20, 20, 700, 400};
  EXPECT_TRUE(draw().says("1 block of")) << "in what the grids differ";
}

TEST_F(SinceSaveViewTest, SaysThatNothingChanged) {
  since_.comparison = compare(*before_, *before_);
  EXPECT_TRUE(draw().says("Nothing changed."));
  EXPECT_TRUE(draw().says("Both runs make the same accesses")) << "no word of sides";
}

TEST_F(SinceSaveViewTest, AButtonComparesAndANoteLeadsToTheFirstDifference) {
  shown_.pointer = {
      .at = middle_of(draw(), "Compare before and after"), .inside = true, .pressed = true};
  draw();
  EXPECT_EQ(shown_.wishes.command, "compare.before");
  shown_.pointer = {};
  since_.comparison.notes = {{std::string("First difference: here."), false, 2U}};
  shown_.pointer = {.at = middle_of(draw(), "First difference"), .inside = true, .pressed = true};
  draw();
  EXPECT_EQ(shown_.wishes.seek, 2U);
}

}  // namespace
}  // namespace warpscope
