#include "app/ui/choice_field.hpp"

#include <gtest/gtest.h>
#include <imgui.h>

#include <algorithm>
#include <array>

#include "app/ui/focus_ring.hpp"
#include "tests/app/ui/offscreen.hpp"

namespace warpscope {
namespace {

const std::array<std::string, 3> colours{"red", "green", "blue"};

/// A form with a number, a colour and a name.
class ChoiceFieldTest : public OffscreenTest {
 protected:
  void SetUp() override {
    start(640, 300);
    for (int i = 0; ui_ && i < 3; ++i) frame();
  }
  void frame(const FakeInput& input = {}) {
    ui_->build(
        [&] {
          const WidgetStyle style{ui_->fonts(), dark_theme(), &focus_};
          apply_style(style);
          const Sheet sheet(style, "sheet", {{20, 20, 600, 260}});
          number_event_ =
              draw(style, "Number", {.text = &number_, .focus = ImGui::GetFrameCount() < 3});
          colour_event_ = draw(style, "Colour", {.choices = colours, .chosen = colour_});
          name_event_ = draw(style, "Name", {.text = &name_, .width = 0});
          if (colour_event_.chosen >= 0) colour_ = colour_event_.chosen;
        },
        input);
  }
  static ChoiceEvent draw(const WidgetStyle& style, const char* name, ChoiceField field) {
    static const std::array<std::string, 3> numbers{"1", "2", "4"};
    if (name == std::string_view("Number")) {
      field.choices = numbers;
      const auto found = std::ranges::find(numbers, *field.text);
      field.chosen = found == numbers.end() ? -1 : static_cast<int>(found - numbers.begin());
    }
    const FormRow row(style, name);
    return choice_field(style, name, field);
  }
  void hit(Key key) {
    frame({.keys = {key}});
    frame();
  }

  FocusRing focus_;
  std::string number_ = "2", name_;
  int colour_ = 0;
  ChoiceEvent number_event_, colour_event_, name_event_;
};

TEST_F(ChoiceFieldTest, TabGoesThroughFieldsWithAndWithoutAText) {
  EXPECT_TRUE(number_event_.focused);
  hit(Key::tab);
  EXPECT_TRUE(colour_event_.focused);
  hit(Key::tab);
  EXPECT_TRUE(name_event_.focused);
  frame({.keys = {Key::tab}, .shift = true});
  frame();
  EXPECT_TRUE(colour_event_.focused);
}

TEST_F(ChoiceFieldTest, ArrowKeysGoThroughTheChoicesUpToTheLast) {
  hit(Key::up);
  EXPECT_EQ(number_, "4");
  hit(Key::up);
  EXPECT_EQ(number_, "4");
  hit(Key::down);
  hit(Key::down);
  EXPECT_EQ(number_, "1");
  hit(Key::tab);
  hit(Key::right);
  EXPECT_EQ(colour_, 1);
  hit(Key::right);
  hit(Key::right);
  EXPECT_EQ(colour_, 2);
  hit(Key::left);
  EXPECT_EQ(colour_, 1);
}

TEST_F(ChoiceFieldTest, TypingReplacesWhatIsThereAndIsTold) {
  FakeInput typed;
  typed.text = "17";
  frame(typed);
  EXPECT_TRUE(number_event_.typed);
  EXPECT_EQ(number_, "17");
  frame();
  EXPECT_FALSE(number_event_.typed);
}

}  // namespace
}  // namespace warpscope
