// The place in the window where a program's text is written.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <thread>

#include "tests/app/fake_program.hpp"
#include "tests/app/workbench_test.hpp"
#include "tests/support/working_folder.hpp"

namespace warpscope {
namespace {

class EditorFormTest : public WorkbenchTest {
 protected:
  void SetUp() override {
    WorkbenchTest::SetUp();
    if (ui_ != nullptr) session_.programs.use(program_.runner());
  }
  void write(const std::string& text) const { std::ofstream(file_, std::ios::binary) << text; }
  [[nodiscard]] static std::string content(const std::filesystem::path& file) {
    std::ostringstream text;
    text << std::ifstream(file, std::ios::binary).rdbuf();
    return text.str();
  }
  void type(const std::string& text) {
    FakeInput input;
    input.text = text;
    frame(input);
    frame();
  }
  /// Once a field has the keyboard.
  void open_new() {
    press("Ctrl+Shift+E");
    for (int i = 0; i < 3; ++i) frame();
  }
  void edit_program() {
    write("int main() {\n}\n");
    ASSERT_TRUE(session_.open(file_, HowOpened::typed));
    settle();
    press("Ctrl+Shift+Enter");
    for (int i = 0; i < 3; ++i) frame();
    ASSERT_EQ(session_.popup.shown, Popup::editor);
  }
  void hit_with_ctrl(Key key) {
    FakeInput input;
    input.keys = {key};
    input.ctrl = true;
    frame(input);
    frame();
  }
  void settle() {
    while (session_.recording.on()) frame();
    frame();
    frame();
  }
  /// Until the save was seen and what came of it is shown.
  void wait_for_build(int builds) {
    while (program_.builds < builds) {
      frame();
      std::this_thread::yield();
    }
    settle();
  }
  void break_build() {
    program_.built.program.reset();
    program_.built.failure = {
        .message = "sum.cu does not compile.",
        .diagnostics = {
            {.file = file_.string(), .line = 2, .column = 1, .message = "expected ';'"}}};
  }

  WorkingFolder folder_;
  std::filesystem::path file_ = folder_.file("sum.cu");
  test::FakeProgram program_ = test::three_launches();
};

TEST_F(EditorFormTest, WhatIsTypedReplacesTheExampleAndRuns) {
  open_new();
  ASSERT_EQ(session_.popup.shown, Popup::editor);
  type("__global__ void k(){}");
  EXPECT_EQ(session_.editor.program.text(), "__global__ void k(){}");
  hit_with_ctrl(Key::enter);
  wait_for_build(1);
  EXPECT_EQ(session_.popup.shown, Popup::none) << "what it does is to be seen";
  EXPECT_EQ(content(folder_.file("k.cu")), "__global__ void k(){}\n");
  EXPECT_EQ(session_.options().subject()->name(), "k.cu");
}

TEST_F(EditorFormTest, EscapeLeavesAndKeepsTheText) {
  open_new();
  type("__global__ void mine(){}");
  hit(Key::escape);
  EXPECT_EQ(session_.popup.shown, Popup::none);
  open_new();
  EXPECT_EQ(session_.editor.program.text(), "__global__ void mine(){}");
}

TEST_F(EditorFormTest, TabTypesSpacesAndEnterKeepsTheIndentation) {
  open_new();
  type("{");
  hit(Key::enter);
  frame();
  type("a;");
  hit(Key::enter);
  frame();
  type("b");
  hit(Key::tab);
  frame();
  type("c");
  EXPECT_EQ(session_.editor.program.text(), "{\n  a;\n  b c");
}

TEST_F(EditorFormTest, WhatHasNoKernelIsSaidAndNotRun) {
  open_new();
  type("int x;");
  hit_with_ctrl(Key::enter);
  EXPECT_EQ(session_.popup.shown, Popup::editor);
  EXPECT_EQ(program_.builds, 0);
  EXPECT_EQ(session_.editor.program.text(), "int x;");
}

TEST_F(EditorFormTest, ErrorsStayBesideTheLinesUntilTheyAreMended) {
  edit_program();
  break_build();
  type("x");
  const std::string broken = session_.editor.program.text();
  EXPECT_EQ(broken, "xint main() {\n}\n");
  hit_with_ctrl(Key::enter);
  wait_for_build(2);
  EXPECT_EQ(session_.popup.shown, Popup::editor) << "one mends it without leaving";
  EXPECT_EQ(content(file_), broken);
  // The cursor is in the line of the error.
  for (int i = 0; i < 3; ++i) frame();
  type("y");
  EXPECT_EQ(session_.editor.program.text(), "xint main() {\ny}\n");
  program_.built = test::three_launches().built;
  hit_with_ctrl(Key::enter);
  wait_for_build(3);
  EXPECT_EQ(session_.popup.shown, Popup::none);
}

TEST_F(EditorFormTest, SavingStaysAndTheProgramRunsBehind) {
  edit_program();
  type("// ");
  hit_with_ctrl(Key{'S'});
  wait_for_build(2);
  EXPECT_EQ(session_.popup.shown, Popup::editor);
  EXPECT_EQ(content(file_), "// int main() {\n}\n");
}

TEST_F(EditorFormTest, RunsAgainWithoutAChange) {
  edit_program();
  hit_with_ctrl(Key::enter);
  wait_for_build(2);
  EXPECT_EQ(session_.popup.shown, Popup::none);
  EXPECT_EQ(program_.runs, 2);
}

TEST_F(EditorFormTest, AFileThatChangedElsewhereIsNotWrittenOver) {
  edit_program();
  type("// ");
  write("theirs\n");
  hit_with_ctrl(Key{'S'});
  EXPECT_EQ(content(file_), "theirs\n");
  EXPECT_EQ(session_.editor.program.text(), "// int main() {\n}\n");
  hit_with_ctrl(Key{'S'});  // it has been said
  EXPECT_EQ(content(file_), "// int main() {\n}\n");
}

TEST_F(EditorFormTest, ChordsAreThoseOfTheText) {
  open_new();
  press("Ctrl+R");
  press("Ctrl+S");
  press("Ctrl+Enter");
  EXPECT_EQ(session_.popup.shown, Popup::editor);
  press("Escape");
  EXPECT_EQ(session_.popup.shown, Popup::none);
}

}  // namespace
}  // namespace warpscope
