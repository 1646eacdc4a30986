// What is pinned and filtered, in the whole window: chips, clicks, menus and popups.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/commands/session_commands.hpp"
#include "app/panes/view_list.hpp"
#include "app/shell/scene.hpp"
#include "app/ui/recording_canvas.hpp"
#include "app/views/parts/pin_parts.hpp"
#include "instrumentation/language/language.hpp"
#include "tests/app/settled_session.hpp"
#include "tests/app/shown_view.hpp"
#include "tests/app/workbench_test.hpp"

namespace warpscope {
namespace {

class SceneFollowTest : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(session_.choose_kernel("reduce_strided"));
    test::settle(session_);
    session_.playback.seek(session_.playback.left().document()->telling.access);
    session_.playback.player.settle();
    draw();
  }
  RecordingCanvas draw(Pointer pointer = {}) {
    RecordingCanvas canvas({0, 0, wide_, 720}, fonts_);
    scene_.draw(canvas, {.width = wide_, .height = 720, .pointer = pointer, .still = true});
    return canvas;
  }
  void click(Point at) {
    draw({.at = at, .inside = true, .pressed = true, .down = true});
    draw();
  }
  /// The entry of a right click's menu.
  void choose(Point at, std::string_view title) {
    draw({.at = at, .inside = true, .menu = true});
    const auto& entries = scene_.menu().entries;
    const auto found = std::ranges::find(entries, title, &MenuEntry::title);
    ASSERT_NE(found, entries.end()) << title;
    const auto run = found->run;
    session_.popup.shown = Popup::none;
    run();
  }
  [[nodiscard]] std::string pin() { return session_.following.pin_label(); }

  float wide_ = 1280;
  const Fonts fonts_;
  Session session_{Settings{}, record_with_views};
  Commands commands_ = make_commands(session_, view_lists());
  Scene scene_{session_, commands_};
};

TEST_F(SceneFollowTest, AChipTellsWhatIsPinnedAndUnpins) {
  EXPECT_EQ(scene_.control_rect("unpin").w, 0);
  session_.following.pin(PinnedLane{5});
  for (const LayoutKind layout : {LayoutKind::study, LayoutKind::inspect, LayoutKind::lecture}) {
    session_.views.layout = layout;
    for (const float width : {1280.0F, 1920.0F, 1024.0F, 800.0F}) {
      wide_ = width;
      const RecordingCanvas canvas = draw();
      EXPECT_TRUE(canvas.says("lane 5"));
      const Rect chip = scene_.control_rect("unpin"), play = scene_.control_rect("play");
      EXPECT_TRUE(chip.y >= play.bottom() || chip.bottom() <= play.y || chip.right() < play.x)
          << width;
      for (const std::string& fault : canvas.faults()) ADD_FAILURE() << width << ": " << fault;
    }
  }
  const std::uint32_t before = session_.playback.left().position();
  wide_ = 1280;
  draw();
  click(scene_.control_rect("pinned.next").center());
  EXPECT_NE(session_.playback.left().position(), before);
  EXPECT_EQ(pin(), "lane 5") << "it stays";
  click(scene_.control_rect("pinned.previous").center());
  EXPECT_EQ(session_.playback.left().position(), before);
  click(scene_.control_rect("unpin").center());
  EXPECT_EQ(pin(), "");
  EXPECT_EQ(scene_.control_rect("unpin").w, 0);
}

TEST_F(SceneFollowTest, ButtonsOfferToPinToFilterAndToGoOn) {
  for (std::size_t language = 0; language < language_ids().size(); ++language) {
    set_language(static_cast<int>(language));
    for (const bool pinned : {false, true}) {
      if (pinned) session_.following.pin(PinnedLane{5});
      for (const float width : {1024.0F, 1280.0F, 1920.0F}) {
        wide_ = width;
        for (const std::string& fault : draw().faults()) ADD_FAILURE() << width << ": " << fault;
        EXPECT_GT(scene_.control_rect("pin").w, 0) << width;
        EXPECT_GT(scene_.control_rect("filter").w, 0) << width;
        if (pinned) continue;
        EXPECT_GT(scene_.control_rect("conflict.next").w, 0) << width;
      }
    }
    session_.following.unpin();
  }
  set_language(english);
  wide_ = 1280;
  draw();
  const std::uint32_t before = session_.playback.left().position();
  click(scene_.control_rect("conflict.next").center());
  EXPECT_GT(session_.playback.left().position(), before);
  click(scene_.control_rect("conflict.previous").center());
  EXPECT_EQ(session_.playback.left().position(), before);
  wide_ = 800;  // has room for one pane, and none below the buttons
  draw();
  EXPECT_EQ(scene_.control_rect("filter").w, 0);
  wide_ = 1280;
  commands_.run("line.next");
  EXPECT_TRUE(draw().says("Same line")) << "they lead on where one went last";
  EXPECT_GT(scene_.control_rect("line.next").w, 0);
  click(scene_.control_rect("pin").center());
  EXPECT_EQ(session_.popup.shown, Popup::pin);
}

TEST_F(SceneFollowTest, AChipTellsTheFilterAndEndsIt) {
  session_.following.filter({.array = "data", .warp = 1});
  const RecordingCanvas canvas = draw();
  EXPECT_TRUE(canvas.says(session_.following.filter_label()));
  EXPECT_TRUE(canvas.faults().empty());
  click(scene_.control_rect("filter.clear").center());
  EXPECT_FALSE(session_.following.wanted().filter.on());
}

TEST_F(SceneFollowTest, HeatMapAndLinesFadeWhatTheFilterLeavesOut) {
  session_.views.bring_forward("heat");
  session_.views.bring_forward("lines");
  const Color muted = dark_theme().muted;
  const auto rows = [&](const RecordingCanvas& canvas,
                        Color color) {  // whose number is of that colour
    return std::ranges::count_if(canvas.texts(), [&](const RecordingCanvas::Text& text) {
      return text.text == "33" && text.style.color == color;
    });
  };
  const auto veils = [&](const RecordingCanvas& canvas) {
    return std::ranges::count_if(canvas.fills(), [&](const RecordingCanvas::Box& box) {
      const Rect& map = canvas.heats().front().rect;
      return box.color.a < 255 && box.rect.h == map.h && box.rect.y == map.y;
    });
  };
  const RecordingCanvas before = draw();
  ASSERT_EQ(before.heats().size(), 1U);
  EXPECT_EQ(veils(before), 0);
  const auto loads = rows(before, dark_theme().text);
  EXPECT_GT(loads, 0);
  const Trace& trace = *session_.playback.left().document()->trace;
  session_.following.filter({.line = FileLine{trace.sources[0].name, 39}});
  const RecordingCanvas after = draw();
  EXPECT_GT(veils(after), 3) << "between the accesses of the line";
  EXPECT_LT(rows(after, dark_theme().text), loads);
  EXPECT_GT(rows(after, muted), rows(before, muted));
  EXPECT_TRUE(after.faults().empty());
  session_.following.filter({});
  EXPECT_EQ(veils(draw()), 0);
}

TEST_F(SceneFollowTest, ThePinnedLaneKeepsItsColoursAndTheRestFades) {
  const std::size_t shown = draw().inked(dark_theme().now);
  session_.following.pin(PinnedLane{5});
  const RecordingCanvas canvas = draw();
  EXPECT_TRUE(canvas.says("Lane 5 reads data[40] ="));
  const std::size_t kept = canvas.inked(dark_theme().now);
  EXPECT_GT(kept, 0U) << "the lane's way to its bank";
  EXPECT_NE(kept, shown);
  EXPECT_GT(canvas.inked(faded(dark_theme(), dark_theme().now)), 20U) << "values of other lanes";
  session_.following.pin(PinnedCell{"data", Space::shared, 8});
  EXPECT_TRUE(draw().says("data[8] is used by lane 1."));
  session_.following.pin(PinnedThread{255});
  EXPECT_TRUE(draw().says("Thread 255 of the block does not take part."));
}

TEST_F(SceneFollowTest, CountersFadeAllButThePinnedLanesWay) {
  ASSERT_TRUE(session_.choose_kernel("histogram_shared_atomic"));
  test::settle(session_);
  session_.views.choose_stage("bins");
  session_.views.layout = LayoutKind::lecture;  // the stage alone
  const Trace& trace = *session_.playback.left().document()->trace;
  const auto counts = std::ranges::find_if(
      trace.accesses, [](const Access& access) { return is_atomic(access.operation); });
  ASSERT_NE(counts, trace.accesses.end());
  session_.playback.seek(static_cast<std::uint32_t>(counts - trace.accesses.begin()));
  session_.playback.player.settle();
  const std::size_t all = draw().inked(dark_theme().now);
  ASSERT_GT(all, 8U) << "lanes that fall into their bins";
  session_.following.pin(PinnedLane{5});
  const RecordingCanvas canvas = draw();
  EXPECT_GT(canvas.inked(dark_theme().now), 0U);
  EXPECT_LT(canvas.inked(dark_theme().now), all / 2);
  EXPECT_TRUE(canvas.faults().empty());
}

TEST_F(SceneFollowTest, ClicksAndMenusPin) {
  // A lane of the bank picture: the row of dots lies above the banks.
  const Rect banks = [&] {
    const Point title = test::middle_of(draw(), "Banks");
    return Rect{title.x, title.y + 20, 260, 20};
  }();
  for (float x = banks.x; x < banks.right() && pin().empty(); x += 3) {
    click({x, 108});
  }
  EXPECT_TRUE(pin().starts_with("lane ")) << pin();
  session_.following.unpin();
  const Point line = test::middle_of(draw(), "34");
  choose(line, "Pin line 34");
  EXPECT_EQ(pin(), "line 34");
  choose(line, "Unpin line 34");
  EXPECT_EQ(pin(), "");
  choose(test::middle_of(draw(), "combine 1"),
         "Jump to the next conflict, finding, access of the same line …");
  EXPECT_EQ(session_.popup.shown, Popup::landmark);
}

TEST_F(SceneFollowTest, FilteredAccessesFadeInTheTimeline) {
  session_.following.filter({.warp = 1});
  const auto& theme = dark_theme();
  const auto fades = [&](const RecordingCanvas& canvas) {
    return std::ranges::count(canvas.fills(), faded(theme, theme.free),
                              &RecordingCanvas::Box::color);
  };
  EXPECT_GT(fades(draw()), 0);
  session_.following.filter({});
  EXPECT_EQ(fades(draw()), 0);
}

class FollowPopupTest : public WorkbenchTest {
 protected:
  void type(const std::string& text) {
    FakeInput input;
    input.text = text;
    frame();
    frame(input);
    frame();
  }
};

TEST_F(FollowPopupTest, LaneFiveAloneTakesThreeActionsInALecture) {
  press("F5");
  press("F12");
  type("5");
  hit(Key::enter);
  EXPECT_EQ(session_.following.pin_label(), "lane 5");
  EXPECT_EQ(session_.popup.shown, Popup::none);
  EXPECT_EQ(session_.views.layout, LayoutKind::lecture);
}

TEST_F(FollowPopupTest, WhatCannotBePinnedIsSaid) {
  press("F12");
  type("lane 40");
  hit(Key::enter);
  EXPECT_EQ(session_.popup.shown, Popup::pin);
  EXPECT_EQ(session_.following.pin_label(), "");
}

TEST_F(FollowPopupTest, ThePaletteFindsALane) {
  press("Ctrl+K");
  type("pin lane 7");
  hit(Key::enter);
  EXPECT_EQ(session_.following.pin_label(), "lane 7");
}

TEST_F(FollowPopupTest, TheFilterListMarksWhatIsInForceAndEndsIt) {
  press("Ctrl+Shift+L");
  hit(Key::enter);
  const AccessFilter first = session_.following.wanted().filter;
  EXPECT_TRUE(first.array);
  press("Ctrl+Shift+L");
  hit(Key::enter);
  EXPECT_FALSE(session_.following.wanted().filter.on()) << "the row in force is highlighted";
}

TEST_F(FollowPopupTest, TheListOfAnElementLeadsToItsAccesses) {
  session_.following.pin(PinnedCell{"data", Space::shared, 0});
  press("Shift+H");
  ASSERT_EQ(session_.popup.shown, Popup::cell);
  const auto& list = session_.following.cell_list();
  ASSERT_GT(list.accesses.size(), 3U);
  const std::uint32_t now = session_.playback.left().position();
  const auto here = std::ranges::find(list.accesses, now, &CellAccess::access);
  ASSERT_NE(here, list.accesses.end());
  hit(Key::down);
  hit(Key::enter);
  EXPECT_EQ(session_.playback.left().position(), (here + 1)->access)
      << "the list opens at the playhead";
  EXPECT_EQ(session_.popup.shown, Popup::none);
}

TEST_F(FollowPopupTest, TheJumpListGoesWhereItsRowSays) {
  session_.playback.seek(0);
  press("J");
  ASSERT_EQ(session_.popup.shown, Popup::landmark);
  hit(Key::enter);
  EXPECT_TRUE(
      is_conflict(*session_.playback.left().document(), session_.playback.left().position()));
}

}  // namespace
}  // namespace warpscope
