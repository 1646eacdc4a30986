// When the window explains what is under the mouse.

#include <gtest/gtest.h>

#include <algorithm>

#include "app/commands/session_commands.hpp"
#include "app/panes/view_list.hpp"
#include "app/shell/scene.hpp"
#include "app/ui/fonts.hpp"
#include "app/ui/recording_canvas.hpp"
#include "tests/app/settled_session.hpp"

namespace warpscope {
namespace {

class SceneTooltipTest : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(session_.choose_kernel("reduce_strided"));
    test::settle(session_);
    draw({640, 300});
    button_ = scene_.control_rect("what_if");
    ASSERT_GT(button_.w, 0);
  }
  /// A frame of a twentieth of a second. Returns whether the button is explained.
  bool draw(Point at, bool key = false, bool pressed = false) {
    RecordingCanvas canvas({0, 0, 1280, 720}, fonts_);
    Scene::Input input{.width = 1280, .height = 720, .seconds = 0.05F, .key = key};
    input.pointer = {.at = at, .inside = true, .pressed = pressed};
    scene_.draw(canvas, input);
    const Command* command = commands_.find("what_if");
    return std::ranges::any_of(
        canvas.texts(), [&](const auto& text) { return text.text == shown_title(*command); });
  }
  bool rest(Point at) {
    bool shown = false;
    for (int i = 0; i < 9; ++i) shown = draw(at);
    return shown;
  }

  Session session_{Settings{}, record_with_views};
  Commands commands_ = make_commands(session_, view_lists());
  Scene scene_{session_, commands_};
  Fonts fonts_;
  Rect button_;
};

TEST_F(SceneTooltipTest, AButtonIsExplainedOnceTheMouseRestsOnIt) {
  EXPECT_FALSE(draw(button_.center()));
  EXPECT_LE(scene_.seconds_until_change(), 0.1F) << "the window has to wake for it";
  EXPECT_TRUE(rest(button_.center()));
}

TEST_F(SceneTooltipTest, AKeyEndsItAndAMouseThatLiesStillDoesNotAskAgain) {
  draw(button_.center());
  ASSERT_TRUE(rest(button_.center()));
  EXPECT_FALSE(draw(button_.center(), true));
  EXPECT_FALSE(rest(button_.center()));
}

TEST_F(SceneTooltipTest, AClickEndsIt) {
  draw(button_.center());
  ASSERT_TRUE(rest(button_.center()));
  EXPECT_FALSE(draw(button_.center(), false, true));
  session_.popup.shown = Popup::none;
  EXPECT_FALSE(rest(button_.center()));
}

}  // namespace
}  // namespace warpscope
