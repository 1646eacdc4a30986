#include "app/programs/program_editor.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "tests/support/test_folder.hpp"

namespace warpscope {
namespace {

class ProgramEditorTest : public testing::Test {
 protected:
  void write(const std::string& text) const { std::ofstream(file_, std::ios::binary) << text; }
  [[nodiscard]] std::string content() const {
    std::ostringstream text;
    text << std::ifstream(file_, std::ios::binary).rdbuf();
    return text.str();
  }
  void open() { ASSERT_TRUE(editor_.open(file_)); }

  TestFolder folder_;
  std::filesystem::path file_ = folder_.path() / "sum.cu";
  ProgramEditor editor_;
};

TEST_F(ProgramEditorTest, BeginsWithAnExampleOfTenLinesOrSo) {
  editor_.begin("no kernel");
  EXPECT_TRUE(editor_.is_example());
  EXPECT_NE(editor_.text().find("__global__ void"), std::string::npos);
  const auto lines = std::ranges::count(editor_.text(), '\n');
  EXPECT_TRUE(lines >= 8 && lines <= 12) << lines;
}

TEST_F(ProgramEditorTest, BeginsWithTheKernelThatWasCopied) {
  editor_.begin("  1: __global__ void k() {\n  2: }\n");
  EXPECT_EQ(editor_.text(), "__global__ void k() {\n}\n");
}

TEST_F(ProgramEditorTest, KeepsWhatWasNeverRun) {
  editor_.begin({});
  editor_.text() = "__global__ void mine() {}\n";
  write("int main() {}\n");
  open();
  editor_.begin("__global__ void copied() {}\n");
  EXPECT_EQ(editor_.text(), "__global__ void mine() {}\n");
}

TEST_F(ProgramEditorTest, BeginsAnewOnceItHasBecomeAFile) {
  editor_.begin({});
  editor_.text() = "__global__ void mine() {}\n";
  write(editor_.text());
  ASSERT_TRUE(editor_.becomes(file_));
  EXPECT_EQ(editor_.file(), file_);
  EXPECT_FALSE(editor_.changed());
  editor_.begin({});
  EXPECT_TRUE(editor_.is_example());
}

TEST_F(ProgramEditorTest, SavesWhatWasTyped) {
  write("first\n");
  open();
  EXPECT_FALSE(editor_.changed());
  editor_.text() += "second\n";
  EXPECT_TRUE(editor_.changed());
  ASSERT_TRUE(editor_.save());
  EXPECT_EQ(content(), "first\nsecond\n");
  EXPECT_FALSE(editor_.changed());
}

TEST_F(ProgramEditorTest, LeavesTheEndsOfLinesAsTheyWere) {
  write("first\r\nsecond\r\n");
  open();
  EXPECT_EQ(editor_.text(), "first\nsecond\n");
  editor_.text() += "third\n";
  ASSERT_TRUE(editor_.save());
  EXPECT_EQ(content(), "first\r\nsecond\r\nthird\r\n");
}

TEST_F(ProgramEditorTest, WritesOverNothingThatChangedElsewhere) {
  write("first\n");
  open();
  editor_.text() = "mine\n";
  write("theirs\n");
  EXPECT_TRUE(editor_.changed_elsewhere());
  const Status saved = editor_.save();
  ASSERT_FALSE(saved);
  EXPECT_NE(saved.error().message.find("changed elsewhere"), std::string::npos);
  EXPECT_EQ(content(), "theirs\n");
  ASSERT_TRUE(editor_.save(true));
  EXPECT_EQ(content(), "mine\n");
}

TEST_F(ProgramEditorTest, TakesTheFileAndGivesTheTextBack) {
  write("first\n");
  open();
  editor_.text() = "mine\n";
  write("theirs\n");
  ASSERT_TRUE(editor_.take_file());
  EXPECT_EQ(editor_.text(), "theirs\n");
  ASSERT_TRUE(editor_.can_take_back());
  editor_.take_back();
  EXPECT_EQ(editor_.text(), "mine\n");
  EXPECT_TRUE(editor_.changed());
}

TEST_F(ProgramEditorTest, KeepsAnUnsavedTextAndTakesASavedFileAnew) {
  write("first\n");
  open();
  editor_.text() = "mine\n";
  editor_.begin({});
  open();
  EXPECT_EQ(editor_.text(), "mine\n");
  ASSERT_TRUE(editor_.save());
  write("theirs\n");
  open();
  EXPECT_EQ(editor_.text(), "theirs\n");
}

TEST_F(ProgramEditorTest, RefusesWhatItWouldDamage) {
  write(std::string("a\0b", 3));
  EXPECT_FALSE(editor_.open(file_));
  write("\xff\xfe");
  EXPECT_FALSE(editor_.open(file_));
  write(std::string(ProgramEditor::largest + 1, 'a'));
  EXPECT_FALSE(editor_.open(file_));
  EXPECT_FALSE(editor_.open(folder_.path() / "none.cu"));
  EXPECT_TRUE(editor_.file().empty()) << "the text before stays";
}

TEST_F(ProgramEditorTest, TellsWhatIsInNoFileAndBringsItBack) {
  write("first\n");
  open();
  EXPECT_TRUE(editor_.unsaved().empty());
  editor_.text() = "mine\n";
  editor_.begin({});
  EXPECT_EQ(editor_.unsaved().size(), 1U) << "the example is nobody's text";
  editor_.text() = "new\n";
  const auto unsaved = editor_.unsaved();
  ASSERT_EQ(unsaved.size(), 2U);

  ProgramEditor later;
  for (const auto& [file, text] : unsaved) later.restore(file, text);
  EXPECT_EQ(later.unsaved(), unsaved);
  later.begin("__global__ void copied() {}\n");
  EXPECT_EQ(later.text(), "new\n");
  ASSERT_TRUE(later.open(file_));
  EXPECT_EQ(later.text(), "mine\n");
  EXPECT_TRUE(later.changed());
}

}  // namespace
}  // namespace warpscope
