#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "app/commands/session_commands.hpp"
#include "app/panes/view_list.hpp"
#include "app/shell/scene.hpp"
#include "app/ui/fonts.hpp"
#include "app/ui/recording_canvas.hpp"

namespace warpscope {
namespace {

class SceneConcealing : public testing::Test {
 protected:
  void settle() {
    while (session_.recording.on()) {
      session_.tick(0);
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    session_.tick(0);
  }
  /// Panes that wait for the answer while these views are in front.
  [[nodiscard]] std::ptrdiff_t concealed(std::initializer_list<std::string_view> fronts) {
    for (const std::string_view view : fronts) session_.views.bring_forward(view);
    RecordingCanvas canvas({0, 0, 1600, 1000}, fonts_);
    scene_.draw(canvas, {1600, 1000, {}, 0});
    return std::ranges::count_if(canvas.texts(), [](const RecordingCanvas::Text& text) {
      return text.text.find("once the question is answered") != std::string::npos;
    });
  }
  Session session_;
  Commands commands_ = make_commands(session_, view_lists());
  Scene scene_{session_, commands_};
  Fonts fonts_;
};

TEST_F(SceneConcealing, ViewsThatTellCostsWaitForTheAnswer) {
  ASSERT_TRUE(session_.choose_kernel("reduce_strided"));
  settle();
  LessonGuide& lesson = session_.lesson;
  lesson.start();
  settle();
  while (!(lesson.asks() && lesson.view() == "banks") && lesson.has_next()) {
    lesson.next();
    settle();
  }
  ASSERT_TRUE(lesson.asks());
  const std::initializer_list<std::string_view> silent{"source", "memory", "totals", "banks"};
  EXPECT_EQ(concealed(silent), 2) << "banks and caption";
  EXPECT_EQ(concealed({"formula"}), 2) << "in place of the banks";
  EXPECT_EQ(concealed({"heat"}), 3) << "the access is in the whole run, too";
  EXPECT_EQ(concealed({"lines"}), 4);
  session_.playback.seek(lesson.found()->access);
  EXPECT_EQ(concealed(silent), 2) << "who steps on must not read the answer";
  lesson.tell();
  EXPECT_EQ(concealed({"heat", "lines"}), 0);
}

// The squares that a warp reads would tell how many of its lanes work.
TEST_F(SceneConcealing, ALanesQuestionIsNotAnsweredByTheStage) {
  session_.lesson.begin("branch_divergence");
  settle();
  session_.lesson.go(3);
  settle();
  EXPECT_EQ(concealed({"source", "memory", "totals", "banks"}), 4)
      << "caption, banks, stage and memory";
  RecordingCanvas canvas({0, 0, 1600, 1000}, fonts_);
  scene_.draw(canvas, {1600, 1000, {}, 0});
  EXPECT_FALSE(canvas.says("100.0 %")) << "the share of active lanes";
  session_.lesson.tell();
  EXPECT_EQ(concealed({"source", "memory", "totals", "banks"}), 0);
}

}  // namespace
}  // namespace warpscope
