// Every popup, in windows of every size and at every scale: it lies in the window, and keys lead to each of its
// controls, which then is in sight.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "app/commands/session_commands.hpp"
#include "app/panes/view_list.hpp"
#include "app/shell/workbench.hpp"
#include "app/ui/imgui_compat.h"
#include "tests/app/ui/offscreen.hpp"

namespace warpscope {
namespace {

struct Display {
  int width, height;
  float scale;
};
const std::vector<Display> displays{{1920, 1080, 1}, {1920, 1080, 3},   {1280, 720, 1.5F},
                                    {1280, 720, 3},  {1024, 640, 1},    {1024, 640, 2},
                                    {1024, 640, 3},  {800, 480, 1.25F}, {640, 400, 1}};

class PopupScaleTest : public OffscreenTest, public testing::WithParamInterface<const char*> {
 protected:
  void SetUp() override {}
  void open_window(const Display& display) {
    bench_.reset();
    start(display.width, display.height, display.scale);
    if (ui_ == nullptr) return;
    bench_ = std::make_unique<Workbench>(session_, commands_, ui_->fonts());
    if (!session_.playback.left().ready()) {
      ASSERT_TRUE(session_.choose_kernel("reduce_strided"));
      while (session_.recording.on()) frame();
      frame();  // the notebook opens
      session_.notes.set(1);
      ASSERT_FALSE(session_.notes.notebook.all().empty());
    }
    frame();
  }
  void frame(const FakeInput& input = {}) {
    session_.tick(1 / 60.0F);
    ui_->build(
        [&] {
          bench_->frame(1 / 60.0F);
          if (session_.popup.shown == Popup::none) return;
          ImGui::Begin("popup", nullptr, ImGuiWindowFlags_NoDecoration);
          const ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
          sheet_ = {at.x, at.y, size.x, size.y};
          ImGui::End();
        },
        input);
  }
  void expect_fits(Popup popup, const Display& display) {
    const std::string what =
        fmt::format("popup {}, {} x {} at {:.0f} %, {}", static_cast<int>(popup), display.width,
                    display.height, 100 * display.scale, GetParam());
    session_.popup.shown = popup;
    for (int i = 0; i < 4; ++i) frame();
    if (session_.popup.shown != popup) return;  // there is nothing to show
    const Rect window{0, 0, static_cast<float>(display.width), static_cast<float>(display.height)};
    EXPECT_GE(sheet_.x, 0) << what;
    EXPECT_GE(sheet_.y, 0) << what;
    EXPECT_LE(sheet_.right(), window.right()) << what;
    EXPECT_LE(sheet_.bottom(), window.bottom()) << what;
    EXPECT_GT(sheet_.h, 30) << what;
    std::set<unsigned> seen;
    for (int i = 0; i < 150; ++i) {
      frame({.keys = {Key::tab}});
      for (int settle = 0; settle < 3; ++settle) frame();
      const unsigned here = bench_->focus().here();
      if (here == 0 || !seen.insert(here).second) break;
      const Rect place = bench_->focus().place();
      constexpr float rounding = 1;
      EXPECT_GE(place.x, sheet_.x - rounding) << what << ", control " << i;
      EXPECT_LE(place.right(), sheet_.right() + rounding)
          << what << ", control " << i << ", from " << place.x;
      EXPECT_GE(place.y, sheet_.y - rounding) << what << ", control " << i;
      // Many choices of one field may be higher than a small window: their upper end is in sight.
      const float end = std::min(place.bottom(), place.y + 34 * display.scale);
      EXPECT_LE(end, sheet_.bottom() + rounding) << what << ", control " << i;
    }
    reached_[popup] = std::max(reached_[popup], seen.size());
    session_.popup.shown = Popup::none;
    frame();
    frame();
  }

  Session session_{Settings{}, record_with_views};
  Commands commands_ = make_commands(session_, view_lists());
  std::unique_ptr<Workbench> bench_;
  Rect sheet_;
  std::map<Popup, std::size_t> reached_;
};

TEST_P(PopupScaleTest, EveryControlIsReachedAndInSight) {
  session_.settings.language = GetParam();
  for (const Display& display : displays) {
    open_window(display);
    if (ui_ == nullptr) return;
    for (int popup = 1; popup <= static_cast<int>(Popup::chapter); ++popup) {
      expect_fits(static_cast<Popup>(popup), display);
    }
  }
  for (const auto& [popup, least] :
       std::vector<std::pair<Popup, std::size_t>>{{Popup::run, 8},
                                                  {Popup::picture, 15},
                                                  {Popup::formula, 20},
                                                  {Popup::help, 9},
                                                  {Popup::keys, 2},
                                                  {Popup::measure, 4},
                                                  {Popup::kernel, 2},
                                                  {Popup::glossary, 3},
                                                  {Popup::palette, 2},
                                                  {Popup::bookmarks, 4},
                                                  {Popup::open, 1},
                                                  {Popup::save, 2},
                                                  {Popup::banks, 1},
                                                  {Popup::speed, 1},
                                                  {Popup::chapter, 1}}) {
    EXPECT_GE(reached_[popup], least) << static_cast<int>(popup);
  }
}

INSTANTIATE_TEST_SUITE_P(Languages, PopupScaleTest, testing::Values("en", "ru"),
                         [](const auto& tested) { return std::string(tested.param); });

}  // namespace
}  // namespace warpscope
