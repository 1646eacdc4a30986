#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <functional>
#include <string>
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

namespace warpscope::test {

/// Pictures of the whole window, of every state in which it has other words and colours to show: all
/// views, pictures of the stage, choices and layouts, a comparison, a lesson's questions, a program
/// with findings, messages, and the mouse over its parts.
class WindowPictures {
 public:
  /// Is told which picture it is.
  using Look = std::function<void(const RecordingCanvas&, const std::string& what)>;

  WindowPictures(const Theme& theme, Look look) : look_(std::move(look)) {
    session_.settings.theme = theme.id;
    session_.programs.use(program_.runner());
  }

  void draw_all() {
    for (const char* kernel : {"reduce_strided", "bitonic_shared", "radix_split", "matmul_tiled",
                               "histogram256_tagged", "spmv_scalar"}) {
      open(kernel);
      draw_layouts(kernel);
      draw_stages(kernel);
    }
    open("reduce_strided");
    draw_views("reduce_strided");
    draw_choices();
    draw_hovered("reduce_strided");
    draw_comparison();
    draw_lesson();
    draw_messages();
    draw_program();
  }

 private:
  void open(const char* kernel) {
    ASSERT_TRUE(session_.choose_kernel(kernel)) << kernel;
    settle(session_);
    session_.notes.set(1);
  }
  void draw(const std::string& what, Pointer pointer = {}, float width = 1600, float height = 900) {
    session_.playback.player.settle();
    RecordingCanvas canvas({0, 0, width, height}, fonts_);
    scene_.draw(canvas, {width, height, pointer, 0, true});
    look_(canvas, what);
  }
  void draw_layouts(const std::string& what) {
    for (const LayoutKind kind : all_values<LayoutKind>) {
      session_.views.layout = kind;
      for (const std::uint32_t part : {0U, 1U, 2U}) {
        session_.playback.seek((session_.playback.left().count() - 1) * part / 2);
        draw(what);
      }
    }
    session_.views.layout = LayoutKind::study;
  }
  void draw_views(const std::string& what) {
    for (const ViewInfo& view : view_lists().views) {
      session_.views.bring_forward(view.id);
      draw(what + ", " + std::string(view.id));
      session_.views.layout = LayoutKind::lecture;
      session_.views.lecture.view = view.id;
      draw(what + ", lecture of " + std::string(view.id));
      session_.views.lecture.view.clear();
      session_.views.layout = LayoutKind::study;
    }
  }
  void draw_stages(const std::string& what) {
    session_.opening.seek();
    for (const StageInfo& stage : view_lists().stages) {
      session_.views.choose_stage(stage.id);
      draw(what + ", " + std::string(stage.id));
    }
  }
  void draw_choices() {
    for (const auto& [view, option] : look_options(view_lists().views)) {
      session_.views.bring_forward(view->id);
      for (std::size_t choice = 0; choice < option->choices.size(); ++choice) {
        if (option->open != nullptr) option->open(session_.views.look);
        option->choose(session_.views.look, choice);
        draw(std::string(view->id) + ", " + std::string(option->choices[choice].id));
      }
    }
    session_.views.look = {};
  }
  /// The mouse in the middle of everything that is written.
  void draw_hovered(const std::string& what) {
    RecordingCanvas still({0, 0, 1280, 720}, fonts_);
    scene_.draw(still, {1280, 720, {}, 0, true});
    std::size_t i = 0;
    for (const RecordingCanvas::Text& text : still.texts()) {
      if (text.visible() && i++ % 7 == 0) {
        draw(what + ", mouse at " + text.text, {.at = text.rect.center(), .inside = true}, 1280,
             720);
      }
    }
  }
  void draw_comparison() {
    ASSERT_TRUE(session_.comparison.with_kernel("reduce_sequential"));
    settle(session_);
    draw_layouts("comparison");
    ASSERT_TRUE(session_.comparison.with_kernel(""));
    settle(session_);
  }
  void draw_lesson() {
    LessonGuide& lesson = session_.lesson;
    lesson.start();
    settle(session_);
    bool first = false;
    for (bool more = true; more; more = lesson.has_next()) {
      for (const auto kind : {LayoutKind::study, LayoutKind::lecture}) {
        session_.views.layout = kind;
        draw("lesson, stop " + std::to_string(lesson.number()));
      }
      session_.views.layout = LayoutKind::study;
      if (lesson.asks()) {
        session_.playback.seek(lesson.found()->access);
        draw("lesson, question");
        lesson.answer((first = !first) ? 0 : 1);  // one of them is wrong
        settle(session_);
        draw("lesson, hint or answer");
        lesson.tell();
        settle(session_);
        draw("lesson, answer");
      }
      if (lesson.has_next()) lesson.next();
      settle(session_);
    }
    lesson.leave();
    settle(session_);
  }
  void draw_messages() {
    session_.notices.say(Sentence("Saved."), Sentence("Show"), "help");
    draw("notice");
    session_.notices.complain({ErrorKind::failed, "It failed."});
    draw("complaint");
    session_.notices.dismiss();
  }
  void draw_program() {
    RacingProgram race = racing_program();
    program_.built.program = BuiltProgram{.object = "program.so"};
    program_.run.trace = race.trace;
    program_.run.outcome = *race.page.outcome;
    std::ofstream(folder_.path() / "race.cu") << race.trace.sources[0].text;
    ASSERT_TRUE(session_.open(folder_.path() / "race.cu", HowOpened::typed));
    settle(session_);
    draw_layouts("program");
    draw_views("program");
    const ConsolePage broken = broken_page();
    program_.built.program.reset();
    program_.built.failure = {.message = broken.failure.text(), .diagnostics = broken.diagnostics};
    static_cast<void>(session_.programs.run_again());
    settle(session_);
    draw("program that does not compile");
  }

  Look look_;
  TestFolder folder_;
  FakeProgram program_;
  Session session_;
  Commands commands_ = make_commands(session_, view_lists());
  Scene scene_{session_, commands_};
  Fonts fonts_;
};

}  // namespace warpscope::test
