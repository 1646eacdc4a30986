// A list in a popup scrolls, and the popup around it does not.
#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "app/ui/drawn_texts.hpp"
#include "app/ui/imgui_compat.h"
#include "instrumentation/language/language.hpp"
#include "tests/app/workbench_test.hpp"

namespace warpscope {
namespace {

class PopupScrollTest : public WorkbenchTest {
 protected:
  void TearDown() override { set_language(english); }
  void begin(int height) {
    start(1280, height);
    if (ui_ == nullptr) return;
    bench_ = std::make_unique<Workbench>(session_, commands_, ui_->fonts());
    show("reduce_strided");
  }
  void open(Popup popup) {
    session_.popup.shown = popup;
    for (int i = 0; i < 8; ++i) frame();
  }
  [[nodiscard]] bool sheet_scrolls() {
    bool scrolls = false;
    ui_->build([&] {
      bench_->frame(1 / 60.0F);
      ImGui::Begin("popup", nullptr, ImGuiWindowFlags_NoDecoration);
      scrolls = ImGui::GetScrollMaxY() > 0;
      ImGui::End();
    });
    return scrolls;
  }
};

// Two bars stood side by side.
TEST_F(PopupScrollTest, ALongListLeavesItsSheetStill) {
  for (const auto& [height, at_home] :
       {std::pair{720, false}, {720, true}, {600, false}, {520, true}}) {
    begin(height);
    if (ui_ == nullptr) return;
    // There a popup has no control that it belongs to, and stands lower.
    session_.views.layout = at_home ? LayoutKind::home : LayoutKind::study;
    for (const Popup popup : {Popup::what_if, Popup::kernel, Popup::palette, Popup::starter,
                              Popup::machine, Popup::glossary, Popup::open}) {
      open(popup);
      EXPECT_FALSE(sheet_scrolls())
          << static_cast<int>(popup) << " in a window " << height << " high";
      session_.popup.shown = Popup::none;
      frame();
    }
  }
}

TEST_F(PopupScrollTest, HelpCutsNoTitle) {
  for (const char* language : {"en", "ru"}) {
    session_.settings.language = language;
    open(Popup::help);
    const DrawnTexts drawn;
    frame();
    for (const DrawnTexts::Text& text : drawn.texts()) {
      const bool asks_on = text.text.ends_with(" …");  // as titles of commands that ask end
      EXPECT_TRUE(asks_on || !text.text.ends_with("…") || !text.over_window) << text.text;
    }
    session_.popup.shown = Popup::none;
    frame();
  }
}

}  // namespace
}  // namespace warpscope
