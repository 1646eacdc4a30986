// The window without a mouse: what is clicked is reached by keys, and panes are walked through by them.
#include "app/shell/key_cursor.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "app/commands/session_commands.hpp"
#include "app/look/stage_focus.hpp"
#include "app/panes/view_list.hpp"
#include "app/shell/scene.hpp"
#include "app/ui/fonts.hpp"
#include "app/ui/recording_canvas.hpp"
#include "tests/app/settled_session.hpp"

namespace warpscope {
namespace {

/// Two bars of buttons with a grid of cells between them.
class KeyCursorTest : public testing::Test {
 protected:
  void frame(const Pointer& mouse = {}) {
    const Pointer pointer = cursor_.begin(mouse, true);
    pressed_.clear();
    over_.clear();
    cursor_.enter(-1, {0, 0, 300, 40});
    for (int i = 0; i < 3; ++i)
      button(pointer, {10.0F + 60 * static_cast<float>(i), 5, 50, 30},
             "button " + std::to_string(i));
    cursor_.enter(0, {0, 40, 300, 200});
    button(pointer, {10, 45, 50, 20}, "tab");
    scroll_ = std::clamp(
        scroll_ - (pointer.inside && pointer.at.y > 70 ? static_cast<int>(pointer.wheel) : 0), 0,
        2);
    for (int row = scroll_; row < scroll_ + 3; ++row) {
      for (int column = 0; column < 4; ++column) {
        const Rect cell{10 + 50 * static_cast<float>(column),
                        80 + 40 * static_cast<float>(row - scroll_), 40, 30};
        const std::string name = std::to_string(row) + "," + std::to_string(column);
        if (!pointer.over(cell, static_cast<std::uint64_t>(10 * row + column) + 1,
                          row == 1 && column == 2))
          continue;
        over_ = name;
        if (pointer.pressed) pressed_ = name;
      }
    }
    cursor_.enter(-2, {0, 240, 300, 40});
    button(pointer, {10, 245, 50, 30}, "last");
    static_cast<void>(cursor_.end());
  }
  void button(const Pointer& pointer, Rect rect, const std::string& name) {
    if (!pointer.over_control(rect)) return;
    over_ = name;
    if (pointer.pressed) pressed_ = name;
  }
  /// What is under the cursor after a key.
  std::string hit(const char* key) {
    const Chord pressed_key = chord(key);
    if (pressed_key.key == "Tab") {
      const int way = pressed_key.shift ? -1 : 1;
      pressed_key.ctrl ? cursor_.step(0, way) : cursor_.step(way, 0);
    } else {
      taken_ = cursor_.press(pressed_key);
    }
    std::string pressed;
    for (int i = 0; i < 4; ++i) {
      frame();
      if (!pressed_.empty()) pressed = "pressed " + pressed_;
    }
    return pressed.empty() ? over_ : pressed;
  }

  KeyCursor cursor_;
  int scroll_ = 0;
  bool taken_ = false;
  std::string over_, pressed_;
};

TEST_F(KeyCursorTest, TabGoesThroughControlsInReadingOrderAndStopsAtElementsOnce) {
  frame();
  for (const char* expected :
       {"button 0", "button 1", "button 2", "tab", "1,2", "last", "button 0"}) {
    EXPECT_EQ(hit("Tab"), expected);
  }
  EXPECT_EQ(hit("Shift+Tab"), "last");
  EXPECT_EQ(hit("Shift+Tab"), "1,2") << "the present element is the first";
}

TEST_F(KeyCursorTest, ArrowsGoFromElementToElementAndScroll) {
  frame();
  EXPECT_EQ(hit("Ctrl+Tab"), "1,2");
  EXPECT_EQ(hit("Right"), "1,3");
  EXPECT_EQ(hit("Right"), "1,3") << "there is no more";
  EXPECT_EQ(hit("Up"), "0,3");
  EXPECT_EQ(hit("Left"), "0,2");
  for (const char* expected : {"1,2", "2,2", "3,2", "4,2", "4,2"}) EXPECT_EQ(hit("Down"), expected);
  EXPECT_EQ(scroll_, 2);
}

TEST_F(KeyCursorTest, EnterAndSpaceClickAndEscapeLeaves) {
  frame();
  EXPECT_FALSE(cursor_.press(chord("Enter"))) << "nothing has the keyboard yet";
  EXPECT_FALSE(cursor_.press(chord("Left"))) << "arrow keys step";
  hit("Tab");
  EXPECT_EQ(hit("Enter"), "pressed button 0");
  hit("Ctrl+Tab");
  EXPECT_EQ(hit("Space"), "pressed 1,2");
  hit("Escape");
  EXPECT_TRUE(taken_);
  EXPECT_FALSE(cursor_.active());
  EXPECT_FALSE(cursor_.press(chord("Escape")));
  EXPECT_FALSE(cursor_.press(chord("Left")));
}

TEST_F(KeyCursorTest, MouseTakesOver) {
  frame({.at = {5, 5}, .inside = true});
  cursor_.step(1, 0);
  frame({.at = {5, 5}, .inside = true});
  frame({.at = {6, 5}, .inside = true});
  EXPECT_TRUE(cursor_.active()) << "a table that is knocked at moves no mouse";
  frame({.at = {60, 50}, .inside = true});
  EXPECT_FALSE(cursor_.active());
}

TEST_F(KeyCursorTest, FollowsWhatItPointsAt) {
  frame();
  hit("Ctrl+Tab");
  scroll_ = 1;
  EXPECT_EQ(hit("F9"), "1,2");
}

/// The whole window.
class KeysInWindowTest : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(session_.choose_kernel("reduce_strided"));
    test::settle(session_);
    session_.playback.seek(4);
    draw();
  }
  void draw() {
    session_.playback.player.settle();
    RecordingCanvas canvas({0, 0, 1600, 900}, fonts_);
    scene_.draw(canvas, {1600, 900, {}, 0});
    texts_.clear();
    for (const RecordingCanvas::Text& text : canvas.texts()) texts_ += text.text + "\n";
    rings_ = static_cast<int>(
        std::ranges::count(canvas.strokes(), scene_.theme().text, &RecordingCanvas::Box::color));
  }
  void hit(const char* key) {
    if (!scene_.press(chord(key))) {
      if (const Command* command = commands_.find(chord(key))) commands_.run(command->id);
    }
    for (int i = 0; i < 4; ++i) draw();
  }
  /// The cursor into the pane whose view this is, on an element.
  void enter(std::string_view view) {
    if (view != "stage") session_.views.bring_forward(view);
    draw();
    const Rect wanted = pane_of(view);
    for (int i = 0; i < 12; ++i) {
      hit("Ctrl+Tab");
      ASSERT_TRUE(scene_.cursor().active());
      if (wanted.contains(scene_.cursor().spot()->rect.center())) return;
    }
    FAIL() << view << " was not come to";
  }
  [[nodiscard]] Rect pane_of(std::string_view view) const {
    const Slot slot = make_view(view)->about().slot;
    for (const Pane& pane :
         window_layout({.width = 1600, .height = 900, .kind = session_.views.layout}).panes) {
      if (pane.has(slot)) return pane.frame;
    }
    return {};
  }

  Session session_;
  const Commands commands_ = make_commands(session_, view_lists());
  Scene scene_{session_, commands_};
  Fonts fonts_;
  std::string texts_;
  int rings_ = 0;
};

TEST_F(KeysInWindowTest, TabComesToEveryControlWithARing) {
  std::set<std::pair<float, float>> seen;
  for (int i = 0; i < 120; ++i) {
    hit("Tab");
    ASSERT_TRUE(scene_.cursor().active());
    EXPECT_GE(rings_, 1);
    const Point at = scene_.cursor().spot()->rect.center();
    if (!seen.insert({at.x, at.y}).second) break;
  }
  for (const char* control : {"kernel", "size", "banks", "play", "next"}) {
    const Point at = scene_.control_rect(control).center();
    EXPECT_TRUE(seen.contains({at.x, at.y})) << control;
  }
  EXPECT_GE(seen.size(), 30U);
}

TEST_F(KeysInWindowTest, EnterPressesAButtonOfTheToolbar) {
  for (int i = 0; i < 40; ++i) {
    hit("Tab");
    const Rect here = scene_.cursor().spot()->rect;
    const Point kernel = scene_.control_rect("kernel").center();
    if (here.contains(kernel)) break;
  }
  hit("Enter");
  EXPECT_EQ(session_.popup.shown, Popup::kernel);
}

TEST_F(KeysInWindowTest, EachPaneTellsOfItsElementsWhatTheMouseIsTold) {
  for (const char* view :
       {"source", "stage", "memory", "lanes", "lines", "banks", "totals", "timeline", "heat"}) {
    SCOPED_TRACE(view);
    session_.playback.seek(4);
    enter(view);
    if (HasFatalFailure()) return;
    const Rect first = scene_.cursor().spot()->rect;
    std::set<std::string> told;
    std::set<std::pair<float, float>> places;
    for (const char* key : {"Up", "Right", "Down", "Down", "Left", "Up", "Right", "Down"}) {
      hit(key);
      ASSERT_TRUE(scene_.cursor().active());
      const Rect at = scene_.cursor().spot()->rect;
      places.insert({at.center().x, at.center().y});
      told.insert(texts_);
    }
    EXPECT_GE(places.size(), 2U) << "of " << first.x << ", " << first.y;
    EXPECT_GE(told.size(), 2U);
    EXPECT_EQ(session_.playback.left().position(), 4U) << "arrow keys do not step meanwhile";
    hit("Escape");
    EXPECT_FALSE(scene_.cursor().active());
  }
  hit("Right");
  EXPECT_EQ(session_.playback.left().position(), 5U) << "they step again";
}

TEST_F(KeysInWindowTest, EnterGoesToTheAccessOfALane) {
  session_.playback.seek(session_.playback.left().count() / 2);
  enter("lanes");
  if (HasFatalFailure()) return;
  const auto before = session_.playback.left().position();
  hit("Up");
  hit("Up");
  hit("Enter");
  EXPECT_LT(session_.playback.left().position(), before);
}

TEST_F(KeysInWindowTest, EnterGoesToTheAccessOfALineAndOfATableRow) {
  for (const char* view : {"source", "lines"}) {
    session_.playback.seek(4);
    enter(view);
    if (HasFatalFailure()) return;
    std::set<std::uint32_t> reached{session_.playback.left().position()};
    for (int i = 0; i < 8; ++i) {
      hit("Down");
      hit("Enter");
      reached.insert(session_.playback.left().position());
    }
    EXPECT_GE(reached.size(), 2U) << view;
    hit("Escape");
  }
}

TEST_F(KeysInWindowTest, TheHeatMapIsWalkedFromCellToCell) {
  session_.playback.seek(4);
  enter("heat");
  if (HasFatalFailure()) return;
  const Rect map = scene_.cursor().spot()->rect;
  EXPECT_GE(map.w, 6);
  for (int i = 0; i < 6; ++i) hit("Right");
  EXPECT_GT(scene_.cursor().spot()->rect.x, map.x);
  EXPECT_EQ(scene_.cursor().spot()->rect.y, map.y) << "along the row of a bank";
  hit("Down");
  EXPECT_GT(scene_.cursor().spot()->rect.y, map.y);
  hit("Enter");
  EXPECT_GT(session_.playback.left().position(), 4U) << "as a click there";
}

TEST_F(KeysInWindowTest, TheStageShowsTheConeOfItsValue) {
  session_.views.look.set(StageFocus::off);  // of whole trees
  session_.views.choose_stage("tree");
  session_.playback.seek(session_.playback.left().count() - 1);
  enter("stage");
  if (HasFatalFailure()) return;
  const std::string before = texts_;
  hit("Up");
  EXPECT_NE(texts_, before);
  hit("Enter");
  EXPECT_LT(session_.playback.left().position(), session_.playback.left().count() - 1);
}

}  // namespace
}  // namespace warpscope
