// The popups that ask for a file where a desktop has a dialog for it.
#include <gtest/gtest.h>

#include <fstream>

#include "tests/app/fake_program.hpp"
#include "tests/app/workbench_test.hpp"
#include "tests/support/test_folder.hpp"

namespace warpscope {
namespace {

/// A dialog whose answers the test gives.
class AnsweredDialog final : public FileDialog {
 public:
  [[nodiscard]] bool is_there() const override { return there; }
  void ask(const FileQuestion& asked) override {
    close();
    question = asked;
    ++questions;
  }
  [[nodiscard]] bool asks() const override { return question.has_value(); }
  [[nodiscard]] std::optional<FileAnswer> take() override {
    if (!answer) return std::nullopt;
    question.reset();
    there = there && answer->kind != FileAnswer::Kind::no_dialog;
    return std::exchange(answer, std::nullopt);
  }
  void close() override {
    question.reset();
    answer.reset();
  }

  bool there = true;
  int questions = 0;
  std::optional<FileQuestion> question;
  std::optional<FileAnswer> answer;
};

class DesktopFilesTest : public WorkbenchTest {
 protected:
  void SetUp() override {
    WorkbenchTest::SetUp();
    if (ui_ == nullptr) return;
    session_.programs.use(program_.runner());
    std::ofstream(folder_.path() / "first.cu") << "int main() {}\n";
    const ExportHost host{.instead = [this](const ExportWish& wish) -> Status {
      exported_.push_back(wish.output);
      return Done{};
    }};
    bench_ =
        std::make_unique<Workbench>(session_, commands_, ui_->fonts(), host, nullptr, &dialog_);
    frame();
  }
  void answer(FileAnswer answer) {
    ASSERT_TRUE(dialog_.asks());
    dialog_.answer = std::move(answer);
    frame();
    frame();
  }
  void choose(const std::string& name) {
    answer({.kind = FileAnswer::Kind::chosen, .file = folder_.path() / name});
  }
  /// Whether the popup's own field takes text: types the name of a file into it, and Enter.
  void type(const std::string& text) {
    FakeInput input;
    input.text = text;
    frame();
    frame(input);
    frame();
    hit(Key::enter);
  }
  [[nodiscard]] std::string asked_for() const {
    const Sentence* why = session_.programs.question();
    return why == nullptr ? "" : why->text();
  }

  TestFolder folder_;
  test::FakeProgram program_ = test::three_launches();
  AnsweredDialog dialog_;
  std::vector<std::filesystem::path> exported_;
};

TEST_F(DesktopFilesTest, OpenWhatIsChosen) {
  press("Ctrl+O");
  ASSERT_TRUE(dialog_.question);
  EXPECT_FALSE(dialog_.question->saves);
  EXPECT_EQ(dialog_.question->folder, std::filesystem::current_path());
  EXPECT_EQ(dialog_.question->kinds.front().patterns,
            (std::vector<std::string>{"*.cu", "*.wscope", "*.yaml", "*.yml"}));
  for (int i = 0; i < 10; ++i) frame();
  EXPECT_EQ(dialog_.questions, 1) << "it is asked once";
  choose("first.cu");
  EXPECT_EQ(session_.popup.shown, Popup::question);
  EXPECT_NE(asked_for().find("first.cu"), std::string::npos) << asked_for();
}

TEST_F(DesktopFilesTest, CompareWithWhatIsChosen) {
  session_.popup.shown = Popup::rival_file;
  frame();
  ASSERT_TRUE(dialog_.question);
  EXPECT_EQ(dialog_.question->kinds.front().patterns,
            (std::vector<std::string>{"*.cu", "*.wscope"}));
  choose("first.cu");
  EXPECT_NE(asked_for().find("first.cu"), std::string::npos) << asked_for();
}

TEST_F(DesktopFilesTest, SaveWhereTheUserSays) {
  press("Ctrl+S");
  ASSERT_TRUE(dialog_.question);
  EXPECT_TRUE(dialog_.question->saves);
  EXPECT_EQ(dialog_.question->name, "reduce_strided.wscope");
  std::ofstream(folder_.path() / "out.wscope") << "replaced, as the dialog asked";
  choose("out.wscope");
  EXPECT_EQ(session_.popup.shown, Popup::none);
  while (!session_.notices.toast()) frame();
  EXPECT_FALSE(session_.notices.toast()->error);
  EXPECT_GT(std::filesystem::file_size(folder_.path() / "out.wscope"), 100U);
}

TEST_F(DesktopFilesTest, CancelClosesThePopupAndIsNoError) {
  for (const char* key : {"Ctrl+O", "Ctrl+S"}) {
    press(key);
    answer({.kind = FileAnswer::Kind::cancelled});
    EXPECT_EQ(session_.popup.shown, Popup::none);
    EXPECT_FALSE(session_.notices.toast());
  }
}

TEST_F(DesktopFilesTest, LeavingThePopupClosesTheDialog) {
  press("Ctrl+O");
  hit(Key::escape);
  EXPECT_EQ(session_.popup.shown, Popup::none);
  EXPECT_FALSE(dialog_.asks());
  press("Ctrl+O");
  press("Ctrl+S");
  ASSERT_TRUE(dialog_.question);
  EXPECT_TRUE(dialog_.question->saves) << "one at a time";
}

TEST_F(DesktopFilesTest, TheWindowAsksWhereNoDialogCanBeShown) {
  press("Ctrl+O");
  answer({.kind = FileAnswer::Kind::no_dialog});
  EXPECT_EQ(session_.popup.shown, Popup::open);
  EXPECT_FALSE(session_.notices.toast());
  type((folder_.path() / "first.cu").string());
  EXPECT_NE(asked_for().find("first.cu"), std::string::npos) << asked_for();
  static_cast<void>(session_.programs.answer(false));
  press("Ctrl+S");
  EXPECT_EQ(dialog_.questions, 1) << "it is not asked again";
}

TEST_F(DesktopFilesTest, TheWindowAsksIfTheUserWantsIt) {
  press("Ctrl+O");
  hit(Key::enter);
  EXPECT_FALSE(dialog_.asks());
  EXPECT_EQ(session_.popup.shown, Popup::open);
  type((folder_.path() / "first.cu").string());
  EXPECT_NE(asked_for().find("first.cu"), std::string::npos) << asked_for();
}

TEST_F(DesktopFilesTest, TheWindowAsksAfterWhatCannotBeOpened) {
  press("Ctrl+O");
  answer({.kind = FileAnswer::Kind::refused, .problem = Sentence("No file.")});
  EXPECT_EQ(session_.popup.shown, Popup::open);
  session_.popup.shown = Popup::none;
  frame();
  press("Ctrl+O");
  choose("gone.cu");
  EXPECT_EQ(session_.popup.shown, Popup::open);
  type((folder_.path() / "first.cu").string());
  EXPECT_NE(asked_for().find("first.cu"), std::string::npos) << asked_for();
}

TEST_F(DesktopFilesTest, ExportsGoWhereTheUserSaysAndReplaceWhatTheDialogAskedFor) {
  press("Ctrl+E");
  EXPECT_FALSE(dialog_.asks()) << "format and size come first";
  hit(Key::tab);
  hit(Key::enter);
  ASSERT_TRUE(dialog_.question);
  EXPECT_TRUE(dialog_.question->saves);
  EXPECT_EQ(dialog_.question->name, "reduce_strided.png");
  EXPECT_EQ(dialog_.question->kinds.front().patterns, std::vector<std::string>{"*.png"});
  std::ofstream(folder_.path() / "there.png") << "a picture";
  choose("there.png");
  EXPECT_TRUE(exported_.empty());
  hit(Key::tab);
  hit(Key::enter);
  ASSERT_EQ(exported_.size(), 1U);
  EXPECT_EQ(exported_.front(), folder_.path() / "there.png");
}

TEST_F(DesktopFilesTest, ExportsAreTypedWhereNoDialogCanBeShown) {
  press("Ctrl+E");
  hit(Key::tab);
  hit(Key::enter);
  answer({.kind = FileAnswer::Kind::no_dialog});
  EXPECT_EQ(session_.popup.shown, Popup::picture);
  const std::string file = (folder_.path() / "typed.png").string();
  type(file);
  ASSERT_EQ(exported_.size(), 1U);
  EXPECT_EQ(exported_.front(), file);
}

}  // namespace
}  // namespace warpscope
