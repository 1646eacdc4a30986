#include "app/shell/presenter.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "app/commands/session_commands.hpp"
#include "app/panes/view_list.hpp"
#include "app/ui/fonts.hpp"
#include "app/ui/recording_canvas.hpp"
#include "tests/app/settled_session.hpp"

namespace warpscope {
namespace {

TEST(LaserTrail, IsWithoutGapsAndFades) {
  LaserTrail trail;
  trail.move({0, 0}, 0.016F);
  EXPECT_TRUE(trail.empty()) << "it has not moved";
  trail.move({300, 400}, 0.016F);
  ASSERT_GT(trail.dots().size(), 100U);
  for (std::size_t i = 1; i < trail.dots().size(); ++i) {
    const Point a = trail.dots()[i - 1].at, b = trail.dots()[i].at;
    EXPECT_LE(std::hypot(b.x - a.x, b.y - a.y), LaserTrail::spacing * 1.5F);
    EXPECT_GE(trail.dots()[i - 1].seconds, trail.dots()[i].seconds) << "the oldest first";
  }
  trail.move({300, 400}, LaserTrail::lifetime / 2);
  EXPECT_FALSE(trail.empty());
  trail.move({300, 400}, LaserTrail::lifetime);
  EXPECT_TRUE(trail.empty());
}

TEST(LaserTrail, DoesNotJumpFromWhereThePointerLeft) {
  LaserTrail trail;
  trail.move({0, 0}, 0.016F);
  trail.rest(0.016F);
  trail.move({800, 0}, 0.016F);
  EXPECT_TRUE(trail.empty());
}

class PresenterTest : public testing::Test {
 protected:
  RecordingCanvas frame(Point at, float seconds = 0.016F) {
    pointer_.at = at;
    presenter_.hear(session_, pointer_);
    RecordingCanvas canvas(window_, fonts_);
    presenter_.draw(canvas, window_, dark_theme(), pointer_, seconds);
    return canvas;
  }
  Fonts fonts_;
  Rect window_{0, 0, 1280, 720};
  Session session_;
  Presenter presenter_;
  Pointer pointer_{.inside = true};
};

TEST_F(PresenterTest, DrawsNothingUnlessAskedTo) {
  EXPECT_TRUE(frame({100, 100}).blank());
  EXPECT_FALSE(presenter_.moving());
}

TEST_F(PresenterTest, TheLaserComesStaysAndGoes) {
  session_.views.lecture.pointing = Pointing::laser;
  EXPECT_FALSE(frame({100, 100}).blank());
  EXPECT_TRUE(presenter_.moving()) << "it fades in";
  for (int i = 0; i < 60; ++i) EXPECT_FALSE(frame({100, 100}).blank());
  EXPECT_FALSE(presenter_.moving()) << "the mouse rests: the window may sleep";
  const std::size_t still = frame({100, 100}).shapes();
  EXPECT_GT(frame({160, 100}).shapes(), still + 10) << "the trail";
  session_.views.lecture.pointing = Pointing::none;
  EXPECT_FALSE(frame({160, 100}).blank());
  for (int i = 0; i < 60; ++i) static_cast<void>(frame({160, 100}));
  EXPECT_TRUE(frame({160, 100}).blank());
  EXPECT_FALSE(presenter_.moving());
}

TEST_F(PresenterTest, IsNotThereWhereAPopupHasTheMouse) {
  session_.views.lecture.pointing = Pointing::spotlight;
  pointer_.inside = false;
  EXPECT_TRUE(frame({100, 100}).blank());
}

TEST_F(PresenterTest, ControlAndTheWheelSizeTheSpotlight) {
  session_.views.lecture.pointing = Pointing::spotlight;
  static_cast<void>(frame({100, 100}));
  const float before = presenter_.radius();
  pointer_.wheel = 1;
  static_cast<void>(frame({100, 100}));
  EXPECT_EQ(presenter_.radius(), before) << "without Ctrl the wheel is the pane's";
  EXPECT_EQ(pointer_.wheel, 1);
  pointer_.ctrl = true;
  static_cast<void>(frame({100, 100}));
  EXPECT_GT(presenter_.radius(), before);
  EXPECT_EQ(pointer_.wheel, 0) << "taken";
  for (const float wheel : {-1.0F, 1.0F}) {
    for (int i = 0; i < 100; ++i) {
      pointer_.wheel = wheel;
      static_cast<void>(frame({100, 100}));
      EXPECT_GE(presenter_.radius(), Presenter::least_radius);
      EXPECT_LE(presenter_.radius(), Presenter::most_radius);
    }
  }
}

TEST_F(PresenterTest, LessMotionShowsItAtOnce) {
  session_.playback.player.reduced_motion = true;
  session_.views.lecture.pointing = Pointing::laser;
  const std::size_t first = frame({100, 100}).shapes();
  EXPECT_FALSE(presenter_.moving());
  EXPECT_EQ(frame({400, 100}).shapes(), first) << "no trail";
}

TEST(PresenterCommands, KeysTurnItOnAndOffAndEscapeLeaves) {
  Session session;
  const Commands commands = make_commands(session, view_lists());
  commands.press(chord("X"));
  EXPECT_EQ(session.views.lecture.pointing, Pointing::laser);
  commands.press(chord("Shift+X"));
  EXPECT_EQ(session.views.lecture.pointing, Pointing::spotlight);
  commands.press(chord("Shift+X"));
  EXPECT_EQ(session.views.lecture.pointing, Pointing::none);
  commands.press(chord("X"));
  session.views.layout = LayoutKind::lecture;
  commands.press(chord("Escape"));
  EXPECT_EQ(session.views.lecture.pointing, Pointing::none);
  EXPECT_EQ(session.views.layout, LayoutKind::lecture) << "one thing at a time";
  commands.press(chord("Escape"));
  EXPECT_EQ(session.views.layout, LayoutKind::study);
}

TEST(PresenterCommands, PresentingTakesTheScreenAndGivesItBack) {
  Session session;
  bool full = false;
  const Commands commands =
      make_commands(session, view_lists(), {[&] { full = !full; }, [] {}, [&] { return full; }});
  ASSERT_TRUE(session.choose_kernel("reduce_strided"));
  test::settle(session);
  session.playback.seek(5);
  commands.press(chord("Shift+F5"));
  EXPECT_TRUE(full);
  EXPECT_EQ(session.views.layout, LayoutKind::lecture);
  EXPECT_EQ(session.playback.left().position(), 5U);
  commands.press(chord("Escape"));
  EXPECT_FALSE(full);
  EXPECT_EQ(session.views.layout, LayoutKind::study);
  commands.press(chord("F11"));
  commands.press(chord("F5"));
  EXPECT_EQ(session.playback.left().position(), 0U);
  commands.press(chord("Escape"));
  EXPECT_TRUE(full) << "it was so before";
}

TEST(PresenterCommands, AComparisonAndWhatALessonLeftArePresentedWhereOneIs) {
  Session session;
  const Commands commands = make_commands(session, view_lists());
  ASSERT_TRUE(session.choose_kernel("reduce_strided"));
  test::settle(session);
  ASSERT_TRUE(session.comparison.with_kernel("reduce_sequential"));
  test::settle(session);
  session.playback.seek(35);
  commands.press(chord("F5"));
  EXPECT_EQ(session.playback.left().position(), 35U) << "where the two differ";
  ASSERT_TRUE(session.comparison.with(std::nullopt));
  test::settle(session);
  ASSERT_TRUE(commands.press(chord("F")));
  test::settle(session);
  session.lesson.go(session.lesson.lesson().stops.size() - 1);
  test::settle(session);
  ASSERT_TRUE(commands.press(chord("F")));
  test::settle(session);
  ASSERT_EQ(session.playback.left().position(), 35U) << "the place before the lesson";
  commands.press(chord("F5"));
  EXPECT_EQ(session.playback.left().position(), 35U);
  session.playback.seek(36);
  commands.press(chord("F5"));
  EXPECT_EQ(session.playback.left().position(), 0U) << "a run alone begins at its start";
}

}  // namespace
}  // namespace warpscope
