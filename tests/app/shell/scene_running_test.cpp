#include <gtest/gtest.h>

#include <atomic>
#include <fstream>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include "app/commands/session_commands.hpp"
#include "app/panes/view_list.hpp"
#include "app/shell/scene.hpp"
#include "app/ui/fonts.hpp"
#include "app/ui/recording_canvas.hpp"
#include "tests/app/fake_program.hpp"
#include "tests/app/racing_program.hpp"
#include "tests/app/settled_session.hpp"
#include "tests/support/test_folder.hpp"

namespace warpscope {
namespace {

/// A program that has told what it did, and runs until the test lets it end.
class SceneRunningTest : public testing::Test {
 protected:
  SceneRunningTest() {
    ProgramRunner runner = program_.runner();
    runner.run = [this, run = runner.run](const BuiltProgram& program,
                                          const ProgramRequest& request, const ProgramOutput& to,
                                          std::stop_token stop) {
      to.progress(test::running_page().progress);
      may_end_.wait(false);
      return run(program, request, to, std::move(stop));
    };
    session_.programs.use(runner);
    const std::string file = (folder_.path() / "sum.cu").string();
    std::ofstream(file) << "int main() {}\n";
    EXPECT_TRUE(session_.open(file, HowOpened::typed));
    const auto told = [&] {
      const ConsolePage* page = session_.programs.console();
      return page != nullptr && page->progress != nullptr;
    };
    while (!told()) {
      session_.tick(0);
      std::this_thread::yield();
    }
  }
  ~SceneRunningTest() override { finish(); }
  void finish() {
    may_end_ = true;
    may_end_.notify_all();
    test::settle(session_);
  }
  RecordingCanvas frame() {
    session_.playback.player.settle();
    RecordingCanvas canvas({0, 0, 1280, 720}, fonts_);
    scene_.draw(canvas, {1280, 720, {}, 0, true});
    return canvas;
  }

  TestFolder folder_;
  std::atomic<bool> may_end_ = false;
  test::FakeProgram program_ = test::three_launches();
  const Fonts fonts_;
  Session session_{Settings{}, record_with_views};
  Commands commands_ = make_commands(session_, view_lists());
  Scene scene_{session_, commands_};
};

TEST_F(SceneRunningTest, ShowsWhatAProgramDoesBeforeItEnds) {
  for (const std::string_view theme : {"dark", "light"}) {
    session_.settings.theme = theme;
    session_.views.bring_forward("output");
    const RecordingCanvas output = frame();
    EXPECT_TRUE(output.says("running launch 1,204, race<<<(16, 8), 64>>> …")) << theme;
    EXPECT_TRUE(output.says("1,204 launches: 1,000 × race, 200 × fill, 4 of others")) << theme;
    EXPECT_TRUE(output.says("2 findings so far")) << theme;
    for (const std::string& fault : output.faults()) ADD_FAILURE() << theme << ": " << fault;
    session_.views.bring_forward("findings");
    const RecordingCanvas findings = frame();
    EXPECT_TRUE(findings.says("Threads 3 and 35 use tile[3] on line 5 and line 8.")) << theme;
    EXPECT_TRUE(findings.says("so far")) << theme;
    for (const std::string& fault : findings.faults()) ADD_FAILURE() << theme << ": " << fault;
  }
  finish();
  session_.views.bring_forward("findings");
  EXPECT_FALSE(frame().says("so far"));
}

}  // namespace
}  // namespace warpscope
