#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "app/commands/session_commands.hpp"
#include "app/panes/view_list.hpp"
#include "app/shell/difference_table.hpp"
#include "app/shell/side_names.hpp"
#include "app/shell/workbench.hpp"
#include "app/subject/layout_search.hpp"
#include "app/subject/variant.hpp"
#include "app/ui/offscreen_ui.hpp"
#include "app/ui/recording_canvas.hpp"
#include "app/views/view.hpp"
#include "instrumentation/analysis/caption.hpp"
#include "instrumentation/language/language.hpp"
#include "tests/app/settled_session.hpp"
#include "tests/app/workbench_test.hpp"

namespace warpscope {
namespace {

using test::settle;

class ComparedScene : public testing::Test {
 protected:
  ComparedScene() {
    EXPECT_TRUE(session_.choose_kernel("reduce_strided"));
    settle(session_);
  }
  void compare_with(const Variant& variant) {
    const Status status = session_.comparison.with(variant);
    EXPECT_TRUE(status) << status.error().message;
    settle(session_);
  }
  RecordingCanvas drawn(float width, float height, Pointer pointer = {}) {
    RecordingCanvas canvas({0, 0, width, height}, fonts_);
    scene_.draw(canvas, {width, height, pointer, 0});
    return canvas;
  }

  Session session_;
  Commands commands_ = make_commands(session_, view_lists());
  Scene scene_{session_, commands_};
  Fonts fonts_;
};

TEST_F(ComparedScene, SaysWhatStandsAtTheRightAndCanBeRead) {
  const std::vector<std::pair<Variant, std::string>> variants{
      {{.what_if = {.pad = 32}}, "Padded by 1 in 32"},
      {{.what_if = {.layouts = {{.array = "data", .pad = 1, .every = 32}}}},
       "data with 1 more in 32"},
      {{.what_if = {.drop_barrier = 42}}, "Without the barrier of line 42"},
      {{.model = BankModel::cc1}, "Banks 16"},
      {{.block_step = -1}, "Blocks of 128"},
      {{.kernel = "scan_blelloch"}, "Scan"}};
  for (const auto& [variant, name] : variants) {
    compare_with(variant);
    for (const auto& [width, height] :
         {std::pair{1024.0F, 640.0F}, {1280.0F, 720.0F}, {1920.0F, 1080.0F}}) {
      for (const auto kind : {LayoutKind::study, LayoutKind::lecture}) {
        session_.views.layout = kind;
        const RecordingCanvas canvas = drawn(width, height);
        EXPECT_TRUE(canvas.says(name)) << name << ", " << width;
        for (const std::string& fault : canvas.faults()) {
          if (fault.find("cut off") != std::string::npos) continue;
          ADD_FAILURE() << name << ", " << width << ": " << fault;
        }
      }
    }
    session_.views.layout = LayoutKind::study;
  }
}

TEST_F(ComparedScene, TheCaptionTellsOfBothRunsInWholeSentences) {
  compare_with({.kernel = "reduce_sequential"});
  for (const char* language : {"en", "ru"}) {
    session_.settings.language = language;
    const InLanguage scope(*find_language(language));
    for (const auto kind : {LayoutKind::study, LayoutKind::lecture}) {
      session_.views.layout = kind;
      for (const auto& [width, height] : {std::pair{1280.0F, 720.0F}, {1920.0F, 1080.0F}}) {
        for (std::uint32_t access = 0; access < session_.playback.left().count(); access += 5) {
          session_.playback.seek(access);
          const RecordingCanvas canvas = drawn(width, height);
          std::string said;
          for (const RecordingCanvas::Text& text : canvas.texts()) said += text.text + ' ';
          for (const Playhead* head : {&session_.playback.left(), &session_.playback.right()}) {
            const Document& document = *head->document();
            const std::string sentence =
                caption(*document.trace, document.summary, head->position()).sentence;
            EXPECT_NE(said.find(sentence), std::string::npos)
                << sentence << " at " << width << ' ' << language;
          }
          for (const std::string& fault : canvas.faults()) {
            if (fault.find("cut off") == std::string::npos) ADD_FAILURE() << fault;
          }
        }
      }
    }
  }
}

TEST_F(ComparedScene, TheTableShowsAllItsRowsWithWholeNames) {
  compare_with({.kernel = "reduce_sequential"});
  const Comparison& comparison = *session_.shown().comparison;
  ASSERT_TRUE(comparison.rows.back().nanoseconds) << "a time was measured";
  for (const char* language : {"en", "ru"}) {
    session_.settings.language = language;
    const InLanguage scope(*find_language(language));
    const RecordingCanvas canvas = drawn(1280, 720);
    for (const DifferenceRow& row : comparison.rows) {
      EXPECT_TRUE(canvas.says(label_text(row))) << label_text(row);
      EXPECT_TRUE(canvas.says(left_text(row))) << label_text(row);
    }
    for (const Note& note : comparison.notes) {
      const std::string text = note.text.text();
      EXPECT_TRUE(canvas.says(text.substr(text.rfind(' ') + 1))) << text;
    }
    EXPECT_TRUE(canvas.says(side_names(session_).right));
  }
  const DifferenceRow& time = comparison.rows.back();
  const InLanguage scope(*find_language("ru"));
  EXPECT_EQ(label_text(time), "H200, мс");
  EXPECT_NE(left_text(time).find(','), std::string::npos);
}

TEST_F(ComparedScene, TheTableTellsLinesIfAsked) {
  compare_with({.kernel = "reduce_sequential"});
  EXPECT_FALSE(drawn(1280, 720).says("all lines"));
  commands_.run("changes.lines");
  for (const char* language : {"en", "ru"}) {
    session_.settings.language = language;
    const InLanguage scope(*find_language(language));
    for (const auto& [width, height] :
         {std::pair{1024.0F, 640.0F}, {1280.0F, 720.0F}, {1600.0F, 900.0F}, {1920.0F, 1080.0F}}) {
      const RecordingCanvas canvas = drawn(width, height);
      EXPECT_TRUE(canvas.says(tr("all lines"))) << width;
      for (const std::string& fault : canvas.faults()) {
        if (fault.find("cut off") == std::string::npos) ADD_FAILURE() << width << ": " << fault;
      }
    }
  }
  session_.settings.language = "en";
  commands_.run("changes.totals");
  EXPECT_FALSE(drawn(1280, 720).says("all lines"));
}

TEST_F(ComparedScene, ALineOfTheTableLeadsToTheSource) {
  compare_with({.kernel = "reduce_sequential"});
  commands_.run("changes.lines");
  const LineComparison& lines = session_.shown().comparison->lines;
  const ComparedLine& dearest = lines.spaces.front().rows.front();
  ASSERT_TRUE(dearest.left && dearest.left->access);
  const RecordingCanvas canvas = drawn(1920, 1080);
  const auto text = std::ranges::find_if(canvas.texts(), [&](const RecordingCanvas::Text& each) {
    return each.visible() && each.rect.x > 1400 &&
           each.text == std::to_string((dearest.right ? *dearest.right : *dearest.left).line);
  });
  ASSERT_NE(text, canvas.texts().end());
  static_cast<void>(
      drawn(1920, 1080, {.at = {text->rect.center().x, text->rect.center().y}, .inside = true}));
  drawn(1920, 1080, {.at = text->rect.center(), .inside = true, .pressed = true});
  EXPECT_EQ(session_.playback.left().position(), *dearest.left->access);
  EXPECT_TRUE(drawn(1920, 1080).says("__syncthreads") || drawn(1920, 1080).says("sync"));
}

TEST_F(ComparedScene, ASmallTableScrollsToAllItsRows) {
  compare_with({.kernel = "reduce_sequential"});
  const Comparison& comparison = *session_.shown().comparison;
  DifferenceTable table;
  const Rect area{20, 20, 320, 180};
  const auto shown = [&](float wheel) {
    Pointer pointer;
    pointer.inside = true;
    pointer.at = area.center();
    pointer.wheel = wheel;
    RecordingCanvas canvas({0, 0, 400, 300}, fonts_);
    table.draw(canvas, area, comparison, side_names(session_), pointer, dark_theme());
    std::vector<std::string> seen;
    for (const DifferenceRow& row : comparison.rows) {
      if (canvas.says(label_text(row))) seen.push_back(label_text(row));
    }
    return seen;
  };
  const std::vector<std::string> first = shown(0);
  ASSERT_LT(first.size(), comparison.rows.size());
  for (const DifferenceRow& row : comparison.rows) {
    const bool seen = std::ranges::count(first, label_text(row)) > 0;
    if (row.left == row.right) {
      EXPECT_FALSE(seen) << row.label << " does not differ: it comes last";
    }
  }
  std::set<std::string> all(first.begin(), first.end());
  for (int k = 0; k < 12; ++k) {
    for (const std::string& label : shown(-1)) all.insert(label);
  }
  for (const DifferenceRow& row : comparison.rows) {
    EXPECT_TRUE(all.contains(label_text(row))) << label_text(row);
  }
  EXPECT_EQ(std::ranges::count(shown(0), label_text(comparison.rows.front())), 0)
      << "it has scrolled";
  shown(100);
  EXPECT_EQ(shown(0), first) << "and back";
}

/// Since save says before and now; so does the comparison, in that order.
TEST_F(ComparedScene, WhatCameFirstStandsFirst) {
  Options next = session_.options();
  next.request.block = 128;
  next.request.size = 128;
  ASSERT_TRUE(session_.change(next));
  settle(session_);
  ASSERT_TRUE(session_.comparison.with_before());
  settle(session_);
  ASSERT_TRUE(session_.comparison.right_first());
  for (const LayoutKind kind : {LayoutKind::study, LayoutKind::lecture}) {
    session_.views.layout = kind;
    const RecordingCanvas canvas = drawn(1280, 720);
    const auto x_of = [&](const std::string& text) {
      const auto found = std::ranges::find_if(
          canvas.texts(), [&](const auto& each) { return each.text.starts_with(text); });
      return found == canvas.texts().end() ? -1.0F : found->rect.x;
    };
    const float before = x_of("before the change"), now = x_of("Reduction · 2 strided");
    EXPECT_GE(before, 0);
    EXPECT_LT(before, now) << static_cast<int>(kind);
  }
  session_.views.layout = LayoutKind::study;
  EXPECT_NE(session_.shown().comparison->notes.front().text.text().find(
                "n is 256 at the left and 128 at the right"),
            std::string::npos);
}

/// At 1280, the lower panes showed Lanes, and no tab said so: it had no room.
TEST_F(ComparedScene, EveryPaneMarksTheTabOfWhatItShows) {
  compare_with({.kernel = "reduce_sequential"});
  for (const char* language : {"en", "ru"}) {
    session_.settings.language = language;
    const InLanguage scope(*find_language(language));
    for (const auto& [width, height] :
         {std::pair{1280.0F, 720.0F}, {1366.0F, 768.0F}, {1600.0F, 900.0F}}) {
      for (const ViewInfo& view : view_lists().views) {
        if (view.of_programs || view.slot == Slot::lesson) continue;
        session_.views.bring_forward(view.id);
        const RecordingCanvas canvas = drawn(width, height);
        const WindowLayout layout =
            window_layout({.width = width, .height = height, .compare = true});
        for (const Pane& pane : layout.panes) {
          if (pane.slots.empty() || !pane.framed) continue;  // the table, what has no title
          const auto lines = std::ranges::count_if(canvas.fills(), [&](const auto& fill) {
            return fill.color == dark_theme().active && fill.rect.h == 2 &&
                   pane.title().contains(fill.rect.center());
          });
          EXPECT_EQ(lines, 1) << view.id << ", " << language << ", " << width;
        }
        for (const std::string& fault : canvas.faults()) {
          if (fault.find("cut off") == std::string::npos) ADD_FAILURE() << view.id << ": " << fault;
        }
      }
    }
  }
}

TEST_F(ComparedScene, TheTableSaysWhatIsWrongAndAClickGoesThere) {
  compare_with({.what_if = {.drop_barrier = 42}});
  const RecordingCanvas canvas = drawn(1920, 1080);
  EXPECT_TRUE(canvas.says("Faults found"));
  EXPECT_TRUE(canvas.says("result is wrong"));
  Pointer pointer;
  for (const auto& text : canvas.texts()) {
    if (text.text.starts_with("First difference")) pointer.at = text.rect.center();
  }
  ASSERT_GT(pointer.at.x, 0) << "it is said";
  pointer.inside = pointer.pressed = true;
  drawn(1920, 1080, pointer);
  EXPECT_EQ(session_.playback.left().position(), session_.comparison.first_difference());
}

TEST_F(ComparedScene, AChangedRunNeverPassesForTheKernel) {
  Options next = session_.options();
  next.request.machine = MachineKind::emulator;
  next.request.what_if = {.drop_barrier = 34, .pad = 16};
  ASSERT_TRUE(session_.change(next));
  settle(session_);
  EXPECT_EQ(run_label(*session_.playback.left().document()),
            "Reduction · 2 strided, without the barrier of line 34, padded by 1 in 16");
  EXPECT_TRUE(drawn(1920, 1080).says("without the barrier of line 34"));
}

/// Includes the popups.
using ComparedWorkbench = WorkbenchTest;

TEST_F(ComparedWorkbench, AChangeIsChosenByKeys) {
  press("W");
  EXPECT_EQ(session_.popup.shown, Popup::what_if);
  // Behind the layouts of shared arrays, an index of one's own, and two paddings.
  LayoutSearch search(session_.playback.left().document());
  ASSERT_TRUE(search.look(true));
  ASSERT_EQ(search.arrays().size(), 1U);
  const auto cheaper =
      std::ranges::count_if(search.arrays().front().list, [](const LayoutTrial& trial) {
        return trial.effect && trial.effect->after < trial.effect->before;
      });
  EXPECT_GT(cheaper, 5) << "five are listed";
  frame();
  for (int k = 0; k < 5 + 1 + 2; ++k) hit(Key::down);
  hit(Key::enter);
  EXPECT_EQ(session_.popup.shown, Popup::none);
  settle(session_);
  ASSERT_TRUE(session_.comparison.on());
  EXPECT_EQ(session_.options().variant->what_if.drop_barrier, 34);
  press("W");  // what is in force is marked: one down is the next barrier
  hit(Key::down);
  hit(Key::enter);
  settle(session_);
  EXPECT_EQ(session_.options().variant->what_if.drop_barrier, 42);
}

TEST_F(ComparedWorkbench, TheOtherSideLeadsToEveryKindOfIt) {
  press("Shift+C");
  EXPECT_EQ(session_.popup.shown, Popup::rival);
  hit(Key::enter);  // the first: other banks
  settle(session_);
  ASSERT_TRUE(session_.comparison.on());
  EXPECT_EQ(session_.options().variant->model, BankModel::cc1);
  EXPECT_EQ(session_.playback.right().document()->trace,
            session_.playback.left().document()->trace);
  press("Shift+C");
  FakeInput typed;
  typed.text = "what if";
  frame(typed);
  frame();
  hit(Key::enter);
  EXPECT_EQ(session_.popup.shown, Popup::what_if) << "one popup opens another";
}

}  // namespace
}  // namespace warpscope
