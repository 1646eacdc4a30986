#include "app/session/lesson_guide.hpp"

#include <gtest/gtest.h>

#include <array>
#include <fstream>

#include "app/commands/session_commands.hpp"
#include "app/lesson/lesson_answer.hpp"
#include "app/panes/memory/cell_shade.hpp"
#include "app/panes/view_list.hpp"
#include "app/session/session.hpp"
#include "kernels/catalogue.hpp"
#include "tests/app/settled_session.hpp"
#include "tests/support/test_folder.hpp"

namespace warpscope {
namespace {

class LessonGuideTest : public testing::Test {
 protected:
  LessonGuideTest() {
    EXPECT_TRUE(session_.choose_kernel("reduce_strided"));
    settle();
  }
  void settle() { test::settle(session_); }
  void press(std::string_view keys) {
    commands_.press(chord(keys));
    settle();
  }
  /// To the first stop that asks.
  void find_question() {
    while (!session_.lesson.asks() && session_.lesson.has_next()) press("]");
    ASSERT_TRUE(session_.lesson.asks());
  }
  [[nodiscard]] const TraceHeader& header() const {
    return session_.playback.left().document()->trace->header;
  }
  Session session_;
  LessonGuide& guide_ = session_.lesson;
  Commands commands_ = make_commands(session_, view_lists());
};

TEST_F(LessonGuideTest, SetsTheRunThePlaceTheViewAndTheStage) {
  press("F");
  ASSERT_TRUE(guide_.on());
  ASSERT_TRUE(guide_.found());
  EXPECT_EQ(header().size, 64);
  EXPECT_EQ(header().input, "ones");
  EXPECT_EQ(session_.playback.left().position(), guide_.found()->access);
  EXPECT_NE(guide_.marks(), nullptr);
  while (guide_.view() != "lanes") press("]");
  constexpr std::array<std::string_view, 2> tabs{"source", "lanes"};
  EXPECT_EQ(session_.views.in_front(tabs), "lanes");
  ASSERT_TRUE(session_.choose_kernel("bitonic_shared"));
  settle();
  EXPECT_FALSE(guide_.on()) << "another kernel's lesson is another one";
  EXPECT_EQ(session_.views.stage_id("bitonic_shared"), "network") << "as its lesson says";
}

TEST_F(LessonGuideTest, ALectureShowsTheViewOfAStopForAsLongAsItLasts) {
  ASSERT_TRUE(session_.choose_kernel("latency_hiding"));
  settle();
  session_.views.layout = LayoutKind::lecture;
  session_.views.large = "banks";
  press("F");
  ASSERT_TRUE(guide_.on());
  bool enlarges = false;
  for (;;) {
    EXPECT_EQ(session_.views.lecture.view, guide_.view());
    EXPECT_EQ(session_.views.large, guide_.stop().large ? guide_.view() : "");
    enlarges = enlarges || guide_.stop().large;
    EXPECT_EQ(session_.views.layout, LayoutKind::lecture);
    if (!guide_.has_next() && !guide_.asks()) break;
    press("]");
  }
  EXPECT_TRUE(enlarges) << "some stops are about the chart, and not about the stage";
  press("Alt+T");
  EXPECT_EQ(session_.views.layout, LayoutKind::study) << "totals have no place in the lecture";
  session_.views.layout = LayoutKind::lecture;
  press("F");
  EXPECT_EQ(session_.views.lecture.view, "") << "as before the lesson";
  EXPECT_EQ(session_.views.large, "banks") << "likewise";
}

TEST_F(LessonGuideTest, LeavingBringsBackWhatWasShown) {
  session_.playback.seek(20);
  press("F");
  press("]");
  press("F");
  EXPECT_FALSE(guide_.on());
  EXPECT_EQ(header().size, 256);
  EXPECT_EQ(header().input, "random");
  EXPECT_EQ(session_.playback.left().position(), 20U);
}

/// block_shape ends at its times: they stood beside every stop of the lessons that followed.
TEST_F(LessonGuideTest, BeginsWithItsOwnViewsAndGivesTheUsersBack) {
  constexpr std::array<std::string_view, 3> below{"memory", "heat", "timing"};
  ASSERT_TRUE(session_.choose_kernel("block_shape"));
  settle();
  session_.views.bring_forward("heat");
  session_.views.look.set(CellShade::warp);
  press("F");
  while (!guide_.at_end()) press("PageDown");
  ASSERT_EQ(session_.views.in_front(below), "timing") << "another lesson has to take its place";
  ASSERT_NE(guide_.following(), nullptr);
  press("PageDown");
  press("PageDown");
  ASSERT_EQ(guide_.number(), 0U);
  EXPECT_NE(session_.views.in_front(below), "timing") << "left there by the lesson before";
  session_.views.look.set(CellShade::age);
  press("F");
  EXPECT_FALSE(guide_.on());
  EXPECT_EQ(session_.views.in_front(below), "heat");
  EXPECT_EQ(session_.views.look.get<CellShade>(), CellShade::warp);
}

TEST_F(LessonGuideTest, AnotherKernelHasTheUsersViews) {
  constexpr std::array<std::string_view, 3> below{"memory", "heat", "timing"};
  ASSERT_TRUE(session_.choose_kernel("block_shape"));
  settle();
  for (const bool called : {false, true}) {
    press("F");
    while (!guide_.at_end()) press("PageDown");
    ASSERT_EQ(session_.views.in_front(below), "timing");
    ASSERT_TRUE(session_.choose_kernel("reduce_strided"));
    if (called) session_.views.bring_forward("heat");
    settle();
    EXPECT_FALSE(guide_.on());
    EXPECT_EQ(session_.views.in_front(below), std::string_view(called ? "heat" : "memory"));
    ASSERT_TRUE(session_.choose_kernel("block_shape"));
    settle();
  }
}

// F used to begin at the first stop, with the answers gone.
TEST_F(LessonGuideTest, GoesOnWhereItWasLeft) {
  press("F");
  find_question();
  const std::size_t stop = guide_.number();
  guide_.tell();
  const auto taken = guide_.taken();
  press("Right");
  ASSERT_TRUE(guide_.away());
  press("F");
  EXPECT_TRUE(guide_.on()) << "back to the stop first";
  EXPECT_FALSE(guide_.away());
  press("F");
  EXPECT_FALSE(guide_.on());
  press("F");
  EXPECT_EQ(guide_.number(), stop);
  EXPECT_FALSE(guide_.asks());
  EXPECT_EQ(guide_.taken(), taken);
  while (!guide_.at_end()) {
    guide_.asks() ? guide_.tell() : guide_.next();
    settle();
  }
  press("F");
  press("F");
  EXPECT_EQ(guide_.number(), 0U) << "after its end it begins anew";
}

constexpr std::string_view derived = R"(kernel: bank_stride
stops:
  - text: {en: "First."}
  - run: {size: 32, block: 32, parameters: {stride: 2}, banks: cc5}
    at: {step: read, array: data, operation: load}
    question:
      ask: degree
      choices: [1, 2, 4]
      text: {en: "Which degree?"}
      after: {en: "So."}
    why:
      - highlight: {lanes: [0, 16]}
        text: {en: "One."}
      - text: {en: "Two."}
  - text: {en: "Last."}
)";

/// The second stop derives its answer in two pages.
class WhyTest : public LessonGuideTest {
 protected:
  WhyTest() {
    std::ofstream(folder_.path() / "derived.yaml") << derived;
    session_.lesson.use(open_lessons(folder_.path(), view_lists()).value());
    EXPECT_TRUE(session_.choose_kernel("bank_stride"));
    settle();
    press("F");
    press("]");
  }
  const TestFolder folder_;
};

TEST_F(WhyTest, IsNotOfferedWhileTheQuestionIsOpen) {
  ASSERT_TRUE(guide_.asks());
  EXPECT_FALSE(guide_.offers_why());
  press("H");
  EXPECT_FALSE(guide_.why());
  press("Alt+2");
  EXPECT_TRUE(guide_.offers_why());
  press("H");
  EXPECT_EQ(guide_.why(), 0U);
}

TEST_F(WhyTest, PagesTurnAndLeadBackToTheStop) {
  press("Alt+2");
  const std::uint32_t stop = session_.playback.left().position();
  const FoundMarks marks = *guide_.marks();
  for (const std::string_view back : {"H", "Escape", "[", "Alt+Left"}) {
    press("H");
    ASSERT_EQ(guide_.why(), 0U) << back;
    ASSERT_NE(guide_.marks(), nullptr);
    EXPECT_EQ(guide_.marks()->lanes, 0x10001U);
    press(back);
    EXPECT_FALSE(guide_.why()) << back;
    EXPECT_EQ(guide_.number(), 1U);
    EXPECT_EQ(session_.playback.left().position(), stop);
    EXPECT_EQ(guide_.marks()->lanes, marks.lanes);
  }
  press("H");
  press("]");
  EXPECT_EQ(guide_.why(), 1U);
  EXPECT_EQ(guide_.marks()->lanes, marks.lanes) << "as at the stop";
  press("]");
  EXPECT_FALSE(guide_.why());
  EXPECT_EQ(guide_.number(), 1U);
  EXPECT_EQ(guide_.taken(), 1U) << "the answer stands";
}

/// A lesson of one's own, whose page goes elsewhere.
TEST_F(LessonGuideTest, APageHasAPlaceAndViewsOfItsOwnUntilItIsClosed) {
  constexpr std::string_view own = R"(kernel: reduce_strided
stage: tree
stops:
  - run: {size: 64, block: 64, input: ones}
    view: source
    text: {en: "Here."}
    why:
      - text: {en: "There."}
        at: {step: combine, value: 8}
        view: heat
        stage: grid
        highlight: {lanes: [3]}
      - text: {en: "Here again."}
  - text: {en: "Next."}
)";
  constexpr std::array<std::string_view, 3> below{"memory", "heat", "timing"};
  const TestFolder folder;
  std::ofstream(folder.path() / "own.yaml") << own;
  session_.lesson.use(open_lessons(folder.path(), view_lists()).value());
  press("F");
  const std::uint32_t stop = session_.playback.left().position();
  press("H");
  EXPECT_NE(session_.playback.left().position(), stop);
  EXPECT_EQ(session_.playback.left().position(), guide_.found()->why[0].access);
  EXPECT_FALSE(guide_.away());
  EXPECT_EQ(guide_.marks()->lanes, 8U);
  EXPECT_EQ(guide_.view(), "heat");
  EXPECT_EQ(session_.views.in_front(below), "heat");
  EXPECT_EQ(session_.views.stage_id("reduce_strided"), "grid");
  press("]");
  EXPECT_EQ(session_.playback.left().position(), stop) << "a page without a place is at the stop";
  EXPECT_EQ(session_.views.in_front(below), "memory");
  press("[");
  press("Right");
  EXPECT_TRUE(guide_.away());
  press("Shift+F");
  EXPECT_EQ(guide_.why(), 0U) << "back to the page";
  EXPECT_FALSE(guide_.away());
  press("Escape");
  EXPECT_EQ(session_.playback.left().position(), stop);
  EXPECT_EQ(session_.views.in_front(below), "memory");
  EXPECT_EQ(session_.views.stage_id("reduce_strided"), "tree");
  EXPECT_EQ(guide_.view(), "source");
  press("H");
  session_.lesson.go(1);
  settle();
  EXPECT_FALSE(guide_.why());
  EXPECT_EQ(session_.views.in_front(below), "memory") << "a page's view is gone with it";
}

TEST_F(LessonGuideTest, AStopIsOneChangeThatCanBeUndone) {
  press("F");
  EXPECT_FALSE(guide_.away());
  press("Ctrl+Z");
  EXPECT_EQ(header().size, 256);
  EXPECT_TRUE(guide_.on());
  EXPECT_TRUE(guide_.away());
  EXPECT_EQ(guide_.marks(), nullptr);
  commands_.run("lesson.back");
  settle();
  EXPECT_EQ(header().size, 64);
  EXPECT_FALSE(guide_.away());
}

TEST_F(LessonGuideTest, SteppingIsAllowedAndBackReturns) {
  press("F");
  const std::uint32_t home = session_.playback.left().position();
  press("Right");
  EXPECT_TRUE(guide_.away());
  EXPECT_EQ(guide_.number(), 0U);
  commands_.run("lesson.back");
  EXPECT_EQ(session_.playback.left().position(), home);
}

TEST_F(LessonGuideTest, StopsArePlacesToGoBackTo) {
  session_.playback.seek(20);
  press("F");
  const std::uint32_t first = session_.playback.left().position();
  press("]");
  const std::uint32_t second = session_.playback.left().position();
  press("Right");
  press("Home");
  press("Alt+Left");
  EXPECT_EQ(guide_.number(), 1U);
  EXPECT_EQ(session_.playback.left().position(), second + 1) << "where the step led";
  press("Alt+Left");
  EXPECT_EQ(guide_.number(), 0U);
  EXPECT_EQ(session_.playback.left().position(), first);
  EXPECT_FALSE(guide_.away());
  press("Alt+Left");
  EXPECT_FALSE(guide_.on()) << "before it began";
  EXPECT_EQ(header().size, 256);
  EXPECT_EQ(session_.playback.left().position(), 20U);
  press("Alt+Right");
  ASSERT_TRUE(guide_.on());
  EXPECT_EQ(guide_.number(), 0U);
  EXPECT_EQ(header().size, 64);
  press("Alt+Right");
  EXPECT_EQ(guide_.number(), 1U);
  press("F");
  EXPECT_FALSE(guide_.on());
  EXPECT_EQ(session_.playback.left().position(), 20U) << "where the lesson was begun";
}

TEST_F(LessonGuideTest, AStopOfAnotherKernelsLessonIsFoundAgain) {
  press("F");
  press("]");
  ASSERT_TRUE(session_.choose_kernel("bitonic_shared"));
  settle();
  EXPECT_FALSE(guide_.on());
  press("Alt+Left");
  ASSERT_TRUE(guide_.on());
  EXPECT_EQ(guide_.lesson().kernel, "reduce_strided");
  EXPECT_EQ(guide_.number(), 1U);
  EXPECT_FALSE(guide_.away());
}

TEST_F(LessonGuideTest, AQuestionWaitsBeforeItsAccessUntilItIsAnswered) {
  press("F");
  find_question();
  const FoundStop found = *guide_.found();
  EXPECT_EQ(session_.playback.left().position() + 1, found.access);
  const std::string right = std::to_string(found.answer->right + 1);
  ASSERT_TRUE(commands_.run("lesson.answer." + right));
  EXPECT_FALSE(guide_.asks());
  EXPECT_EQ(guide_.taken(), found.answer->right);
  EXPECT_EQ(session_.playback.left().position(), found.access);
  EXPECT_FALSE(commands_.run("lesson.answer.1")) << "it has been answered";
  press("]");
  press("[");
  EXPECT_EQ(guide_.taken(), found.answer->right) << "answers are remembered";
}

TEST_F(LessonGuideTest, GoingOnPassesAQuestionOverAndTellsNothing) {
  press("F");
  find_question();
  const std::size_t stop = guide_.number();
  press("]");
  EXPECT_EQ(guide_.number(), stop + 1);
  ASSERT_TRUE(session_.notices.toast());
  EXPECT_NE(session_.notices.toast()->text.text().find("passed over"), std::string::npos);
  press("[");
  EXPECT_EQ(guide_.number(), stop);
  EXPECT_TRUE(guide_.asks()) << "it waits";
  EXPECT_EQ(guide_.score().right, 0);
}

TEST_F(LessonGuideTest, InALectureTheRemoteShowsTheAnswerFirst) {
  press("F");
  find_question();
  session_.views.layout = LayoutKind::lecture;
  const std::size_t stop = guide_.number();
  press("PageDown");
  EXPECT_EQ(guide_.number(), stop);
  EXPECT_FALSE(guide_.asks());
  EXPECT_FALSE(guide_.taken());
  press("PageDown");
  EXPECT_EQ(guide_.number(), stop + 1);
  press("PageUp");
  EXPECT_EQ(guide_.number(), stop);
}

/// A choice that is wrong.
std::size_t wrong_choice(const LessonGuide& guide) {
  std::size_t choice = 0;
  while (choice == guide.found()->answer->right || !guide.offers(choice)) ++choice;
  return choice;
}

TEST_F(LessonGuideTest, WhoIsWrongOnceMayTryAgain) {
  press("F");
  find_question();
  const std::size_t wrong = wrong_choice(guide_);
  ASSERT_GT(guide_.stop().question->choices.size(), 2U);
  guide_.answer(wrong);
  EXPECT_TRUE(guide_.asks()) << "nothing is told yet";
  EXPECT_EQ(session_.playback.left().position(), guide_.found()->before);
  EXPECT_FALSE(guide_.offers(wrong)) << "it is known to be wrong";
  EXPECT_FALSE(commands_.run("lesson.answer." + std::to_string(wrong + 1)));
  guide_.answer(guide_.found()->answer->right);
  EXPECT_FALSE(guide_.asks());
  EXPECT_EQ(guide_.score().right, 0);
  EXPECT_EQ(guide_.score().second, 1);
  EXPECT_EQ(session_.progress.find("reduce_strided")
                ->questions.at(static_cast<int>(guide_.number()))
                .tries.size(),
            2U);
}

TEST_F(LessonGuideTest, WhoIsWrongTwiceIsTold) {
  press("F");
  find_question();
  guide_.answer(wrong_choice(guide_));
  guide_.answer(wrong_choice(guide_));
  EXPECT_FALSE(guide_.asks());
  EXPECT_TRUE(guide_.answered().told);
  const LessonScore score = guide_.score();
  EXPECT_EQ(score, (LessonScore{score.asked, 0, 0, score.asked - 1})) << "one was answered";
}

/// Questions that are not answered by a choice.
constexpr std::string_view clicked = R"(kernel: reduce_strided
stops:
  - run: {size: 64, block: 64, input: ones}
    at: {step: combine, value: 4, line: "const T right"}
    question: {ask: cell, lane: 3, text: {en: "Which?"}, after: {en: "That."}}
  - at: {step: combine, value: 4, line: "const T right"}
    question:
      ask: order
      choices: ["= data[0]", "const T right"]
      text: {en: "In which order?"}
      after: {en: "In that one."}
)";

TEST_F(LessonGuideTest, TakesWhatIsTypedOrClicked) {
  const TestFolder folder;
  std::ofstream(folder.path() / "clicked.yaml") << clicked;
  ASSERT_TRUE(guide_.begin_file(folder.path() / "clicked.yaml"));
  settle();
  ASSERT_TRUE(guide_.asks());
  EXPECT_EQ(guide_.answer_form(), AnswerForm::cell);
  EXPECT_FALSE(guide_.give("somewhere")) << "it says what is wanted";
  EXPECT_TRUE(guide_.answered().tries.empty());
  EXPECT_TRUE(guide_.give("data[24]"));
  EXPECT_TRUE(guide_.asks());
  EXPECT_FALSE(guide_.give("data[24]")) << "the same again is no second try";
  press("Alt+1");
  EXPECT_EQ(session_.popup.shown, Popup::answer);
  session_.popup.shown = Popup::none;
  EXPECT_TRUE(guide_.give("28"));
  EXPECT_FALSE(guide_.asks());
  EXPECT_EQ(guide_.score().second, 1);
}

TEST_F(LessonGuideTest, DigitsAnswerAnOpenQuestion) {
  EXPECT_FALSE(answer_with_digit(session_, chord("7"))) << "nothing is asked";
  const TestFolder folder;
  std::ofstream(folder.path() / "clicked.yaml") << clicked;
  ASSERT_TRUE(guide_.begin_file(folder.path() / "clicked.yaml"));
  settle();
  ASSERT_EQ(guide_.answer_form(), AnswerForm::cell);
  EXPECT_FALSE(answer_with_digit(session_, chord("Alt+7")));
  EXPECT_FALSE(answer_with_digit(session_, chord("J")));
  EXPECT_TRUE(answer_with_digit(session_, chord("2")));
  EXPECT_EQ(session_.popup.shown, Popup::answer);
  EXPECT_EQ(session_.popup.answer, "2") << "more digits may follow";
  session_.popup.shown = Popup::none;
  guide_.go(1);
  settle();
  ASSERT_EQ(guide_.answer_form(), AnswerForm::order);
  EXPECT_FALSE(answer_with_digit(session_, chord("9"))) << "there is no such choice";
  EXPECT_TRUE(answer_with_digit(session_, chord("2")));
  EXPECT_FALSE(guide_.asks());
}

TEST_F(LessonGuideTest, AnOrderIsTakenOneByOne) {
  const TestFolder folder;
  std::ofstream(folder.path() / "clicked.yaml") << clicked;
  ASSERT_TRUE(guide_.begin_file(folder.path() / "clicked.yaml"));
  settle();
  guide_.go(1);
  settle();
  ASSERT_EQ(guide_.answer_form(), AnswerForm::order);
  EXPECT_EQ(guide_.found()->answer->answer, "2 1");
  press("Alt+2");
  EXPECT_FALSE(guide_.asks()) << "the last one follows by itself";
  EXPECT_TRUE(guide_.answered().right_at_once());
}

TEST_F(LessonGuideTest, ALessonThatGoesOnKnowsWhatWasAnswered) {
  guide_.begin("reduce_strided");
  settle();
  find_question();
  const std::size_t stop = guide_.number();
  guide_.answer(guide_.found()->answer->right);
  press("]");
  press("F");
  guide_.begin("reduce_strided");
  settle();
  EXPECT_EQ(guide_.number(), stop + 1);
  EXPECT_EQ(guide_.score().right, 1);
  press("[");
  EXPECT_FALSE(guide_.asks());
  EXPECT_EQ(guide_.taken(), guide_.found()->answer->right);
  guide_.begin("reduce_strided", true);
  settle();
  EXPECT_EQ(guide_.score().right, 0) << "it begins anew";
  ASSERT_NE(guide_.known(stop), nullptr) << "but what was answered before is shown";
  EXPECT_TRUE(guide_.known(stop)->right_at_once());
}

TEST_F(LessonGuideTest, FindsTheStopsOfOtherKernels) {
  const TestFolder folder;
  const std::string file = folder.file("mine.yaml");
  std::ofstream(file) << "kernel: reduce_strided\nstops:\n"
                         "  - text: {en: A}\n"
                         "  - text: {en: B}\n"
                         "  - {run: {kernel: reduce_shuffle}, text: {en: C}}\n"
                         "  - text: {en: D}\n"
                         "  - {run: {kernel: reduce_strided}, text: {en: E}}\n";
  EXPECT_FALSE(guide_.stop_of_other_kernel(true)) << "no lesson is on";
  ASSERT_TRUE(guide_.begin_file(file));
  settle();
  using Stop = std::optional<std::size_t>;
  const std::vector<std::pair<Stop, Stop>> beside{{2, {}}, {2, {}}, {4, 0}, {4, 0}, {Stop(), 2}};
  for (std::size_t stop = 0; stop < beside.size(); ++stop) {
    guide_.go(stop);
    settle();
    EXPECT_EQ(guide_.stop_of_other_kernel(true), beside[stop].first) << stop;
    EXPECT_EQ(guide_.stop_of_other_kernel(false), beside[stop].second) << stop;
  }
  guide_.go(0);
  settle();
  press("Alt+K");
  EXPECT_EQ(guide_.number(), 2U);
  EXPECT_EQ(session_.options().request.kernel, "reduce_shuffle");
}

TEST_F(LessonGuideTest, AFileThatIsSavedGoesOnAtTheSameStop) {
  const TestFolder folder;
  const std::string file = folder.file("mine.yaml");
  const auto save = [&](std::string_view second) {
    std::ofstream(file) << "kernel: reduce_strided\nstops:\n  - text: {en: A}\n  - " << second;
  };
  save("text: {en: B}\n");
  ASSERT_TRUE(guide_.begin_file(file));
  settle();
  EXPECT_EQ(guide_.own_file(), file);
  guide_.go(1);
  save("text: {en: Better}\n");
  guide_.read_again();
  settle();
  EXPECT_EQ(guide_.number(), 1U);
  EXPECT_EQ(guide_.stop().text.en, "Better");
  save("txt: {en: Worse}\n");
  guide_.read_again();
  EXPECT_EQ(guide_.stop().text.en, "Better") << "the last one that could be read";
  ASSERT_TRUE(session_.notices.toast());
  EXPECT_NE(session_.notices.toast()->text.text().find("txt"), std::string::npos);
  guide_.leave();
  guide_.begin("reduce_strided");
  EXPECT_TRUE(guide_.own_file().empty()) << "nobody writes the program's own";
}

TEST_F(LessonGuideTest, AStopShowsTheWholePictureAsItSuitsTheKernel) {
  const TestFolder folder;
  const std::string file = folder.file("mine.yaml");
  std::ofstream(file)
      << "kernel: reduce_strided\nstops:\n"
         "  - text: {en: A}\n"
         "  - {run: {compare: reduce_sequential}, text: {en: B}}\n"
         "  - {run: {kernel: transpose_naive, size: 32}, text: {en: C}}\n"
         "  - {run: {kernel: reduce_strided, compare: reduce_sequential}, text: {en: D}}\n"
         "  - {run: {compare: none}, text: {en: E}}\n";
  session_.views.choose_stage("network");
  session_.views.zoom("a picture", {.factor = 4});
  ASSERT_TRUE(guide_.begin_file(file));
  settle();
  const auto drawn = [&] { return session_.views.stage_id(*session_.playback.left().document()); };
  EXPECT_EQ(drawn(), "tree");
  EXPECT_TRUE(session_.views.look.get<ZoomPlaces>().of.empty());
  guide_.go(1);
  settle();
  EXPECT_TRUE(session_.comparison.on());
  session_.views.choose_stage("network");
  EXPECT_EQ(session_.views.stage_id(*session_.playback.right().document()), "network") << "both";
  guide_.go(2);
  settle();
  EXPECT_FALSE(session_.comparison.on()) << "its rival belonged to another kernel";
  EXPECT_EQ(drawn(), "grid");
  guide_.go(3);
  settle();
  EXPECT_TRUE(session_.comparison.on());
  guide_.go(4);
  settle();
  EXPECT_FALSE(session_.comparison.on());
}

TEST_F(LessonGuideTest, WithoutALessonPagesAreBarriers) {
  session_.playback.seek(0);
  press("PageDown");
  EXPECT_EQ(session_.playback.left().position(),
            session_.playback.left().document()->trace->steps[1].first_access);
  press("PageUp");
  EXPECT_EQ(session_.playback.left().position(), 0U);
}

/// "spmv_scalar:7 … Its lesson comes next": ▶ was dead at the last stop of every lesson.
TEST_F(LessonGuideTest, BehindTheLastStopTheNextLessonBegins) {
  ASSERT_TRUE(session_.choose_kernel("spmv_scalar"));
  settle();
  press("F");
  while (!guide_.at_end()) {
    EXPECT_EQ(guide_.following(), nullptr) << guide_.number();
    press("PageDown");
  }
  ASSERT_NE(guide_.following(), nullptr);
  EXPECT_EQ(guide_.following()->kernel, "spmv_warp");
  press("PageDown");
  EXPECT_TRUE(guide_.closing()) << "first what was learned";
  EXPECT_EQ(header().kernel, "spmv_scalar");
  press("PageDown");
  EXPECT_EQ(guide_.lesson().kernel, "spmv_warp");
  EXPECT_EQ(guide_.number(), 0U);
  EXPECT_FALSE(guide_.away());
  EXPECT_EQ(header().kernel, "spmv_warp");
  press("F");
  EXPECT_EQ(header().kernel, "spmv_scalar") << "which was shown before the first of them";
}

TEST_F(LessonGuideTest, CountsWhatWasAnsweredRight) {
  for (const bool right : {true, false}) {
    guide_.begin("reduce_strided", true);
    settle();
    std::int64_t questions = 0;
    while (!guide_.at_end()) {
      if (guide_.asks()) {
        ++questions;
        right ? guide_.answer(guide_.found()->answer->right) : guide_.tell();
      } else {
        guide_.next();
      }
      settle();
    }
    EXPECT_TRUE(guide_.at_end());
    EXPECT_GT(questions, 1);
    EXPECT_EQ(guide_.score().asked, questions);
    EXPECT_EQ(guide_.score().right, right ? questions : 0);
  }
}

TEST_F(LessonGuideTest, IsDoneOnceWhatWasPassedOverIsAnswered) {
  guide_.begin("reduce_strided", true);
  settle();
  while (!guide_.at_end()) press("]");
  const LessonScore score = guide_.score();
  EXPECT_GT(score.asked, 1);
  EXPECT_EQ(score.passed, score.asked);
  EXPECT_FALSE(session_.progress.done("reduce_strided"));
  guide_.leave();
  settle();
  guide_.begin("reduce_strided");
  settle();
  for (std::int64_t left = score.asked; left > 0; --left) {
    EXPECT_FALSE(session_.progress.done("reduce_strided"));
    while (!guide_.asks()) press("]");
    EXPECT_EQ(guide_.score().passed, left);
    guide_.answer(guide_.found()->answer->right);
    settle();
  }
  EXPECT_TRUE(session_.progress.done("reduce_strided"));
  EXPECT_EQ(session_.progress.find("reduce_strided")->score.right, score.asked);
}

TEST_F(LessonGuideTest, AnOptionalQuestionCountsOnceItIsAnswered) {
  guide_.begin("bank_stride", true);
  settle();
  const auto asks = [](const Stop& stop) { return stop.question.has_value(); };
  const std::int64_t all = std::ranges::count_if(guide_.lesson().stops, asks);
  while (!guide_.at_end()) {
    if (guide_.asks() && !guide_.stop().optional) {
      guide_.tell();
    } else {
      guide_.next();
    }
    settle();
  }
  EXPECT_GT(guide_.score().asked, 0);
  EXPECT_LT(guide_.score().asked, all);
  EXPECT_EQ(guide_.score().passed, 0);
  EXPECT_TRUE(session_.progress.done("bank_stride"));
  const std::int64_t before = guide_.score().asked;
  while (!guide_.asks()) {
    guide_.previous();
    settle();
  }
  guide_.tell();
  EXPECT_EQ(guide_.score().asked, before + 1);
}

TEST_F(LessonGuideTest, ALessonOfItsOwnLeadsToTheNextOfTheCourse) {
  guide_.begin("primer");
  settle();
  ASSERT_TRUE(guide_.on());
  EXPECT_EQ(guide_.lesson().stops.size(), 6U);
  while (!guide_.at_end()) {
    guide_.asks() ? guide_.tell() : guide_.next();
    settle();
  }
  EXPECT_TRUE(session_.progress.done("primer"));
  ASSERT_NE(guide_.following(), nullptr);
  EXPECT_EQ(guide_.following()->id, own_course().after("primer"));
}

TEST_F(LessonGuideTest, TheLastLessonIsTheEnd) {
  const std::string last = own_course().chapters.back().lessons.back();
  ASSERT_TRUE(session_.choose_kernel(last));
  settle();
  press("F");
  while (!guide_.at_end()) press("]");
  EXPECT_EQ(guide_.following(), nullptr);
  press("]");
  press("]");
  EXPECT_TRUE(guide_.closing());
  EXPECT_EQ(guide_.lesson().kernel, last);
  EXPECT_EQ(guide_.number() + 1, guide_.lesson().stops.size());
}

TEST_F(LessonGuideTest, TheClosingPageIsReachedAndLeftByKeys) {
  std::string shortest;
  std::size_t stops = 99;
  for (const std::string& id : guide_.ids()) {
    const Lesson& lesson = *guide_.lesson_of(id);
    if (lesson.stops.size() < stops) shortest = id;
    stops = std::min(stops, lesson.stops.size());
  }
  guide_.begin(shortest);
  settle();
  int actions = 1;
  for (; !guide_.closing() && actions < 99; ++actions) press("]");
  EXPECT_LE(actions, 12);
  const std::uint32_t place = session_.playback.left().position();
  press("[");
  EXPECT_FALSE(guide_.closing());
  EXPECT_FALSE(guide_.has_next()) << "at the last stop again";
  EXPECT_EQ(session_.playback.left().position(), place);
  press("]");
  ASSERT_TRUE(guide_.closing());
  EXPECT_FALSE(guide_.offers_why());
  if (guide_.asks()) {
    guide_.answer(guide_.found()->answer->right);
    EXPECT_FALSE(guide_.closing()) << "what is answered is seen at its stop";
    press("]");
  }
  press("F");
  EXPECT_FALSE(guide_.on());
  EXPECT_FALSE(guide_.closing());
}

TEST_F(LessonGuideTest, WhoPresentsALessonHasNotLearnedIt) {
  session_.views.layout = LayoutKind::lecture;
  guide_.begin("reduce_strided");
  settle();
  while (!guide_.at_end()) {
    guide_.asks() ? guide_.tell() : guide_.next();
    settle();
  }
  EXPECT_EQ(session_.progress.find("reduce_strided"), nullptr);
  guide_.leave();
  settle();
  session_.views.layout = LayoutKind::study;
  guide_.begin("reduce_strided");
  settle();
  while (!guide_.at_end()) {
    guide_.asks() ? guide_.answer(guide_.found()->answer->right) : guide_.next();
    settle();
  }
  EXPECT_TRUE(session_.progress.done("reduce_strided"));
}

TEST_F(LessonGuideTest, LanguageIsSwitchedWhileItRuns) {
  press("F");
  press("R");
  EXPECT_EQ(session_.settings.language, "ru");
  press("R");
  EXPECT_EQ(session_.settings.language, "en");
}

TEST_F(LessonGuideTest, PresentingKeepsThePlaceOfTheStop) {
  press("F");
  press("]");
  const std::uint32_t place = session_.playback.left().position();
  ASSERT_GT(place, 0U);
  press("F5");
  EXPECT_EQ(session_.playback.left().position(), place);
  EXPECT_FALSE(guide_.away());
  EXPECT_EQ(session_.views.layout, LayoutKind::lecture);
}

TEST_F(LessonGuideTest, AnOpenQuestionHidesItsAccessAndLabelsTheOneBefore) {
  press("F");
  while (guide_.on() && !(guide_.asks() && guide_.found()->before != guide_.found()->access) &&
         guide_.has_next()) {
    press("]");
  }
  ASSERT_TRUE(guide_.asks());
  EXPECT_TRUE(guide_.shows_before());
  const Told asked = told_by(*guide_.stop().question);
  EXPECT_EQ(guide_.untold().what, asked);
  EXPECT_FALSE(guide_.untold().allows(asked, guide_.found()->access));
  EXPECT_FALSE(guide_.untold().allows(asked, guide_.found()->before));
  session_.playback.seek(guide_.found()->access);
  EXPECT_FALSE(guide_.shows_before());
  guide_.answer(guide_.found()->answer->right);
  EXPECT_TRUE(guide_.untold().allows(asked, guide_.found()->access));
}

TEST_F(LessonGuideTest, AnotherKernelTakesNothingOfTheLessonsRun) {
  press("F");
  EXPECT_EQ(header().size, 64);
  ASSERT_TRUE(session_.choose_kernel("reduce_shuffle"));
  settle();
  EXPECT_EQ(header().size, complete({.kernel = "reduce_shuffle"})->size);
  EXPECT_NE(header().size, 64) << "which was the lesson's wish";
  EXPECT_EQ(header().input, "random");
}

}  // namespace
}  // namespace warpscope
