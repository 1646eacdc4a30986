// What the panes of a program of the user's own keep over a save, and what is copied from them.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "app/commands/session_commands.hpp"
#include "app/panes/view_list.hpp"
#include "app/shell/scene.hpp"
#include "app/ui/fonts.hpp"
#include "app/ui/recording_canvas.hpp"
#include "tests/app/fake_program.hpp"
#include "tests/app/settled_session.hpp"
#include "tests/support/test_folder.hpp"

namespace warpscope {
namespace {

class SceneSaveTest : public testing::Test {
 protected:
  SceneSaveTest() {
    ProgramRunner runner = program_.runner();
    runner.run = [run = runner.run](const BuiltProgram& program, const ProgramRequest& request,
                                    const ProgramOutput& to, std::stop_token stop) {
      for (int i = 0; i < 100; ++i) to.hear("line " + std::to_string(i) + ".\n");
      return run(program, request, to, std::move(stop));
    };
    session_.programs.use(runner);
    const std::string file = (folder_.path() / "sum.cu").string();
    std::ofstream(file) << "int main() {}\n";
    EXPECT_TRUE(session_.open(file, HowOpened::typed));
    settle();
  }
  void settle() { test::settle(session_); }
  RecordingCanvas frame(Pointer pointer = {}) {
    RecordingCanvas canvas({0, 0, 1280, 800}, fonts_);
    scene_.draw(canvas, {1280, 800, pointer, 0});
    return canvas;
  }
  static Point middle(const RecordingCanvas& canvas, std::string_view part) {
    for (const auto& text : canvas.texts()) {
      if (text.visible() && text.text.find(part) != std::string::npos) return text.rect.center();
    }
    ADD_FAILURE() << "nothing says " << part;
    return {};
  }
  static std::string first_line(const RecordingCanvas& canvas) {
    const auto found = std::ranges::find_if(canvas.texts(), [](const RecordingCanvas::Text& text) {
      return text.visible() && text.text.starts_with("line ");
    });
    return found == canvas.texts().end() ? "" : found->text;
  }

  TestFolder folder_;
  test::FakeProgram program_ = test::three_launches();
  const Fonts fonts_;
  Session session_{Settings{}, record_with_views};
  Commands commands_ = make_commands(session_, view_lists());
  Scene scene_{session_, commands_};
};

TEST_F(SceneSaveTest, TheOutputStaysWhereTheUserReads) {
  const RecordingCanvas end = frame();
  ASSERT_TRUE(end.says("line 99."));
  static_cast<void>(frame({.at = middle(end, "line 99."), .inside = true, .wheel = 15}));
  const std::string read = first_line(frame());
  ASSERT_NE(read, first_line(end));
  const DocumentPtr before = session_.playback.left().document();
  ASSERT_TRUE(session_.programs.run_again(true));
  settle();
  ASSERT_NE(session_.playback.left().document(), before);
  EXPECT_EQ(first_line(frame()), read);
}

TEST_F(SceneSaveTest, TheOutputIsCopiedByKeyAndByTheLinkInItsHead) {
  EXPECT_EQ(scene_.take_copied(), std::nullopt);
  static_cast<void>(frame());
  commands_.press(chord("Ctrl+C"));
  static_cast<void>(frame());
  const auto copied = scene_.take_copied();
  ASSERT_TRUE(copied);
  EXPECT_NE(copied->find("line 0.\nline 1.\n"), std::string::npos);
  EXPECT_NE(copied->find("line 99.\n"), std::string::npos);
  EXPECT_EQ(scene_.take_copied(), std::nullopt);
  ASSERT_TRUE(session_.notices.toast());
  EXPECT_NE(session_.notices.toast()->text.text().find("lines of Output"), std::string::npos);
  const Point link = middle(frame(), "Copy");
  static_cast<void>(frame({.at = link, .inside = true, .pressed = true, .down = true}));
  EXPECT_EQ(scene_.take_copied(), copied);
}

TEST_F(SceneSaveTest, TheHeadKeepsTheCountsOfTabs) {
  program_.run.outcome.findings = {test::race_finding()};
  ASSERT_TRUE(session_.programs.run_again());
  settle();
  for (const float width : {1280.0F, 1920.0F}) {
    RecordingCanvas canvas({0, 0, width, 720}, fonts_);
    scene_.draw(canvas, {width, 720, {}, 0});
    EXPECT_TRUE(canvas.says("Findings 1")) << width;
    EXPECT_TRUE(canvas.says("Launches 3")) << width;
  }
}

}  // namespace
}  // namespace warpscope
