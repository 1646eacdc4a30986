// What the window offers at the end of a program of the user's own.
#include <gtest/gtest.h>

#include <fstream>

#include "app/commands/session_commands.hpp"
#include "app/panes/view_list.hpp"
#include "app/shell/scene.hpp"
#include "app/ui/fonts.hpp"
#include "app/ui/recording_canvas.hpp"
#include "instrumentation/language/language.hpp"
#include "instrumentation/language/message.hpp"
#include "tests/app/fake_program.hpp"
#include "tests/app/racing_program.hpp"
#include "tests/app/settled_session.hpp"
#include "tests/app/shown_view.hpp"
#include "tests/support/test_folder.hpp"

namespace warpscope {
namespace {

class SceneEnding : public testing::Test {
 protected:
  SceneEnding() { session_.programs.use(program_.runner()); }
  void open_race() {
    test::RacingProgram race = test::racing_program();
    program_.built.program = BuiltProgram{.object = "program.so"};
    program_.run.trace = race.trace;
    program_.run.outcome = *race.page.outcome;
    std::ofstream(folder_.path() / "race.cu") << race.trace.sources[0].text;
    ASSERT_TRUE(session_.open(folder_.path() / "race.cu", HowOpened::typed));
    test::settle(session_);
  }
  RecordingCanvas frame(float width = 1280, float height = 720, Pointer pointer = {}) {
    const InLanguage scope(*find_language(session_.settings.language));
    session_.playback.player.settle();
    RecordingCanvas canvas({0, 0, width, height}, fonts_);
    scene_.draw(canvas, {width, height, pointer, 0.1F, true});
    return canvas;
  }
  void click(std::string_view words) {
    const Point at = test::middle_of(frame(), words);
    static_cast<void>(frame(1280, 720, {.at = at, .inside = true, .pressed = true, .down = true}));
  }
  void go_to_end() { session_.playback.seek(session_.playback.left().count() - 1); }

  const Fonts fonts_;
  TestFolder folder_;
  test::FakeProgram program_;
  Session session_{Settings{}, record_with_views};
  Commands commands_ = make_commands(session_, view_lists());
  Scene scene_{session_, commands_};
};

TEST_F(SceneEnding, OffersHomeAndTheLessonOnWhatIsWrong) {
  open_race();
  session_.playback.seek(0);
  EXPECT_FALSE(frame().says("This is the end of"));
  go_to_end();
  const RecordingCanvas canvas = frame();
  EXPECT_TRUE(canvas.says("This is the end of race.cu."));
  EXPECT_TRUE(canvas.says("Home (Alt+Home)"));
  click("A lesson about this");
  ASSERT_TRUE(session_.lesson.on());
  EXPECT_EQ(session_.lesson.lesson().id, "primer");
}

TEST_F(SceneEnding, LeadsHome) {
  open_race();
  go_to_end();
  click("Home (Alt+Home)");
  EXPECT_EQ(session_.views.layout, LayoutKind::home);
}

TEST_F(SceneEnding, StandsAtNoEndOfTheCatalogue) {
  ASSERT_TRUE(session_.choose_kernel("reduce_strided"));
  test::settle(session_);
  go_to_end();
  EXPECT_FALSE(frame().says("This is the end of")) << "its lesson has an end";
}

TEST_F(SceneEnding, CanBeReadAtEverySizeInEveryLanguage) {
  open_race();
  go_to_end();
  for (const char* language : {"en", "ru", "pseudo"}) {
    session_.settings.language = language;
    for (const auto& [width, height] :
         {std::pair{1024.0F, 640.0F}, {1280.0F, 720.0F}, {1920.0F, 1080.0F}}) {
      const RecordingCanvas canvas = frame(width, height);
      const InLanguage scope(*find_language(language));
      const std::string home = tr("Home");
      std::string all;  // what takes two lines, too
      for (const RecordingCanvas::Text& text : canvas.texts()) {
        if (text.visible()) all += text.text + ' ';
      }
      for (const std::string& words : {tr("This is the end of {}.", "race.cu"), home}) {
        EXPECT_NE(all.find(words), std::string::npos) << words << ' ' << width;
      }
    }
  }
}

}  // namespace
}  // namespace warpscope
