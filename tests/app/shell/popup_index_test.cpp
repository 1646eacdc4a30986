// Indices of one's own for shared arrays, typed in the window.
#include <gtest/gtest.h>

#include "tests/app/settled_session.hpp"
#include "tests/app/workbench_test.hpp"

namespace warpscope {
namespace {

class IndexPopupTest : public WorkbenchTest {
 protected:
  void SetUp() override {
    WorkbenchTest::SetUp();
    if (!ui_) return;
    ASSERT_TRUE(session_.choose_kernel("transpose_tiled"));
    while (session_.recording.on()) frame();
    frame();
  }
  void type(const std::string& text) {
    FakeInput input;
    input.text = text;
    frame(input);
    frame();
  }
};

TEST_F(IndexPopupTest, AnIndexIsTypedAndCompared) {
  press("Alt+Shift+W");
  ASSERT_EQ(session_.popup.shown, Popup::index);
  type("row*(W+1) + col");
  hit(Key::enter);
  EXPECT_EQ(session_.popup.shown, Popup::none);
  test::settle(session_);
  ASSERT_TRUE(session_.comparison.on());
  EXPECT_EQ(text(session_.comparison.layouts()), "tile:index=row*(W+1) + col");
  EXPECT_EQ(session_.playback.right().document()->summary.totals.shared_load.conflicts(), 0U);
}

TEST_F(IndexPopupTest, AMistakeStays) {
  press("Alt+Shift+W");
  type("row*W + colum");
  hit(Key::enter);
  EXPECT_EQ(session_.popup.shown, Popup::index);
  EXPECT_FALSE(session_.comparison.on());
}

}  // namespace
}  // namespace warpscope
