// The popup that opens a program or a trace.
#include <gtest/gtest.h>

#include <fstream>

#include "tests/app/fake_program.hpp"
#include "tests/app/workbench_test.hpp"
#include "tests/support/test_folder.hpp"

namespace warpscope {
namespace {

class OpenPopupTest : public WorkbenchTest {
 protected:
  void SetUp() override {
    WorkbenchTest::SetUp();
    if (ui_ == nullptr) return;
    session_.programs.use(program_.runner());
    std::filesystem::create_directory(folder_.path() / "deep");
    for (const char* name : {"first.cu", "deep/second.cu"}) {
      std::ofstream(folder_.path() / name) << "int main() {}\n";
    }
    press("Ctrl+O");
    type(folder_.path().string() + "/");
  }
  void type(const std::string& text) {
    FakeInput input;
    input.text = text;
    frame();
    frame(input);
    read();
  }
  /// Until the folder is listed.
  void read() {
    frame();
    while (bench_->seconds_until_change() < 0.1F) frame();
    frame();
  }
  [[nodiscard]] std::string asked_for() const {
    const Sentence* why = session_.programs.question();
    return why == nullptr ? "" : why->text();
  }
  TestFolder folder_;
  test::FakeProgram program_ = test::three_launches();
};

TEST_F(OpenPopupTest, EnterOpensTheFirstFileThatIsMeant) {
  type("fir");
  hit(Key::enter);
  EXPECT_EQ(session_.popup.shown, Popup::question);
  EXPECT_NE(asked_for().find("first.cu"), std::string::npos) << asked_for();
}

TEST_F(OpenPopupTest, EnterRunsNoProgramThatMayNotRunYetButTabAndEnterDo) {
  type("fir");
  hit(Key::enter);
  ASSERT_EQ(session_.popup.shown, Popup::question);
  hit(Key::enter);
  EXPECT_EQ(session_.popup.shown, Popup::none);
  EXPECT_EQ(session_.programs.question(), nullptr);
  EXPECT_FALSE(session_.recording.on());
  ASSERT_TRUE(session_.open(folder_.path() / "first.cu"));
  frame();
  ASSERT_EQ(session_.popup.shown, Popup::question);
  hit(Key::tab);
  hit(Key::enter);
  while (session_.recording.on()) frame();
  EXPECT_EQ(program_.runs, 1);
}

TEST_F(OpenPopupTest, ArrowKeysAndEnterGoThroughFolders) {
  hit(Key::down);  // below the parent
  hit(Key::enter);
  read();
  EXPECT_EQ(session_.popup.shown, Popup::open) << "a folder was entered";
  hit(Key::down);
  hit(Key::enter);
  EXPECT_EQ(session_.popup.shown, Popup::question);
  EXPECT_NE(asked_for().find("second.cu"), std::string::npos) << asked_for();
}

TEST_F(OpenPopupTest, WhatIsNotThereIsSaid) {
  type("missing.cu");
  hit(Key::enter);
  EXPECT_EQ(session_.popup.shown, Popup::open);
}

TEST_F(OpenPopupTest, KeysThatEditTextBelongToTheField) {
  ASSERT_TRUE(session_.choose_kernel("scan_blelloch"));
  while (session_.recording.on()) frame();
  ASSERT_TRUE(session_.history.can_undo());
  press("Ctrl+Z");
  EXPECT_TRUE(session_.history.can_undo()) << "the run was not undone";
  press("Ctrl+C");
  EXPECT_FALSE(session_.notices.toast()) << "nothing of a pane was copied";
}

}  // namespace
}  // namespace warpscope
