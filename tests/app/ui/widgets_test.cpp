#include "app/ui/widgets.hpp"

#include <gtest/gtest.h>
#include <imgui.h>

#include "tests/app/ui/offscreen.hpp"

namespace warpscope {
namespace {

/// One sheet at 20,20; its content begins 16 further in.
class WidgetsTest : public OffscreenTest {
 protected:
  void SetUp() override {
    OffscreenTest::SetUp();
    if (ui_) frame();
  }

  /// The state that the content reports in the frame with this input.
  void frame(const FakeInput& input = {}) {
    ui_->build(
        [&] {
          const WidgetStyle style{ui_->fonts(), dark_theme()};
          apply_style(style);
          const Sheet sheet(style, "sheet", {{20, 20, 200, 160}});
          content_(style, sheet);
          dismissed_ = sheet.dismissed();
        },
        input);
  }
  /// Moves there, presses, releases: three frames, as a person's click takes.
  void click(Point at) {
    frame({.mouse = at});
    frame({.mouse = at, .mouse_down = true});
    frame({.mouse = at});
  }

  std::function<void(const WidgetStyle&, const Sheet&)> content_ =
      [](const WidgetStyle& style, const Sheet&) { heading(style, "Sheet"); };
  bool dismissed_ = false;
};

TEST_F(WidgetsTest, ARowIsClickedWhereItIs) {
  int clicked = -1;
  content_ = [&](const WidgetStyle& style, const Sheet&) {
    for (int i = 0; i < 3; ++i) {
      const IdScope id(i);
      if (row(style, "row", {"text", "detail", false, false, i != 2})) clicked = i;
    }
  };
  frame();
  const float first = 20 + 16 + row_height / 2, pitch = row_height + 4;
  click({100, first + pitch});
  EXPECT_EQ(clicked, 1);
  click({100, first});
  EXPECT_EQ(clicked, 0);
  click({100, first + 2 * pitch});
  EXPECT_EQ(clicked, 0) << "the disabled row answered";
}

TEST_F(WidgetsTest, ArrowKeysStayWithinTheRows) {
  int highlighted = 0;
  content_ = [&](const WidgetStyle&, const Sheet&) { follow_arrow_keys(highlighted, 3); };
  const auto press = [&](Key key) {
    frame({.keys = {key}});
    frame();
    return highlighted;
  };
  EXPECT_EQ(press(Key::up), 0);
  EXPECT_EQ(press(Key::down), 1);
  EXPECT_EQ(press(Key::down), 2);
  EXPECT_EQ(press(Key::down), 2);
  EXPECT_EQ(press(Key::page_up), 0);
}

TEST_F(WidgetsTest, AFieldTakesTheKeyboardTypedTextAndEnter) {
  std::string text;
  bool entered = false;
  content_ = [&](const WidgetStyle& style, const Sheet&) {
    entered =
        text_field(style, "field", text, {.label = "Size", .focus = ImGui::GetFrameCount() < 4});
  };
  for (int i = 0; i < 4; ++i) frame();
  const std::string long_text(300, '7');
  frame({.text = long_text});
  EXPECT_EQ(text, long_text) << "the field grows";
  EXPECT_FALSE(entered);
  frame({.keys = {Key::enter}});
  EXPECT_TRUE(entered);
}

TEST_F(WidgetsTest, AButtonIsClickedUnlessDisabled) {
  int clicks = 0;
  bool enabled = true;
  content_ = [&](const WidgetStyle& style, const Sheet&) {
    clicks += button(style, "Record", true, enabled) ? 1 : 0;
  };
  frame();
  click({60, 52});
  EXPECT_EQ(clicks, 1);
  enabled = false;
  click({60, 52});
  EXPECT_EQ(clicks, 1);
}

TEST_F(WidgetsTest, EscapeOrAClickBesideDismissTheSheet) {
  frame({.mouse = {100, 40}, .mouse_down = true});
  EXPECT_FALSE(dismissed_) << "a click on it";
  frame();
  frame({.keys = {Key::escape}});
  EXPECT_TRUE(dismissed_);
  frame();
  EXPECT_FALSE(dismissed_);
  frame({.mouse = {300, 190}, .mouse_down = true});
  EXPECT_TRUE(dismissed_);
}

TEST_F(WidgetsTest, TheSheetIsAsHighAsItsContentUpToItsLimit) {
  int rows = 2;
  float height = 0;
  content_ = [&](const WidgetStyle& style, const Sheet&) {
    for (int i = 0; i < rows; ++i) {
      const IdScope id(i);
      row(style, "row", {"text"});
    }
    height = ImGui::GetWindowHeight();
  };
  for (int i = 0; i < 3; ++i) frame();
  EXPECT_EQ(height, 2 * 16 + 2 * row_height + 4);
  rows = 20;
  for (int i = 0; i < 3; ++i) frame();
  EXPECT_EQ(height, 160);
}

}  // namespace
}  // namespace warpscope
