#include <gtest/gtest.h>

#include "app/commands/session_commands.hpp"
#include "app/panes/view_list.hpp"
#include "app/shell/controls.hpp"
#include "app/shell/scene.hpp"
#include "app/ui/fonts.hpp"
#include "app/ui/recording_canvas.hpp"
#include "tests/app/settled_session.hpp"

namespace warpscope {
namespace {

class ScenePlaces : public testing::Test {
 protected:
  ScenePlaces() {
    EXPECT_TRUE(session_.choose_kernel("reduce_strided"));
    test::settle(session_);
    session_.playback.seek(3);
    hover({-1, -1});
  }
  void draw(Pointer pointer, float width = 1920) {
    pointer.inside = pointer.at.x >= 0;
    RecordingCanvas canvas({0, 0, width, 1080}, fonts_);
    scene_.draw(canvas, {width, 1080, pointer, 1 / 60.0F});
  }
  void hover(Point at) { draw({.at = at}); }
  void drag(Point at, bool pressed) { draw({.at = at, .pressed = pressed, .down = true}); }

  const Fonts fonts_;
  Session session_;
  Commands commands_ = make_commands(session_, view_lists());
  Scene scene_{session_, commands_};
};

TEST_F(ScenePlaces, ADragAlongTheTimelineIsOneJump) {
  // The timeline is a strip of the window's lower part that obeys a press.
  std::optional<Point> strip;
  for (float y = 1079; y > 540 && !strip; y -= 4) {
    drag({1500, y}, true);
    if (session_.playback.left().position() > 20) strip = Point{1500, y};
    hover({1500, y});
    if (!strip) session_.playback.seek(3);
  }
  ASSERT_TRUE(strip);
  ASSERT_TRUE(session_.places.can_go_back());
  session_.places.go_back();
  EXPECT_EQ(session_.playback.left().position(), 3U);
  drag({1000, strip->y}, true);
  for (float x = 1010; x < 1500; x += 10) drag({x, strip->y}, false);
  hover({1500, strip->y});
  EXPECT_GT(session_.playback.left().position(), 20U);
  session_.places.go_back();
  EXPECT_EQ(session_.playback.left().position(), 3U);
  EXPECT_FALSE(session_.places.can_go_back());
}

TEST_F(ScenePlaces, TheToolbarHasSignsForBackAndForwardWhereThereIsRoom) {
  const Rect back = scene_.control_rect("back"), forward = scene_.control_rect("forward");
  ASSERT_GT(back.w, 0);
  EXPECT_GE(forward.x, back.right());
  EXPECT_GE(scene_.control_rect("kernel").x, forward.right());
  static_cast<void>(session_.places.jump());
  session_.playback.seek(50);
  const auto click = [&](Rect rect) {
    drag(rect.center(), true);
    hover({-1, -1});
  };
  click(back);
  EXPECT_EQ(session_.playback.left().position(), 3U);
  click(forward);
  EXPECT_EQ(session_.playback.left().position(), 50U);
}

TEST_F(ScenePlaces, TheSignsNeverTakeRoomFromWhatTheToolbarSays) {
  for (float width = 1024; width < 1920; width += 8) {
    const Toolbar bar = toolbar_controls({0, 0, width, 56}, session_, fonts_);
    for (std::size_t i = 1; i < bar.controls.size(); ++i) {
      EXPECT_GE(bar.controls[i].rect.x, bar.controls[i - 1].rect.right()) << width;
    }
    EXPECT_LE(bar.controls.back().rect.right(), width);
    const bool shown = std::ranges::count(bar.controls, "back", &Control::command) > 0;
    EXPECT_NE(shown, std::ranges::count(bar.hidden, "back") > 0) << width;
  }
}

}  // namespace
}  // namespace warpscope
