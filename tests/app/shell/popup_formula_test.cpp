#include <gtest/gtest.h>

#include <array>
#include <memory>

#include "app/commands/session_commands.hpp"
#include "app/panes/view_list.hpp"
#include "app/shell/workbench.hpp"
#include "app/ui/heat_painter.hpp"
#include "tests/app/ui/offscreen.hpp"

namespace warpscope {
namespace {

/// The program with the fields for a formula open.
class FormulaPopupTest : public OffscreenTest {
 protected:
  void SetUp() override {
    start(1280, 720);
    if (!ui_) return;
    bench_ =
        std::make_unique<Workbench>(session_, commands_, ui_->fonts(), ExportHost{}, &ui_->heat());
    ASSERT_TRUE(session_.choose_kernel("reduce_strided"));
    while (session_.recording.on()) frame();
    frame();
    bench_->press(chord("Y"));
    frame();
    frame();
  }
  void TearDown() override { bench_.reset(); }

  void frame(const FakeInput& input = {}) {
    session_.tick(1 / 60.0F);
    ui_->build([this] { bench_->frame(1 / 60.0F); }, input);
  }
  void type(const std::string& text) {
    FakeInput input;
    input.text = text;
    frame(input);
    frame();
  }
  void hit(Key key, bool ctrl = false) {
    FakeInput input;
    input.keys = {key};
    input.ctrl = ctrl;
    frame(input);
    frame();
  }

  Session session_{Settings{}, record_with_views};
  Commands commands_ = make_commands(session_, view_lists());
  std::unique_ptr<Workbench> bench_;
};

TEST_F(FormulaPopupTest, BringsTheViewForwardAndTakesWhatIsTyped) {
  EXPECT_EQ(session_.popup.shown, Popup::formula);
  constexpr std::array<std::string_view, 2> both{"banks", "formula"};
  EXPECT_EQ(session_.views.in_front(both), "formula");
  EXPECT_EQ(session_.settings.formula, Playground{});
  type("lane * 3");
  EXPECT_EQ(session_.settings.formula.formula, "lane * 3") << "at once, the old text replaced";
  hit(Key::enter);
  EXPECT_EQ(session_.popup.shown, Popup::none);
  EXPECT_EQ(session_.settings.formula.formula, "lane * 3");
}

TEST_F(FormulaPopupTest, EnterDoesNotCloseOverAMistake) {
  type("lane *");
  hit(Key::enter);
  EXPECT_EQ(session_.popup.shown, Popup::formula);
}

TEST_F(FormulaPopupTest, ControlZTakesBackWhatWasTyped) {
  type("lane * 3");
  // A letter at a time.
  for (int i = 0; i < 12 && session_.settings.formula.formula != "recorded"; ++i) {
    hit(static_cast<Key>('Z'), true);
  }
  EXPECT_EQ(session_.settings.formula.formula, "recorded");
}

TEST_F(FormulaPopupTest, HeatMapIsDrawnByTheWindowToo) {
  session_.popup.shown = Popup::none;
  bench_->press(chord("Y"));
  session_.popup.shown = Popup::none;
  ASSERT_TRUE(commands_.run("view.heat"));
  const auto image = ui_->render(bench_->background(), [this] { bench_->frame(1 / 60.0F); });
  ASSERT_TRUE(image.ok());
  EXPECT_EQ(ui_->heat().uploads(), 1);
}

}  // namespace
}  // namespace warpscope
