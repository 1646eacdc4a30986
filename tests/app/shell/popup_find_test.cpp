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
