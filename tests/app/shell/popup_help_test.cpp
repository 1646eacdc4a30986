// What `?` opens: help first, keys second.
#include <gtest/gtest.h>

#include "app/ui/imgui_compat.h"
#include "tests/app/workbench_test.hpp"

namespace warpscope {
namespace {

class HelpPopupTest : public WorkbenchTest {
 protected:
  /// Bottom of the sheet on screen, in pixels; 0: there is none.
  [[nodiscard]] float bottom() {
    float found = 0;
    ui_->build([&] {
      bench_->frame(1 / 60.0F);
      ImGui::Begin("popup", nullptr, ImGuiWindowFlags_NoDecoration);
      found = ImGui::GetWindowPos().y + ImGui::GetWindowSize().y;
      scrolls_ = ImGui::GetScrollMaxY() > 0;
      ImGui::End();
    });
    return found;
  }
  bool scrolls_ = false;
};

TEST_F(HelpPopupTest, HelpsFirstAndListsTheKeysSecond) {
  press("?");
  ASSERT_EQ(session_.popup.shown, Popup::help);
  hit(Key::right);
  EXPECT_EQ(session_.popup.shown, Popup::keys);
  hit(Key::right);
  EXPECT_EQ(session_.popup.shown, Popup::keys) << "there is no third leaf";
  hit(Key::left);
  EXPECT_EQ(session_.popup.shown, Popup::help);
  hit(Key::escape);
  EXPECT_EQ(session_.popup.shown, Popup::none);
  press("Shift+F1");
  EXPECT_EQ(session_.popup.shown, Popup::keys);
}

TEST_F(HelpPopupTest, BothLeavesFitA720pWindowInEveryLanguage) {
  for (const char* language : {"en", "ru", "pseudo"}) {
    session_.settings.language = language;
    for (const char* key : {"?", "Shift+F1"}) {
      press(key);
      for (int i = 0; i < 3; ++i) frame();
      const float end = bottom();
      EXPECT_GT(end, 300) << language << ", " << key;
      EXPECT_LE(end, 720) << language << ", " << key;
      if (std::string_view(language) != "pseudo") {
        EXPECT_FALSE(scrolls_) << language << ", " << key;
      }
      hit(Key::escape);
    }
  }
}

}  // namespace
}  // namespace warpscope
