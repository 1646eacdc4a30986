#include "app/ui/focus_ring.hpp"

#include <gtest/gtest.h>
#include <imgui.h>

#include <array>
#include <string>

#include "app/ui/widgets.hpp"
#include "tests/app/ui/offscreen.hpp"

namespace warpscope {
namespace {

/// Three controls, of which the second is a text.
struct ThreeControls {
  FocusRing ring;
  std::array<FocusRing::Turn, 4> turns;
  void frame(FocusRing::Keys keys = {}) {
    ring.begin(keys);
    for (unsigned id = 1; id <= 3; ++id) turns[id] = ring.add(id, id != 2);
  }
};

TEST(FocusRing, TabGoesRoundInTheOrderOfDrawing) {
  ThreeControls all;
  all.frame();
  EXPECT_EQ(all.ring.here(), 0U) << "nothing has the keyboard at first";
  for (const unsigned id : {1U, 2U, 3U, 1U}) {
    all.frame({.steps = 1});
    EXPECT_TRUE(all.turns[id].arrived) << id;
    EXPECT_TRUE(all.turns[id].ringed) << id;
    all.frame();
    EXPECT_FALSE(all.turns[id].arrived) << "once only";
    EXPECT_TRUE(all.turns[id].focused);
  }
  all.frame({.steps = -1});
  EXPECT_TRUE(all.turns[3].arrived);
}

TEST(FocusRing, FirstStepBackLeadsToTheLastControl) {
  ThreeControls all;
  all.frame();
  all.frame({.steps = -1});
  EXPECT_TRUE(all.turns[3].focused);
}

TEST(FocusRing, PressesWhatHasTheKeyboardButNoText) {
  ThreeControls all;
  all.frame();
  all.frame({.press = true});
  EXPECT_FALSE(all.ring.takes_enter()) << "Enter is the sheet's own";
  all.frame({.steps = 1});
  all.frame({.press = true});
  EXPECT_TRUE(all.turns[1].pressed);
  EXPECT_TRUE(all.ring.takes_enter());
  all.frame({.steps = 1});
  all.frame({.press = true});
  EXPECT_FALSE(all.turns[2].pressed);
  EXPECT_FALSE(all.ring.takes_enter());
}

TEST(FocusRing, MouseLeadsWithoutARing) {
  ThreeControls all;
  all.frame();
  all.ring.go_to(3);
  all.frame();
  EXPECT_TRUE(all.turns[3].focused);
  EXPECT_FALSE(all.turns[3].ringed);
  all.frame({.steps = 1});
  EXPECT_TRUE(all.turns[1].ringed);
}

/// A sheet with a list, chips and two buttons, of which the last is off.
class FocusedSheetTest : public OffscreenTest {
 protected:
  void frame(const FakeInput& input = {}) {
    clicked_.clear();
    ui_->build(
        [&] {
          const WidgetStyle style{ui_->fonts(), dark_theme(), &focus_};
          apply_style(style);
          const Sheet sheet(style, "sheet", {{20, 10, 280, 150}});
          follow_arrow_keys(highlighted_, 3);
          for (int i = 0; i < 3; ++i) {
            const IdScope id(i);
            const std::string text = std::to_string(i);
            const Row shown{.text = text, .highlighted = i == highlighted_, .in_list = true};
            if (row(style, "row", shown)) clicked_ = "row " + std::to_string(i);
          }
          const std::array<std::string, 2> texts{"a", "b"};
          if (const int chip = chips(style, texts, 0); chip >= 0)
            clicked_ = texts.at(static_cast<std::size_t>(chip));
          if (button(style, "Go")) clicked_ = "Go";
          if (button(style, "Never", false, false)) clicked_ = "Never";
          confirmed_ = confirmed(style);
        },
        input);
  }
  std::string hit(Key key, bool shift = false) {
    frame({.keys = {key}, .shift = shift});
    std::string clicked = clicked_;
    frame();
    return clicked;
  }

  FocusRing focus_;
  int highlighted_ = 0;
  std::string clicked_;
  bool confirmed_ = false;
};

TEST_F(FocusedSheetTest, EveryControlIsPressedByKeysAndAListIsOneStop) {
  if (ui_ == nullptr) return;
  for (int i = 0; i < 3; ++i) frame();
  hit(Key::tab);
  hit(Key::down);
  EXPECT_EQ(hit(Key::enter), "row 1") << "arrows move within the list";
  hit(Key::tab);
  EXPECT_EQ(hit(Key::space), "a");
  hit(Key::tab);
  EXPECT_EQ(hit(Key::enter), "b");
  hit(Key::tab);
  EXPECT_EQ(hit(Key::enter), "Go");
  hit(Key::tab);
  EXPECT_EQ(hit(Key::enter), "row 1") << "what is off is left out";
}

TEST_F(FocusedSheetTest, EnterIsTheSheetsUntilAControlHasTheKeyboard) {
  if (ui_ == nullptr) return;
  for (int i = 0; i < 3; ++i) frame();
  frame({.keys = {Key::enter}});
  EXPECT_TRUE(confirmed_);
  EXPECT_EQ(clicked_, "");
  frame();
  hit(Key::tab, true);
  frame({.keys = {Key::enter}});
  EXPECT_FALSE(confirmed_);
  EXPECT_EQ(clicked_, "Go");
}

TEST_F(FocusedSheetTest, WhatKeysLeadToComesIntoSight) {
  if (ui_ == nullptr) return;
  for (int i = 0; i < 3; ++i) frame();
  hit(Key::tab, true);
  frame();
  EXPECT_LE(focus_.place().bottom(), 160) << "the last button lay below the sheet's edge";
  hit(Key::tab);
  frame();
  EXPECT_GE(focus_.place().y, 10);
}

}  // namespace
}  // namespace warpscope
