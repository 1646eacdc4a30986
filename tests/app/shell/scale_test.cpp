// The window at each size and scale that is promised: nothing is cut, and no scale is ignored.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "app/commands/session_commands.hpp"
#include "app/panes/view_list.hpp"
#include "app/shell/scene.hpp"
#include "app/ui/fonts.hpp"
#include "app/ui/recording_canvas.hpp"
#include "instrumentation/language/language.hpp"
#include "tests/app/settled_session.hpp"

namespace warpscope {
namespace {

struct Screen {
  float width, height;
  std::vector<float> scales;
};
const std::vector<Screen>& screens() {
  static const std::vector<Screen> all{{1920, 1080, {1, 1.25F, 1.5F, 1.75F, 2, 2.25F, 2.5F}},
                                       {1280, 720, {1, 1.1F, 1.25F, 1.5F}},
                                       {1024, 768, {1, 1.1F, 1.25F, 1.5F}}};
  return all;
}

class ScaleTest : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    session_.settings.language = GetParam();
    ASSERT_TRUE(session_.choose_kernel("reduce_strided"));
    test::settle(session_);
  }
  RecordingCanvas draw(float width, float height) {
    session_.playback.player.settle();
    const InLanguage speaking(find_language(GetParam()).value());
    RecordingCanvas canvas({0, 0, width, height}, fonts_);
    scene_.draw(canvas, {width, height, {}, 0, true});
    return canvas;
  }
  /// Each pane in turn at each size and scale.
  void expect_whole(const std::string& what) {
    for (const Screen& screen : screens()) {
      for (const float scale : screen.scales) {
        const float width = screen.width / scale, height = screen.height / scale;
        std::set<std::string> seen;
        for (int pane = 0; pane < 7; ++pane) {
          const RecordingCanvas canvas = draw(width, height);
          for (const std::string& fault : canvas.faults()) {
            faults_.insert(fmt::format("{}, {} x {} at {:.0f} %: {}", what, screen.width,
                                       screen.height, 100 * scale, fault));
          }
          if (GetParam() != std::string_view("pseudo")) expect_told(canvas, what, screen, scale);
          ++session_.views.pane_turns;
        }
      }
    }
  }
  /// What happens is told in full below the panes.
  void expect_told(const RecordingCanvas& canvas, const std::string& what, const Screen& screen,
                   float scale) {
    const WindowLayout layout = window_layout({.width = screen.width / scale,
                                               .height = screen.height / scale,
                                               .kind = session_.views.layout});
    const float from = layout.footer.h > 0 ? layout.footer.y : layout.rule.y;
    for (const RecordingCanvas::Text& text : canvas.texts()) {
      if (!text.visible() || text.rect.y < from || !text.text.ends_with("…")) continue;
      faults_.insert(fmt::format("{}, {} x {} at {:.0f} %: not in full: {}", what, screen.width,
                                 screen.height, 100 * scale, text.text));
    }
  }

  std::set<std::string> faults_;
  Session session_;
  Commands commands_ = make_commands(session_, view_lists());
  Scene scene_{session_, commands_};
  Fonts fonts_;
};

TEST_P(ScaleTest, CutsNoWord) {
  session_.opening.seek();
  expect_whole("study");
  session_.views.layout = LayoutKind::inspect;
  expect_whole("inspect");
  session_.views.layout = LayoutKind::lecture;
  expect_whole("lecture");
  session_.views.layout = LayoutKind::study;
  ASSERT_TRUE(session_.comparison.with_kernel("reduce_sequential"));
  test::settle(session_);
  expect_whole("comparison");
  ASSERT_TRUE(session_.comparison.with_kernel(""));
  test::settle(session_);
  session_.lesson.start();
  test::settle(session_);
  while (!session_.lesson.asks() && session_.lesson.has_next()) {
    session_.lesson.next();
    test::settle(session_);
  }
  expect_whole("lesson");
  for (const std::string& fault : faults_) ADD_FAILURE() << fault;
}

TEST_P(ScaleTest, ReachesEveryPane) {
  for (const float scale : {1.75F, 2.5F, 3.0F}) {
    std::set<std::string> titles;
    for (int pane = 0; pane < 7; ++pane) {
      const RecordingCanvas canvas = draw(1920 / scale, 1080 / scale);
      for (const RecordingCanvas::Text& text : canvas.texts()) {
        if (text.visible() && text.style.face == Face::sans_bold) titles.insert(text.text);
      }
      ++session_.views.pane_turns;
    }
    const InLanguage speaking(find_language(GetParam()).value());
    for (const char* view : {"source", "lanes", "memory", "banks", "totals"}) {
      EXPECT_TRUE(titles.contains(std::string(make_view(view)->title()))) << view << ", " << scale;
    }
  }
}

TEST_P(ScaleTest, ComesForwardWithItsView) {
  for (const char* view : {"heat", "banks", "source", "lines", "stage"}) {
    session_.views.bring_forward(view);
    static_cast<void>(draw(768, 432));
    const RecordingCanvas canvas = draw(768, 432);
    const InLanguage speaking(find_language(GetParam()).value());
    EXPECT_TRUE(canvas.says(make_view(view)->title())) << view;
  }
}

INSTANTIATE_TEST_SUITE_P(Languages, ScaleTest, testing::Values("en", "ru", "pseudo"),
                         [](const auto& tested) { return std::string(tested.param); });

}  // namespace
}  // namespace warpscope
