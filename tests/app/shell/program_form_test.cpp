// The form that asks how a program of the user's own is built and run.

#include <gtest/gtest.h>

#include <fstream>

#include "app/ui/drawn_texts.hpp"
#include "tests/app/fake_program.hpp"
#include "tests/app/workbench_test.hpp"
#include "tests/support/test_folder.hpp"

namespace warpscope {
namespace {

class ProgramFormTest : public WorkbenchTest {
 protected:
  void SetUp() override {
    WorkbenchTest::SetUp();
    if (ui_ == nullptr) return;
    session_.programs.use(program_.runner());
    std::ofstream(folder_.path() / "sum.cu") << "int main() {}\n";
    ASSERT_TRUE(session_.open(folder_.path() / "sum.cu", HowOpened::typed));
    settle();
  }
  void settle() {
    while (session_.recording.on()) frame();
    frame();
  }
  void type(const std::string& text) {
    FakeInput input;
    input.text = text;
    frame();
    frame(input);
    frame();
  }
  /// Clicks on the control that says this.
  void click_on(std::string_view words) {
    Point at{-1, -1};
    {
      const DrawnTexts drawn;
      frame();
      for (const DrawnTexts::Text& text : drawn.texts()) {
        if (text.text == words) at = text.rect.center();
      }
    }
    ASSERT_GE(at.x, 0) << words;
    frame({.mouse = at});
    frame({.mouse = at, .mouse_down = true});
    frame({.mouse = at});
    frame();
  }
  const ProgramRequest& chosen() { return session_.options().subject()->program()->request; }

  TestFolder folder_;
  test::FakeProgram program_ = test::three_launches();
};

TEST_F(ProgramFormTest, TheBlockThatIsTypedIsTheOneThatIsRecorded) {
  press("Ctrl+Shift+N");
  type("3");
  hit(Key::enter);
  EXPECT_EQ(session_.popup.shown, Popup::none);
  settle();
  EXPECT_EQ(chosen().options.traced_block.x, 3);
  EXPECT_TRUE(chosen().arguments.empty()) << "and no argument";
  EXPECT_EQ(program_.runs, 2);
}

TEST_F(ProgramFormTest, TabGoesThroughItsFields) {
  press("Ctrl+P");
  type("4096 \"two words\"");
  hit(Key::tab);
  type("BLOCK=128 CHECK");
  hit(Key::tab);
  hit(Key::tab);
  type("17");
  hit(Key::tab);
  type("10");
  hit(Key::enter);
  settle();
  EXPECT_EQ(chosen().arguments, (std::vector<std::string>{"4096", "two words"}));
  EXPECT_EQ(chosen().build.defines, (std::vector<std::string>{"BLOCK=128", "CHECK"}));
  EXPECT_EQ(chosen().options.schedule_seed, 17U);
  EXPECT_EQ(chosen().options.time_limit, 10);
}

TEST_F(ProgramFormTest, AllBlocksAreCountedOnceThatIsChosen) {
  press("Ctrl+P");
  click_on("all blocks counted: slower");
  click_on("Build and run");
  settle();
  EXPECT_TRUE(chosen().options.all_blocks);
  press("Ctrl+P");
  click_on("≈ scaled from the recorded block");
  click_on("Build and run");
  settle();
  EXPECT_FALSE(chosen().options.all_blocks);
}

TEST_F(ProgramFormTest, WhatIsNotAcceptedIsNotRunAndEscapeChangesNothing) {
  const Options before = session_.options();
  press("Ctrl+Shift+N");
  type("first");
  hit(Key::enter);
  EXPECT_EQ(session_.popup.shown, Popup::run);
  hit(Key::escape);
  EXPECT_EQ(session_.popup.shown, Popup::none);
  EXPECT_EQ(session_.options(), before);
  EXPECT_EQ(program_.runs, 1);
}

TEST_F(ProgramFormTest, AKernelsKeysLeadToTheFieldThatMeansTheSame) {
  press("N");
  EXPECT_EQ(session_.popup.shown, Popup::run);
  type("12");
  hit(Key::enter);
  settle();
  EXPECT_EQ(chosen().arguments, std::vector<std::string>{"12"}) << "its size is an argument";
}

}  // namespace
}  // namespace warpscope
