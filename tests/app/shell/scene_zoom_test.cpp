#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

#include "app/commands/session_commands.hpp"
#include "app/look/stage_focus.hpp"
#include "app/panes/view_list.hpp"
#include "app/shell/scene.hpp"
#include "app/ui/fonts.hpp"
#include "app/ui/recording_canvas.hpp"
#include "tests/app/settled_session.hpp"

namespace warpscope {
namespace {

class SceneZoomTest : public testing::Test {
 protected:
  SceneZoomTest() {
    EXPECT_TRUE(session_.choose_kernel("bitonic_shared"));
    Options options = session_.options();
    options.request.size = 256;
    EXPECT_TRUE(session_.change(std::move(options)));
    test::settle(session_);
  }
  RecordingCanvas frame(const Pointer& pointer = {}) {
    RecordingCanvas canvas({0, 0, 1280, 800}, fonts_);
    scene_.draw(canvas, {1280, 800, pointer, 10});
    return canvas;
  }
  [[nodiscard]] double factor_of(std::string_view picture) const {
    for (const auto& [id, place] : session_.views.look.get<ZoomPlaces>().of) {
      if (id.starts_with(picture)) return place.factor;
    }
    return 1;
  }
  /// Where a text stands.
  Point place_of(const RecordingCanvas& canvas, std::string_view text) {
    const auto found = std::ranges::find_if(canvas.texts(), [&](const auto& each) {
      return each.text.find(text) != std::string::npos;
    });
    EXPECT_NE(found, canvas.texts().end()) << text;
    return found == canvas.texts().end() ? Point{} : found->rect.center();
  }

  Session session_;
  Commands commands_ = make_commands(session_, view_lists());
  Scene scene_{session_, commands_};
  Fonts fonts_;
};

TEST_F(SceneZoomTest, TheWheelIsAboutThePictureAtTheMouse) {
  const Point stage{640, 220};
  frame({.at = stage, .inside = true});
  frame({.at = {641, 221}, .inside = true, .wheel = 4});
  frame();
  EXPECT_GT(factor_of("network"), 2);
  EXPECT_EQ(factor_of("timeline"), 1);
  const RecordingCanvas canvas = frame();
  const Point chip = place_of(canvas, "whole picture");
  frame({.at = chip, .inside = true, .pressed = true, .down = true});
  frame();
  EXPECT_EQ(factor_of("network"), 1);
}

TEST_F(SceneZoomTest, KeysAreAboutTheStageUnlessTheMouseIsAtAnotherPicture) {
  frame();
  commands_.run("zoom.in");
  frame();
  commands_.run("zoom.in");
  frame();
  EXPECT_EQ(factor_of("network"), 4);
  commands_.run("zoom.out");
  frame();
  EXPECT_EQ(factor_of("network"), 2);
  const Point timeline{800, 640};
  frame({.at = timeline, .inside = true});
  commands_.run("zoom.in");
  frame({.at = timeline, .inside = true});
  EXPECT_EQ(factor_of("timeline"), 2);
  EXPECT_EQ(factor_of("network"), 2);
  commands_.run("zoom.whole");
  frame({.at = timeline, .inside = true});
  EXPECT_EQ(factor_of("timeline"), 1);
  EXPECT_EQ(factor_of("network"), 2);
}

TEST_F(SceneZoomTest, BothSidesOfAComparisonZoomTogether) {
  session_.views.look.set(StageFocus::off);  // of whole networks
  ASSERT_TRUE(session_.comparison.with_kernel("bitonic_global"));
  test::settle(session_);
  const RecordingCanvas whole = frame();
  const auto chips = [](const RecordingCanvas& canvas) {
    return std::ranges::count_if(canvas.texts(), [](const RecordingCanvas::Text& text) {
      return text.text.find("whole picture") != std::string::npos;
    });
  };
  EXPECT_EQ(chips(whole), 0);
  for (const float x : {200.0F, 700.0F}) {
    const Point at{x, 250};
    frame({.at = at, .inside = true});
    frame({.at = {x + 1, 250}, .inside = true, .wheel = 4});
    frame();
    EXPECT_EQ(chips(frame()), 2) << "by a wheel at " << x;
    commands_.run("zoom.whole");
    frame();
    EXPECT_EQ(chips(frame()), 0);
  }
  commands_.run("zoom.in");
  frame();
  EXPECT_EQ(chips(frame()), 2);
  EXPECT_EQ(factor_of("network"), 2) << "once, and not once for each side";
}

/// A lecturer: the last steps of a network of 256, so that values can be read.
TEST_F(SceneZoomTest, TheEndOfANetworkIsFiveKeysAway) {
  commands_.run("layout.lecture");
  frame();
  commands_.run("end");
  for (int i = 0; i < 4; ++i) {
    commands_.run("zoom.in");
    frame();
  }
  const RecordingCanvas canvas = frame();
  EXPECT_GT(factor_of("network"), 8);
  const Trace& trace = *session_.playback.left().document()->trace;
  EXPECT_TRUE(canvas.says(trace.steps.back().name)) << "the last step is in sight";
}

TEST_F(SceneZoomTest, ARunThatIsShownAgainIsSeenAsBefore) {
  frame();
  commands_.run("zoom.in");
  frame();
  ASSERT_TRUE(session_.choose_kernel("reduce_strided"));
  test::settle(session_);
  EXPECT_FALSE(frame().says("whole picture"));
  commands_.run("undo");
  test::settle(session_);
  EXPECT_TRUE(frame().says("×2 · whole picture"));
}

}  // namespace
}  // namespace warpscope
