// The form that asks how a kernel is run.

#include <gtest/gtest.h>

#include "app/shell/controls.hpp"
#include "tests/app/workbench_test.hpp"

namespace warpscope {
namespace {

class KernelFormTest : public WorkbenchTest {
 protected:
  void type(const std::string& text) {
    FakeInput input;
    input.text = text;
    frame();
    frame(input);
    frame();
  }
  void settle() {
    while (session_.recording.on()) frame();
    frame();
  }
  const TraceHeader& shown() { return session_.playback.left().document()->trace->header; }
  int threads() { return session_.playback.left().document()->trace->launches.front().threads(); }
};

TEST_F(KernelFormTest, WhatIfTheBlockHad512ThreadsIsThreeActions) {
  show("scan_blelloch");
  press("Shift+N");
  type("512");
  hit(Key::enter);
  EXPECT_EQ(session_.popup.shown, Popup::none);
  settle();
  EXPECT_EQ(threads(), 512);
  EXPECT_EQ(shown().size, 1024) << "which follows from it";
  press("Ctrl+Z");
  settle();
  EXPECT_NE(threads(), 512) << "and one action leads back";
}

TEST_F(KernelFormTest, WhatIfLeadsToAnyNumberOfThreads) {
  show("scan_blelloch");
  // Somewhere in the list, with the other blocks.
  for (int row = 0; row < 60; ++row) {
    press("W");
    for (int drawn = 0; drawn < 60; ++drawn) frame();  // until all layouts are tried, and listed
    for (int below = 0; below < row; ++below) hit(Key::down);
    hit(Key::enter);
    if (session_.popup.shown == Popup::run) break;
    if (session_.popup.shown != Popup::none)
      hit(Key::escape);  // another choice opens another popup
    settle();
    if (session_.options().variant) press("Ctrl+Z");
    settle();
  }
  ASSERT_EQ(session_.popup.shown, Popup::run);
  type("512");
  hit(Key::enter);
  settle();
  EXPECT_EQ(threads(), 512);
}

TEST_F(KernelFormTest, EscapeLeavesEverythingAsItWas) {
  const Options before = session_.options();
  press("N");
  type("512");
  hit(Key::escape);
  EXPECT_EQ(session_.popup.shown, Popup::none);
  EXPECT_EQ(session_.options(), before);
}

TEST_F(KernelFormTest, TabGoesOnAndBackAndArrowKeysGoThroughTheChoices) {
  press("N");
  frame();
  hit(Key::tab);
  hit(Key::down);  // the next smaller block
  hit(Key::enter);
  settle();
  EXPECT_EQ(session_.options().request.block, 128);
  EXPECT_EQ(session_.options().request.size, 256) << "such blocks can work on it";

  press("Shift+N");
  frame();
  frame({.keys = {Key::tab}, .shift = true});
  frame();
  type("512");
  hit(Key::enter);
  settle();
  EXPECT_EQ(session_.options().request.size, 512);
}

TEST_F(KernelFormTest, ChoicesWithoutATextHaveTheKeyboardToo) {
  press("I");
  frame();
  hit(Key::right);
  hit(Key::enter);
  settle();
  EXPECT_EQ(session_.options().request.input.kind, "ones");
}

TEST_F(KernelFormTest, TheSizeComesBackWithTheBlockThatItFits) {
  show("scan_blelloch");
  const auto size = session_.options().request.size;
  const auto block = session_.options().request.block;
  press("Shift+N");
  type("512");
  for (int larger = *block; larger < 512; larger *= 2) hit(Key::down);
  hit(Key::enter);
  EXPECT_EQ(session_.popup.shown, Popup::none);
  EXPECT_EQ(session_.options().request.size, size);
  EXPECT_EQ(session_.options().request.block, block);
}

TEST_F(KernelFormTest, AnEmptyFieldOfTheRecordedBlockLeavesItToTheKernel) {
  press("N");
  type("4096");  // more than a block works on
  hit(Key::enter);
  settle();
  press("Ctrl+Shift+N");
  type("3");
  hit(Key::enter);
  settle();
  EXPECT_EQ(session_.options().request.traced_block, 3);
  press("Ctrl+Shift+N");
  type("99");
  hit(Key::enter);
  EXPECT_EQ(session_.popup.shown, Popup::run) << "there is no such block";
  type("");
  hit(Key::backspace);
  hit(Key::enter);
  settle();
  EXPECT_FALSE(session_.options().request.traced_block);
}

TEST_F(KernelFormTest, EveryKernelCanBeAskedForEveryFieldAndRunsAsItWas) {
  for (const char* kernel :
       {"bank_stride", "matmul_tiled", "radix_onesweep", "histogram256_tagged", "jacobi"}) {
    show(kernel);
    const Options before = session_.options();
    for (const char* key : {"N", "Shift+N", "Ctrl+Shift+N", "I"}) {
      press(key);
      ASSERT_EQ(session_.popup.shown, Popup::run) << kernel << ", " << key;
      hit(Key::enter);
      EXPECT_EQ(session_.popup.shown, Popup::none) << kernel << ", " << key;
      settle();
      EXPECT_EQ(session_.options(), before) << kernel << ", " << key;
    }
  }
}

}  // namespace
}  // namespace warpscope
