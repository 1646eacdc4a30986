// The palette and the glossary in the window.
#include <gtest/gtest.h>
#include <imgui_internal.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "tests/app/workbench_test.hpp"

namespace warpscope {
namespace {

class FindPopupTest : public WorkbenchTest {
 protected:
  void type(const std::string& text) {
    FakeInput input;
    input.text = text;
    frame();
    frame(input);
    frame();
  }
};

TEST_F(FindPopupTest, EnterInThePaletteOpensTheTermAndThereItsKernel) {
  press("Ctrl+K");
  ASSERT_EQ(session_.popup.shown, Popup::palette);
  type("degree");
  hit(Key::enter);
  ASSERT_EQ(session_.popup.shown, Popup::glossary);
  EXPECT_EQ(session_.popup.term, "degree");
  hit(Key::enter);
  EXPECT_EQ(session_.popup.shown, Popup::none);
  EXPECT_EQ(session_.options().request.kernel, "bank_stride");
  EXPECT_EQ(session_.options().request.parameters.at("stride"), "4");
}

TEST_F(FindPopupTest, TheGlossaryFindsWordsAndGoesOnFromTheLastOne) {
  press("Alt+G");
  ASSERT_EQ(session_.popup.shown, Popup::glossary);
  EXPECT_EQ(session_.popup.term, "kernel") << "the first of the list";
  hit(Key::down);
  EXPECT_EQ(session_.popup.term, "thread");
  type("барьер памяти");
  EXPECT_EQ(session_.popup.term, "fence");
  hit(Key::escape);
  EXPECT_EQ(session_.popup.shown, Popup::none);
  press("Alt+G");
  EXPECT_EQ(session_.popup.term, "fence");
}

TEST_F(FindPopupTest, TheSourceIsSearchedInItsPane) {
  press("Ctrl+F");
  ASSERT_EQ(session_.popup.shown, Popup::find);
  type("sync");
  EXPECT_EQ(session_.views.reading.text, "sync");
  hit(Key::enter);
  EXPECT_EQ(session_.views.reading.turns, 1);
  type("(");
  EXPECT_EQ(session_.views.reading.text, "sync(") << "the field has kept the keyboard";
  press("F3");
  EXPECT_EQ(session_.views.reading.turns, 2);
  press("Shift+F3");
  EXPECT_EQ(session_.views.reading.turns, 1);
  press("Alt+C");
  EXPECT_TRUE(session_.views.reading.match_case);
  const std::uint32_t before = session_.playback.left().position();
  press("Right");
  EXPECT_EQ(session_.playback.left().position(), before) << "the field's";
  press("Escape");
  EXPECT_EQ(session_.popup.shown, Popup::none);
  EXPECT_FALSE(session_.views.reading.searching);
  ASSERT_NE(session_.places.read_place(), nullptr) << "what was found is read on";
  press("F3");
  EXPECT_EQ(session_.views.layout, LayoutKind::lecture) << "without a search it is the lecture's";
}

TEST_F(FindPopupTest, AClickBesideTheFieldGoesOnWithTheSearch) {
  press("Ctrl+F");
  type("block");
  FakeInput input;
  input.mouse = {1279, 719};
  frame(input);
  input.mouse_down = true;
  frame(input);
  input.mouse_down = false;
  frame(input);
  EXPECT_EQ(session_.popup.shown, Popup::none);
  EXPECT_TRUE(session_.views.reading.searching);
  press("F3");
  EXPECT_EQ(session_.views.reading.turns, 1);
  press("Escape");
  EXPECT_FALSE(session_.views.reading.searching);
}

TEST_F(FindPopupTest, ALineIsGoneTo) {
  press("Ctrl+Shift+G");
  ASSERT_EQ(session_.popup.shown, Popup::jump);
  type("12");
  hit(Key::enter);
  EXPECT_EQ(session_.popup.shown, Popup::none);
  ASSERT_NE(session_.places.read_place(), nullptr);
  EXPECT_EQ(session_.places.read_place()->line, 12U);
  press("Ctrl+G");
  type("line 9999");
  hit(Key::enter);
  EXPECT_EQ(session_.popup.shown, Popup::jump) << "there is none";
  press("Escape");
  press("Ctrl+G");
  type("#3");
  hit(Key::enter);
  EXPECT_EQ(session_.playback.left().position(), 3U);
}

TEST_F(FindPopupTest, TheGlossaryScrollsToTheTermItOpensAt) {
  session_.popup.term = "degree";
  press("Alt+G");
  frame();
  frame();
  const ImGuiWindow* list = nullptr;
  for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows) {
    if (std::string_view(window->Name).find("terms") != std::string_view::npos) list = window;
  }
  ASSERT_NE(list, nullptr);
  EXPECT_GT(list->Scroll.y, 0) << "the term stands far down in the list";
}

TEST_F(FindPopupTest, AListIsAsWideAsItsRows) {
  ASSERT_TRUE(session_.progress.reach("primer", 5, 6, true, {2, 1}));
  session_.popup.chapter = 0;
  session_.popup.shown = Popup::chapter;
  frame();
  frame();
  float width = 0;
  for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows) {
    const bool sheet = std::string_view(window->Name).starts_with("popup");
    if (sheet && window->WasActive) width = std::max(width, window->Size.x);
  }
  const Fonts fonts(1);
  const std::string title = session_.lesson.lesson_of("primer")->title.en;
  const float words = fonts.width(title, {Face::sans_bold, 14, {}}) +
                      fonts.width("done ✓ · 1 of 2 right", {Face::sans, 14, {}});
  EXPECT_GT(width, words + 60) << "the title of the first lesson was cut";
}

TEST_F(FindPopupTest, WhatNobodyKnowsOpensNothing) {
  press("Ctrl+K");
  type("qqqq");
  hit(Key::enter);
  EXPECT_EQ(session_.popup.shown, Popup::palette);
  hit(Key::escape);
  press("Alt+G");
  type("qqqq");
  hit(Key::enter);
  EXPECT_EQ(session_.popup.shown, Popup::glossary);
  EXPECT_EQ(session_.options().request.kernel, "reduce_strided");
}

}  // namespace
}  // namespace warpscope
