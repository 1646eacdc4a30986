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
