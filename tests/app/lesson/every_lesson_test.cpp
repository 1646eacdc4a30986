// Every lesson, in both languages: its stops exist, its questions have one answer, its words fit.
#include <gtest/gtest.h>
#include <imgui.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "app/layout/window_layout.hpp"
#include "app/lesson/claim_check.hpp"
#include "app/lesson/lesson_answer.hpp"
#include "app/panes/lesson/lesson_view.hpp"
#include "app/panes/view_list.hpp"
#include "app/session/session.hpp"
#include "app/ui/fonts.hpp"
#include "app/ui/recording_canvas.hpp"
#include "app/ui/utf8.hpp"
#include "instrumentation/language/language.hpp"
#include "instrumentation/trace/trace_file.hpp"
#include "kernels/catalogue.hpp"
#include "tests/app/fake_program.hpp"
#include "tests/app/settled_session.hpp"
#include "tests/support/test_folder.hpp"

namespace warpscope {
namespace {

const Fonts& fonts() {
  static const Fonts all;
  return all;
}

class EveryLesson : public testing::TestWithParam<std::string> {
 protected:
  EveryLesson() : lesson_(library_.find(GetParam())) {}
  LessonLibrary library_{view_lists()};
  const Lesson* lesson_;
};

TEST_P(EveryLesson, HasNoMistakes) {
  library_.read_all();
  for (const Mistake& mistake : library_.mistakes()) ADD_FAILURE() << mistake.text();
  ASSERT_NE(lesson_, nullptr);
  EXPECT_EQ(lesson_->id, GetParam());
  std::vector<Mistake> mistakes;
  const std::vector<std::string> views = ids_of(view_lists().views);
  const auto walked = walk(*lesson_, views, mistakes);
  (void)check_claims(*lesson_, walked, mistakes);
  for (const Mistake& mistake : mistakes) ADD_FAILURE() << mistake.text();
  ASSERT_EQ(walked.size(), lesson_->stops.size());
  for (std::size_t i = 0; i < walked.size(); ++i) {
    ASSERT_TRUE(walked[i].found) << "stop " << i + 1;
    EXPECT_EQ(walked[i].found->answer.has_value(), lesson_->stops[i].question.has_value());
  }
}

/// Pages have paragraphs, which line breaks part; no other text does.
Words without_breaks(Words words) {
  std::ranges::replace(words.en, '\n', ' ');
  for (auto& [language, text] : words.others) std::ranges::replace(text, '\n', ' ');
  return words;
}

/// Every text of a lesson, with where it stands.
std::vector<std::pair<Words, int>> texts_of(const Lesson& lesson) {
  std::vector<std::pair<Words, int>> texts{{lesson.title, 1},
                                           {lesson.learned, lesson.learned_line}};
  for (const Stop& stop : lesson.stops) {
    texts.emplace_back(stop.text, stop.line);
    texts.emplace_back(stop.note, stop.line);
    for (const WhyPage& page : stop.why) {
      texts.emplace_back(without_breaks(page.text), page.line);
    }
    if (!stop.question) continue;
    texts.emplace_back(stop.question->text, stop.question->line);
    texts.emplace_back(stop.question->hint, stop.question->line);
    texts.emplace_back(stop.question->after, stop.question->line);
  }
  return texts;
}

TEST_P(EveryLesson, IsWrittenInBothLanguagesWithSignsThatTheFontsHave) {
  ASSERT_NE(lesson_, nullptr);
  ImFont* const sans = fonts().find(Face::sans, 14).font;
  ImFont* const bold = fonts().find(Face::sans_bold, 14).font;
  for (const auto& [words, line] : texts_of(*lesson_)) {
    EXPECT_EQ(words.en.empty(), words.own("ru").empty()) << lesson_->file << ":" << line;
    for (const std::string& text : {words.en, words.in("ru")}) {
      for (std::string_view rest = text; !rest.empty();) {
        const char32_t sign = take_code_point(rest);
        if (sign == U'\n') continue;
        for (ImFont* font : {sans, bold}) {
          EXPECT_NE(font->FindGlyphNoFallback(static_cast<ImWchar>(sign)), nullptr)
              << lesson_->file << ":" << line << ": no glyph U+" << std::hex
              << static_cast<unsigned>(sign) << " in " << text;
        }
      }
    }
  }
}

void settle(Session& session) { test::settle(session); }

/// Whether the lesson itself says so.
bool is_said(const LessonGuide& guide, const std::string& part) {
  return std::ranges::any_of(texts_of(guide.lesson()), [&](const auto& text) {
    return text.first.en.find(part) != std::string::npos ||
           text.first.in("ru").find(part) != std::string::npos;
  });
}

/// What the pane of a layout shows when it is scrolled down by so many lines.
RecordingCanvas drawn(const Session& session, Rect area, bool lecture, int scrolled,
                      std::string_view language) {
  Frame frame;
  frame.document = session.playback.left().document().get();
  frame.access = session.playback.left().position();
  frame.theme = &dark_theme();
  frame.lecture = lecture;
  frame.lent.lend<LessonGuide>(&session.lesson);
  RecordingCanvas canvas(area, fonts());
  Wishes wishes;
  LessonView view;
  const InLanguage speaking(find_language(language).value());
  view.draw(canvas, area, frame, wishes);
  if (scrolled == 0) return canvas;
  frame.scrolled.lesson = scrolled;
  RecordingCanvas further(area, fonts());
  view.draw(further, area, frame, wishes);
  return further;
}

/// The place that a layout has for a lesson's words.
Rect pane_of(const Session& session, LayoutKind kind) {
  LayoutRequest request{.kind = kind, .compare = session.comparison.on(), .lesson = true};
  const WindowLayout layout = window_layout(request);
  const auto pane = std::ranges::find_if(
      layout.panes, [](const Pane& candidate) { return candidate.has(Slot::lesson); });
  EXPECT_NE(pane, layout.panes.end());
  return pane->content();
}

/// Every page of the present stop's Why: no line is cut, and its end is there or can be scrolled to.
void expect_pages_fit(Session& session, LayoutKind kind, std::string_view language) {
  if (!session.lesson.offers_why()) return;
  const Rect area = pane_of(session, kind);
  const std::uint32_t stop = session.playback.left().position();
  for (std::size_t page = 0; page < session.lesson.stop().why.size(); ++page) {
    session.lesson.open_why(page);
    const std::string where = session.lesson.lesson().file + ":" +
                              std::to_string(session.lesson.why_page().line) + " (" +
                              std::string(language) + "): ";
    const std::string last = session.lesson.why_page().paragraphs(language).back();
    const std::string end = last.substr(last.find_last_of(' ') + 1);
    bool found = false;
    for (const int scrolled : {0, 99}) {
      const auto canvas = drawn(session, area, kind == LayoutKind::lecture, scrolled, language);
      for (const std::string& fault : canvas.faults()) ADD_FAILURE() << where << fault;
      for (const RecordingCanvas::Text& text : canvas.texts()) {
        EXPECT_TRUE(text.visible() && !text.cut()) << where << text.text;
        found = found || text.text.ends_with(end);
      }
    }
    EXPECT_TRUE(found) << where << "no room for its end: " << end;
  }
  session.lesson.close_why();
  EXPECT_EQ(session.playback.left().position(), stop);
}

/// The words of the present stop in the place that a layout has for them.
void expect_fits(const Session& session, LayoutKind kind, std::string_view language) {
  const bool lecture = kind == LayoutKind::lecture;
  const RecordingCanvas canvas = drawn(session, pane_of(session, kind), lecture, 0, language);
  const std::string where = session.lesson.lesson().file + ":" +
                            std::to_string(session.lesson.stop().line) + " (" +
                            std::string(language) + ", " + (lecture ? "lecture" : "study") +
                            (session.lesson.asks() ? ", asked): " : "): ");
  for (const std::string& fault : canvas.faults()) ADD_FAILURE() << where << fault;
  for (const RecordingCanvas::Text& text : canvas.texts()) {
    EXPECT_TRUE(text.visible() && !text.cut()) << where << "no room for: " << text.text;
    // The title of the next lesson alone may be cut: the button tells it whole where the pointer rests.
    const bool is_title = text.text.starts_with("Next: ") || text.text.starts_with("Далее: ");
    const bool shortened =
        text.text.ends_with("…") && !is_title && !is_said(session.lesson, text.text);
    EXPECT_FALSE(shortened) << where << "no room for: " << text.text;
  }
}

void answer_wrong(LessonGuide& lesson) {
  const FoundAnswer& found = *lesson.found()->answer;
  switch (lesson.stop().question->form) {
    case AnswerForm::choice: return lesson.answer(found.right == 0 ? 1 : 0);
    case AnswerForm::order:
      for (std::size_t i = found.answer.front() == '1' ? 1 : 0; lesson.answered().tries.empty();
           i = i == 0 ? lesson.stop().question->choices.size() - 1 : i - 1) {
        lesson.answer(i);
      }
      return;
    case AnswerForm::cell: return static_cast<void>(lesson.give("none[0]"));
    default: return static_cast<void>(lesson.give(is_right(found, "1") ? "2" : "1"));
  }
}

/// Each stop of the lesson that is on, in every layout and language.
void expect_all_fit(Session& session) {
  ASSERT_TRUE(session.lesson.on());
  for (bool more = true; more;) {
    settle(session);
    ASSERT_TRUE(session.lesson.found());
    for (const LayoutKind kind : {LayoutKind::study, LayoutKind::lecture, LayoutKind::inspect}) {
      for (const std::string_view language : {"en", "ru"}) {
        expect_fits(session, kind, language);
        expect_pages_fit(session, kind, language);
      }
    }
    more = session.lesson.asks() || session.lesson.has_next();
    if (!more) continue;
    if (!session.lesson.asks()) {
      session.lesson.next();
    } else if (session.lesson.answered().tries.empty()) {
      answer_wrong(session.lesson);
    } else {
      session.lesson.tell();
    }
  }
}

TEST_P(EveryLesson, FitsItsPane) {
  ASSERT_NE(lesson_, nullptr);
  Session session;
  session.lesson.begin(GetParam());
  expect_all_fit(session);
}

/// A starter as it was recorded; its build and run are nobody's.
class StarterLesson : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    const std::string recorded = folder_.file("recorded.wscope");
    const std::string command = std::string(WARPSCOPE_BINARY) + " run " + program_ + " -o " +
                                recorded + " > /dev/null 2>&1 < /dev/null";
    if (std::system(command.c_str()) != 0) GTEST_SKIP() << "it cannot be recorded here";
    fake_ = test::three_launches();
    fake_.run.trace = read_trace(recorded).value();
    fake_.run.outcome.launches = launches_of(*fake_.run.trace);
  }
  std::string program_ = WARPSCOPE_SOURCE_DIR "/assets/starters/" + GetParam() + ".cu";
  TestFolder folder_;
  test::FakeProgram fake_;
};

TEST_P(StarterLesson, FitsItsPane) {
  Session session;
  session.programs.use(fake_.runner());
  ASSERT_TRUE(session.open(program_, HowOpened::made));
  settle(session);
  session.lesson.start();
  expect_all_fit(session);
  for (const auto& [words, line] : texts_of(session.lesson.lesson())) {
    EXPECT_EQ(words.en.empty(), words.own("ru").empty()) << program_ << ":" << line;
  }
  EXPECT_EQ(fake_.builds, 1) << "a lesson compiles nothing";
  for (Array& array : fake_.run.trace->arrays) array.name = "another";
  for (Launch& launch : fake_.run.trace->launches) launch.names.clear();
  ASSERT_TRUE(session.programs.run_again());
  settle(session);
  EXPECT_TRUE(session.lesson.lost());
  for (const LayoutKind layout : {LayoutKind::study, LayoutKind::lecture, LayoutKind::inspect}) {
    for (const std::string_view language : {"en", "ru"}) expect_fits(session, layout, language);
  }
}

INSTANTIATE_TEST_SUITE_P(Starters, StarterLesson,
                         testing::Values("vector_add", "reduction", "transpose", "histogram",
                                         "kernel"),
                         [](const auto& named) { return named.param; });

INSTANTIATE_TEST_SUITE_P(Lessons, EveryLesson, testing::ValuesIn(LessonLibrary().ids()),
                         [](const auto& named) { return named.param; });

TEST(Lessons, EveryKernelHasOne) {
  LessonLibrary library;
  for (const KernelInfo* kernel : catalogue()) {
    EXPECT_NE(library.find(kernel->id), nullptr) << kernel->id;
  }
}

TEST(Lessons, TheirFormatIsDocumented) {
  std::ifstream file(std::filesystem::path(WARPSCOPE_SOURCE_DIR) / "docs/lessons.md");
  std::stringstream text;
  text << file.rdbuf();
  for (const QuestionKind& kind : question_kinds()) {
    EXPECT_NE(text.str().find("`" + std::string(kind.id) + "`"), std::string::npos) << kind.id;
  }
}

}  // namespace
}  // namespace warpscope
