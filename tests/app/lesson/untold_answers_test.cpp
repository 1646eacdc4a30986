// While a question of a lesson is open, no picture of the window tells its answer: no figure that stands with a word of
// what is asked for, in any view, in any layout, nor under the mouse.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "app/commands/session_commands.hpp"
#include "app/lesson/lesson_answer.hpp"
#include "app/panes/view_list.hpp"
#include "app/shell/scene.hpp"
#include "app/ui/fonts.hpp"
#include "app/ui/recording_canvas.hpp"
#include "tests/app/settled_session.hpp"

namespace warpscope {
namespace {

using Text = RecordingCanvas::Text;

/// Words with which a figure would be an answer to a question of that kind.
const std::map<std::string_view, std::vector<std::string_view>>& telling_words() {
  static const std::vector<std::string_view> wavefronts{"wavefront", "excess"},
      sectors{"sector", "ideal"}, degree{"-way", "conflict", "wavefront", "times ideal"},
      lanes{"lane", "active", "idle"}, steps{"step", "round", "barrier"};
  static const std::map<std::string_view, std::vector<std::string_view>> words{
      {"degree", degree},
      {"max_degree", degree},
      {"wavefronts", wavefronts},
      {"ideal", wavefronts},
      {"excess", wavefronts},
      {"step_wavefronts", wavefronts},
      {"step_conflicts", wavefronts},
      {"total_wavefronts", wavefronts},
      {"total_conflicts", wavefronts},
      {"sectors", sectors},
      {"ideal_sectors", sectors},
      {"total_sectors", sectors},
      {"distinct_words", {"word", "element"}},
      {"distinct_banks", {"bank"}},
      {"active_lanes", lanes},
      {"idle_lanes", lanes},
      {"step_threads", lanes},
      {"steps", steps},
      {"rounds", steps},
      {"barriers", {"barrier", "step"}},
      {"launches", {"launch"}},
      {"shuffles", {"shuffle"}},
      {"accesses", {"access"}},
      {"value_waits", {"wait"}},
  };
  return words;
}

std::string small(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

/// Whether the number stands in the text by itself.
bool has_number(std::string_view text, std::string_view number) {
  const auto of_number = [&](std::size_t at) {
    return at < text.size() && (std::isdigit(static_cast<unsigned char>(text[at])) != 0);
  };
  for (std::size_t at = text.find(number); at != std::string_view::npos;
       at = text.find(number, at + 1)) {
    const std::size_t end = at + number.size();
    const bool begins =
        at == 0 || (!of_number(at - 1) && text[at - 1] != '.' && text[at - 1] != ',');
    const bool goes_on =
        of_number(end) ||
        (end < text.size() && (text[end] == '.' || text[end] == ',') && of_number(end + 1));
    if (begins && !goes_on) return true;
  }
  return false;
}

class UntoldAnswersTest : public testing::Test {
 protected:
  static constexpr float width = 1600, height = 1000;

  void settle() { test::settle(session_); }

  /// Sentences that the window always says, whatever runs: options of the toolbar and of panes.
  [[nodiscard]] bool is_chrome(const Text& text) const {
    const std::string name = session_.playback.left().document()->subject->name();
    return text.rect.bottom() < 56 || in_heading(text) || in_pane(text, Slot::lesson) ||
           text.text.find(name) != std::string::npos;
  }
  /// Of a lecture, which names the banks as the toolbar does.
  [[nodiscard]] bool in_heading(const Text& text) const {
    return layout().heading.contains(text.rect.center());
  }
  [[nodiscard]] bool in_pane(const Text& text, Slot slot) const {
    return std::ranges::any_of(layout().panes, [&](const Pane& pane) {
      return pane.has(slot) && pane.frame.contains(text.rect.center());
    });
  }
  [[nodiscard]] WindowLayout layout() const {
    return window_layout({.width = width,
                          .height = height,
                          .kind = session_.views.layout,
                          .compare = session_.comparison.on(),
                          .lecture_slot = {},
                          .lesson = true});
  }
  /// A text with the label at its left, as in a row of a table.
  [[nodiscard]] std::string labelled(const std::vector<Text>& texts, const Text& text) const {
    const Text* label = nullptr;
    for (const Text& other : texts) {
      const bool in_row = std::abs(other.rect.center().y - text.rect.center().y) < 3 &&
                          other.rect.right() <= text.rect.x && other.visible() &&
                          !in_pane(other, Slot::lesson);
      if (in_row && text.rect.x - other.rect.right() < 260 &&
          (label == nullptr || other.rect.x > label->rect.x)) {
        label = &other;
      }
    }
    return label == nullptr ? text.text : label->text + " " + text.text;
  }
  void expect_nothing_told(const RecordingCanvas& canvas, const std::string& what) {
    for (const std::string& told : told_by_picture(canvas)) ADD_FAILURE() << where(what) << told;
  }
  [[nodiscard]] std::vector<std::string> told_by_picture(const RecordingCanvas& canvas) const {
    std::vector<std::string> found;
    const Question& question = *session_.lesson.stop().question;
    const auto words = telling_words().find(question.ask);
    if (words == telling_words().end()) return found;
    const std::string& answer = session_.lesson.found()->answer->answer;
    const std::string& source = session_.playback.left().document()->trace->sources[0].text;
    for (const Text& text : canvas.texts()) {
      if (!text.visible() || is_chrome(text)) continue;
      const bool code = in_pane(text, Slot::source) && source.find(text.text) != std::string::npos;
      if (code) continue;
      const std::string whole =
          small(in_pane(text, Slot::source) ? text.text : labelled(canvas.texts(), text));
      const bool none = answer == "1" && words->second.front() == "-way";
      if (none && whole.find("conflict-free") != std::string::npos) found.push_back(whole);
      const bool told = std::ranges::any_of(words->second, [&](std::string_view word) {
        return whole.find(word) != std::string::npos;
      });
      if (told && has_number(small(text.text), answer)) found.push_back(whole);
    }
    return found;
  }
  [[nodiscard]] std::string where(const std::string& what) const {
    return session_.lesson.lesson().id + ", stop " + std::to_string(session_.lesson.number() + 1) +
           ", " + session_.lesson.stop().question->ask + " is " +
           session_.lesson.found()->answer->answer + ", " + what + ": ";
  }
  RecordingCanvas draw(Point mouse = {-1, -1}) {
    RecordingCanvas canvas({0, 0, width, height}, fonts_);
    const Pointer pointer{.at = mouse, .inside = mouse.x >= 0};
    scene_.draw(canvas, {width, height, pointer, 0, true});
    return canvas;
  }
  void look_everywhere() {
    session_.views.layout = LayoutKind::study;
    for (const ViewInfo& view : view_lists().views) {
      if (view.of_programs || view.id == "lesson" || view.id == "timing" ||
          view.id == "multiprocessor") {
        continue;
      }
      session_.views.bring_forward(view.id);
      expect_nothing_told(draw(), std::string(view.id));
    }
    apply_stop();
    const RecordingCanvas still = draw();
    std::size_t i = 0;
    for (const Text& text : still.texts()) {
      if (!text.visible() || is_chrome(text) || i++ % 9 != 0) continue;
      static_cast<void>(draw(text.rect.center()));  // the mouse comes
      expect_nothing_told(draw(text.rect.center()), "mouse at " + text.text);
    }
    for (const LayoutKind kind : {LayoutKind::lecture, LayoutKind::inspect}) {
      session_.views.layout = kind;
      expect_nothing_told(draw(), "another layout");
    }
    session_.views.layout = LayoutKind::study;
  }
  /// Its own views in front.
  void apply_stop() {
    session_.lesson.back();
    settle();
  }

  Session session_;
  Commands commands_ = make_commands(session_, view_lists());
  Scene scene_{session_, commands_};
  Fonts fonts_;
};

class UntoldAnswers : public UntoldAnswersTest, public testing::WithParamInterface<std::string> {};

TEST_P(UntoldAnswers, NoPictureTells) {
  session_.lesson.begin(GetParam());
  settle();
  ASSERT_TRUE(session_.lesson.on());
  while (true) {
    ASSERT_TRUE(session_.lesson.found());
    if (session_.lesson.asks()) {
      look_everywhere();
      session_.lesson.tell();
      settle();
    }
    if (!session_.lesson.has_next()) break;
    session_.lesson.next();
    settle();
  }
}

INSTANTIATE_TEST_SUITE_P(Lessons, UntoldAnswers, testing::ValuesIn(LessonLibrary().ids()),
                         [](const auto& named) { return named.param; });

/// The test above would see an answer: once one is given, pictures tell it.
TEST_F(UntoldAnswersTest, PicturesTellAnAnswerThatIsGiven) {
  for (const auto& [id, stop] : {std::pair{"radix_float", 3},
                                 {"bank_stride", 1},
                                 {"pcr_hybrid", 4},
                                 {"histogram_shared_atomic", 3},
                                 {"global_stride", 1}}) {
    session_.lesson.begin(id, true);
    settle();
    session_.lesson.go(static_cast<std::size_t>(stop));
    settle();
    ASSERT_TRUE(session_.lesson.asks()) << id;
    EXPECT_EQ(told_by_picture(draw()), std::vector<std::string>()) << id;
    session_.lesson.tell();
    settle();
    EXPECT_NE(told_by_picture(draw()), std::vector<std::string>()) << id;
  }
}

TEST(UntoldAnswersWords, ANumberStandsByItself) {
  EXPECT_TRUE(has_number("launch 98 of 98", "98"));
  EXPECT_TRUE(has_number("32-way conflict", "32"));
  EXPECT_FALSE(has_number("1,024 moved", "24"));
  EXPECT_FALSE(has_number("132 wavefronts", "32"));
  EXPECT_FALSE(has_number("3.5 sectors", "3"));
}

}  // namespace
}  // namespace warpscope
