#include "app/panes/lesson/lesson_view.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/lesson/lesson_answer.hpp"
#include "app/session/session.hpp"
#include "app/views/parts/view_parts.hpp"
#include "tests/app/settled_session.hpp"
#include "tests/app/shown_view.hpp"

namespace warpscope {
namespace {

using test::Shown;

std::string words_on_canvas(const RecordingCanvas& canvas) {
  std::string words;
  for (const RecordingCanvas::Text& text : canvas.texts()) words += text.text + "\n";
  return words;
}

class LessonViewTest : public testing::Test {
 protected:
  LessonViewTest() { begin("reduce_strided"); }
  void begin(const char* kernel) {
    EXPECT_TRUE(session_.choose_kernel(kernel));
    settle();
    session_.lesson.start();
    settle();
  }
  void settle() { test::settle(session_); }
  RecordingCanvas draw(Rect area, bool lecture, int scrolled = 0) {
    Shown shown{.area = area,
                .lecture = lecture,
                .scrolled = {.lesson = scrolled},
                .lesson_guide = &session_.lesson};
    return shown.draw(view_, *session_.playback.left().document(),
                      session_.playback.left().position());
  }
  Session session_;
  LessonView view_;
};

// In a lecture hall nothing else says what happens there.
TEST_F(LessonViewTest, WhoHasLeftTheStopReadsWhereHeIs) {
  const Rect hall{60, 800, 1800, 230};
  const auto here = draw(hall, true);
  EXPECT_FALSE(here.says("This is not the stop"));
  session_.playback.seek(session_.playback.left().count() - 1);
  ASSERT_TRUE(session_.lesson.away());
  const auto away = draw(hall, true);
  EXPECT_TRUE(away.says("This is not the stop"));
  EXPECT_TRUE(away.says("Step "));
  EXPECT_TRUE(away.says("Warp 0 "));
  test::expect_readable(away, hall);
}

TEST_F(LessonViewTest, AQuestionThatIsAskedAgainSaysNothingOfTheLastTime) {
  LessonGuide& guide = session_.lesson;
  while (!guide.asks()) {
    guide.next();
    settle();
  }
  const std::size_t stop = guide.number();
  const Rect desk{0, 0, 330, 420}, hall{60, 800, 1800, 230};
  const std::string first = words_on_canvas(draw(desk, false));
  guide.answer(guide.found()->answer->right);
  settle();
  guide.begin("reduce_strided", true);
  guide.go(stop);
  settle();
  ASSERT_TRUE(guide.asks());
  ASSERT_NE(guide.known(stop), nullptr);
  EXPECT_EQ(words_on_canvas(draw(desk, false)), first);
  EXPECT_EQ(guide.answered(stop), nullptr) << "the dots of a lecture show this";
  guide.go(0);
  settle();
  EXPECT_EQ(draw(hall, true).inked(dark_theme().free), 0U) << "nor do its dots";
  EXPECT_GT(draw(desk, false).inked(dark_theme().free), 0U) << "a reader's dots do";
}

TEST_F(LessonViewTest, TheEndSumsUpWhatWasLearned) {
  begin("branch_divergence");
  LessonGuide& guide = session_.lesson;
  const Rect desk{0, 0, 330, 420};
  while (!guide.at_end()) {
    EXPECT_FALSE(draw(desk, false).says("What you learned")) << guide.number();
    guide.asks() ? guide.tell() : guide.next();
    settle();
  }
  EXPECT_FALSE(draw(desk, false).says("What you learned")) << "the last stop has words of its own";
  guide.next();
  ASSERT_TRUE(guide.closing());
  const auto end = draw(desk, false);
  EXPECT_TRUE(end.says("The end of"));
  EXPECT_TRUE(end.says("What you learned"));
  EXPECT_TRUE(end.says("How it went: "));
  EXPECT_FALSE(end.says("Next stop"));
  test::expect_readable(end, desk);
  for (const auto& text : end.texts()) EXPECT_TRUE(text.visible()) << text.text;
}

TEST_F(LessonViewTest, OffersWhyAndShowsItsPages) {
  begin("bank_stride");
  session_.lesson.go(1);
  settle();
  const Rect pane{0, 0, 330, 420}, hall{60, 800, 1800, 230};
  EXPECT_FALSE(draw(pane, false).says("Why?")) << "the question is open";
  session_.lesson.tell();
  settle();
  for (const auto& [area, lecture] : {std::pair{pane, false}, {hall, true}}) {
    EXPECT_TRUE(draw(area, lecture).says("Why?"));
    session_.lesson.open_why();
    const auto page = draw(area, lecture);
    EXPECT_TRUE(page.says("Let s be the stride")) << lecture;
    EXPECT_FALSE(page.says("Which degree")) << lecture;
    const auto last = draw(area, lecture, 40);
    EXPECT_TRUE(last.says("leads back to stop 2")) << "what comes behind the last page";
    EXPECT_TRUE(page.says("Back to the stop")) << lecture;
    test::expect_readable(page, area);
    session_.lesson.close_why();
  }
}

TEST_F(LessonViewTest, TheWayBackIsNeverCut) {
  session_.playback.seek(session_.playback.left().count() - 1);
  for (const auto& [area, lecture] : {std::pair{Rect{60, 800, 1800, 230}, true},
                                      {Rect{0, 0, 1000, 230}, true},
                                      {Rect{0, 0, 270, 300}, false},
                                      {Rect{0, 0, 200, 300}, false}}) {
    const auto canvas = draw(area, lecture);
    bool whole = false;
    for (const auto& text : canvas.texts()) {
      whole = whole || text.text == "Back to the stop" || text.text == "Back";
    }
    EXPECT_TRUE(whole) << area.w;
  }
}

// Nothing said that another lesson follows: ▶ was dead at the last stop.
TEST_F(LessonViewTest, TheLastStopOffersTheNextLesson) {
  begin("transpose_naive");
  const Rect pane{0, 0, 600, 300};
  EXPECT_FALSE(draw(pane, false).says("Next lesson"));
  session_.lesson.go(session_.lesson.lesson().stops.size() - 1);
  settle();
  EXPECT_TRUE(draw(pane, false).says("How it went, and what comes next"));
  EXPECT_TRUE(draw({60, 800, 1800, 230}, true).says("How it went"));
  session_.lesson.next();
  EXPECT_TRUE(draw(pane, false).says("Next lesson: Transposition through a tile"));
  EXPECT_TRUE(draw({60, 800, 1800, 230}, true).says("Next lesson"));
}

/// All words of a picture, as if each text were a part of one line.
std::string line_on_canvas(const RecordingCanvas& canvas) {
  std::string words = words_on_canvas(canvas);
  std::ranges::replace(words, '\n', ' ');
  return words;
}

const std::string following_title = "Next lesson: Transposition through a tile";

TEST_F(LessonViewTest, TheEndLeadsToTheNextLessonByItsTitleAndBackToTheCourse) {
  begin("transpose_naive");
  session_.lesson.go(session_.lesson.lesson().stops.size() - 1);
  settle();
  session_.lesson.next();
  const auto end = draw({0, 0, 280, 420}, false);
  EXPECT_TRUE(end.says("What you learned"));
  EXPECT_NE(line_on_canvas(end).find(following_title), std::string::npos);
  EXPECT_TRUE(end.says("Back to the course"));
  EXPECT_EQ(end.faults(), std::vector<std::string>());
  begin("monte_carlo_pi");
  session_.lesson.go(session_.lesson.lesson().stops.size() - 1);
  settle();
  ASSERT_EQ(session_.lesson.following(), nullptr) << "the last lesson of the course";
  session_.lesson.next();
  EXPECT_TRUE(draw({0, 0, 280, 420}, false).says("Back to the course"));
}

// A slide's slip amid a derivation loses the thread; after an answer it is no part of it either.
TEST_F(LessonViewTest, ANoteIsAnAsideThatWaitsForTheAnswer) {
  begin("bitonic_shared");
  const Rect pane{0, 0, 420, 400};
  session_.lesson.go(4);
  settle();
  ASSERT_TRUE(session_.lesson.asks());
  const std::string note = "A rough count";
  EXPECT_FALSE(draw(pane, false).says(note));
  session_.lesson.tell();
  settle();
  const auto told = draw(pane, false);
  EXPECT_TRUE(told.says(note));
  for (const RecordingCanvas::Text& text : told.texts()) {
    if (text.text.starts_with(note)) {
      EXPECT_EQ(text.style.color, dark_theme().muted);
    }
  }
}

/// Whether the last words of a text are on the canvas.
bool shows_end(const RecordingCanvas& canvas, std::string_view text) {
  const std::string_view end = text.substr(text.find_last_of(' ') + 1);
  return std::ranges::any_of(canvas.texts(), [&](const RecordingCanvas::Text& shown) {
    return shown.visible() && shown.text.ends_with(end);
  });
}

// The pane of a window of 1024 by 640. An answer used to end amid its sentence.
TEST_F(LessonViewTest, NoWordOfAnAnswerIsOutOfReachInALowWindow) {
  const Rect low{0, 0, 212, 172};
  for (const auto& [kernel, stop] : {std::pair{"scan_merging", 5}, {"bitonic_shared", 7}}) {
    begin(kernel);
    session_.lesson.go(static_cast<std::size_t>(stop));
    settle();
    ASSERT_TRUE(session_.lesson.asks()) << kernel;
    const Question& question = *session_.lesson.stop().question;
    const auto asked = draw(low, false);
    for (const std::string& choice : question.choices) {
      EXPECT_TRUE(asked.says(choice_text(choice))) << kernel;
    }
    session_.lesson.tell();
    settle();
    const auto told = draw(low, false);
    EXPECT_TRUE(told.says("the answer is")) << kernel;
    EXPECT_EQ(told.faults(), std::vector<std::string>()) << kernel;
    EXPECT_TRUE(shows_end(draw(low, false, 40), question.after.en)) << kernel;
    session_.lesson.leave();
    settle();
  }
}

TEST_F(LessonViewTest, TheNextLessonsTitleIsWholeInNarrowPanes) {
  begin("transpose_naive");
  while (!session_.lesson.at_end()) {
    session_.lesson.asks() ? session_.lesson.tell() : session_.lesson.next();
    settle();
  }
  session_.lesson.next();
  for (const auto& [area, lecture] : {std::pair{Rect{0, 0, 220, 420}, false},
                                      {Rect{0, 0, 300, 160}, false},
                                      {Rect{0, 0, 1000, 230}, true}}) {
    const auto end = draw(area, lecture);
    EXPECT_NE(line_on_canvas(end).find(following_title), std::string::npos) << area.w;
    const auto next = std::ranges::find_if(end.texts(), [](const RecordingCanvas::Text& text) {
      return text.text.starts_with("Next lesson");
    });
    ASSERT_NE(next, end.texts().end()) << area.w;
    Shown shown{.area = area, .lecture = lecture, .lesson_guide = &session_.lesson};
    shown.pointer = {.at = next->rect.center(), .inside = true};
    static_cast<void>(shown.draw(view_, *session_.playback.left().document(), 0));
    EXPECT_TRUE(shown.wishes.tooltip.starts_with("Next lesson: Transposition through a tile"));
  }
}

TEST_F(LessonViewTest, TheEndTellsWhatWasPassedOver) {
  Frame frame;
  frame.lent.lend<LessonGuide>(&session_.lesson);
  while (!session_.lesson.at_end()) {
    session_.lesson.next();
    settle();
  }
  EXPECT_NE(view_.subtitle(frame).find("questions passed over"), std::string::npos);
  EXPECT_EQ(view_.subtitle(frame).find("done"), std::string::npos);
  const Rect pane{0, 0, 330, 420};
  session_.lesson.next();
  ASSERT_TRUE(session_.lesson.closing());
  const auto end = draw(pane, false);
  EXPECT_TRUE(end.says("were passed over"));
  EXPECT_TRUE(end.says("What you learned"));
  test::expect_readable(end, pane);
}

// The pane of a window of 1280 by 720: an explanation used to be the smallest text of the window.
TEST_F(LessonViewTest, WordsAreAsLargeAsOtherTextHoweverLongTheyAre) {
  const Rect pane{0, 0, 274, 258};
  begin("bitonic_shared");
  for (std::size_t stop = 0; stop < session_.lesson.lesson().stops.size(); ++stop) {
    session_.lesson.go(stop);
    settle();
    session_.lesson.tell();
    const auto canvas = draw(pane, false);
    for (const auto& text : canvas.texts()) {
      if (!text.visible() || text.style.face == Face::mono) continue;
      EXPECT_GE(text.style.size, type_scale(false).body) << text.text;
    }
    EXPECT_EQ(canvas.faults(), std::vector<std::string>()) << stop;
  }
}

TEST_F(LessonViewTest, AnAnswerThatWasOnlyShownIsNoSuccess) {
  session_.lesson.begin("primer");
  settle();
  session_.lesson.go(2);
  settle();
  ASSERT_TRUE(session_.lesson.asks());
  session_.lesson.tell();
  settle();
  const Rect pane{0, 0, 288, 330};
  const auto shown = draw(pane, false);
  EXPECT_TRUE(shown.says("Not answered: the answer is 32."));
  EXPECT_FALSE(shown.says("✓")) << "as if it had been found";
  EXPECT_EQ(session_.lesson.score().right, 0);
}

TEST_F(LessonViewTest, AWrongAnswerGetsAHintAndASecondTry) {
  session_.lesson.begin("primer");
  settle();
  session_.lesson.go(2);
  settle();
  const Rect pane{0, 0, 288, 380};
  const std::size_t right = session_.lesson.found()->answer->right;
  const std::size_t wrong = right == 0 ? 1 : 0;
  const std::string chosen = session_.lesson.stop().question->choices[wrong];
  session_.lesson.answer(wrong);
  settle();
  const auto hinted = draw(pane, false);
  EXPECT_TRUE(hinted.says("Not " + chosen + "."));
  EXPECT_TRUE(hinted.says("✗ " + chosen));
  const std::string hint = hint_of(*session_.lesson.stop().question);
  EXPECT_TRUE(hinted.says(hint.substr(0, hint.find(' ')))) << hint;
  EXPECT_FALSE(hinted.says(session_.lesson.stop().question->after.en.substr(0, 12)));
  session_.lesson.answer(right);
  settle();
  EXPECT_TRUE(draw(pane, false).says("Right at the second try"));
}

TEST_F(LessonViewTest, TheScoreIsToldAtTheEndInTheNarrowestPane) {
  session_.lesson.begin("primer");
  settle();
  while (!session_.lesson.at_end()) {
    session_.lesson.asks() ? session_.lesson.tell() : session_.lesson.next();
    settle();
  }
  Frame frame;
  frame.lent.lend<LessonGuide>(&session_.lesson);
  const std::string told = LessonView().subtitle(frame);
  EXPECT_NE(told.find("0 of 2"), std::string::npos) << told;
  EXPECT_LE(told.size(), 24U) << "there is room beside the title in a window of 640 by 480";
}

}  // namespace
}  // namespace warpscope
