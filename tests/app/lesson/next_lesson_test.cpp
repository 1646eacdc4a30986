#include "app/lesson/next_lesson.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "app/lesson/course.hpp"
#include "app/lesson/lesson_library.hpp"
#include "app/panes/view_list.hpp"
#include "app/session/session.hpp"
#include "tests/app/settled_session.hpp"

namespace warpscope {
namespace {

std::string_view lesson_of_kernel(const char* kernel,
                                  const std::map<std::string, std::string>& parameters = {}) {
  Session session;
  EXPECT_TRUE(session.choose_kernel(kernel, parameters));
  test::settle(session);
  return next_lesson(*session.playback.left().document(), nullptr);
}

TEST(NextLesson, IsAboutWhatCostsMost) {
  EXPECT_EQ(lesson_of_kernel("transpose_tiled"), "bank_stride");
  EXPECT_EQ(lesson_of_kernel("global_stride"), "global_stride");
  EXPECT_EQ(lesson_of_kernel("branch_divergence"), "branch_divergence");
}

TEST(NextLesson, IsAboutWhatIsWrongFirst) {
  Session session;
  ASSERT_TRUE(session.choose_kernel("transpose_tiled"));
  test::settle(session);
  ConsolePage page;
  page.outcome.emplace();
  ToldOnce<ProgramFinding>& told = page.told.findings.emplace_back();
  told.finding.kind = FindingKind::race;
  EXPECT_EQ(next_lesson(*session.playback.left().document(), &page), "primer:6");
  told.way = RemedyWay::atomic;
  EXPECT_EQ(next_lesson(*session.playback.left().document(), &page), "from_warpscope_to_cuda:6")
      << "no barrier helps there";
  told.finding.kind = FindingKind::assertion;
  EXPECT_EQ(next_lesson(*session.playback.left().document(), &page), "")
      << "no lesson on what costs while something is wrong";
}

TEST(NextLesson, IsOneOfTheCourse) {
  Session session;
  ASSERT_TRUE(session.choose_kernel("transpose_tiled"));
  test::settle(session);
  ConsolePage page;
  page.outcome.emplace();
  ProgramFinding& finding = page.told.findings.emplace_back().finding;
  for (int kind = 0; kind <= static_cast<int>(last_finding_kind); ++kind) {
    finding.kind = static_cast<FindingKind>(kind);
    const std::string_view id = next_lesson(*session.playback.left().document(), &page);
    if (!id.empty()) {
      EXPECT_TRUE(own_course().chapter_of(course_place(id).lesson).has_value()) << id;
    }
  }
}

/// The lesson on the costliest access of a kernel.
std::string_view lesson_on_costliest(const char* kernel,
                                     const std::map<std::string, std::string>& parameters = {}) {
  Session session;
  EXPECT_TRUE(session.choose_kernel(kernel, parameters));
  test::settle(session);
  const Document& document = *session.playback.left().document();
  std::string_view found;
  for (std::uint32_t i = 0; i < document.trace->accesses.size() && found.empty(); ++i) {
    found = lesson_on(document, i);
  }
  return found;
}

TEST(LessonOn, EachCostThatAnAccessCanHave) {
  EXPECT_EQ(lesson_on_costliest("bank_stride", {{"stride", "2"}}), "bank_stride");
  EXPECT_EQ(lesson_on_costliest("bank_stride", {{"stride", "1"}}), "");
  EXPECT_EQ(lesson_on_costliest("global_stride", {{"stride", "2"}}), "global_stride");
  EXPECT_EQ(lesson_on_costliest("histogram_shared_atomic"), "histogram_global_atomic");
  EXPECT_EQ(lesson_on_costliest("branch_divergence"), "branch_divergence");
  EXPECT_EQ(costly_topic(Space::constant, Operation::load, true, false), cost_topic::constants);
  EXPECT_EQ(costly_topic(Space::local, Operation::load, false, false), cost_topic::local);
  EXPECT_EQ(costly_topic(Space::shared, Operation::store, false, true), cost_topic::divergence);
}

TEST(LessonOn, EveryTopicThatALessonExplains) {
  const std::set<std::string> without{topic_of(FindingKind::assertion),
                                      topic_of(FindingKind::undefined_result),
                                      topic_of(FindingKind::unfreed_memory)};
  Session session;
  session.lesson.use(open_lessons({}, view_lists()).value());
  for (const std::string& topic : lesson_topics()) {
    const std::string_view id = own_course().lesson_on(topic);
    EXPECT_EQ(id.empty(), without.contains(topic)) << topic;
    if (!id.empty()) {
      EXPECT_TRUE(own_course().chapter_of(course_place(id).lesson)) << topic;
      const Lesson* const lesson = session.lesson.lesson_of(id);
      ASSERT_NE(lesson, nullptr) << id;
      EXPECT_LE(course_place(id).stop, lesson->stops.size()) << id;
    }
  }
}

TEST(LessonOn, AnUpdateIsTheStopOnAtomicOperations) {
  Session session;
  session.lesson.use(open_lessons({}, view_lists()).value());
  const auto words_at = [&](std::string_view place) {
    const Lesson* const lesson = session.lesson.lesson_of(place);
    return lesson == nullptr ? std::string()
                             : lesson->stops.at(course_place(place).stop - 1).text.en;
  };
  const std::string_view updates = lesson_on(FindingKind::race, RemedyWay::atomic);
  EXPECT_NE(words_at(updates).find("atomicAdd"), std::string::npos);
  session.lesson.begin(updates);
  test::settle(session);
  ASSERT_TRUE(session.lesson.on());
  EXPECT_EQ(session.lesson.number() + 1, course_place(updates).stop);
  session.lesson.begin(lesson_on(FindingKind::out_of_bounds));
  EXPECT_EQ(session.lesson.number(), 4U) << "another stop of the lesson that is on";
}

TEST(CoursePlaces, AreALessonAndAStop) {
  EXPECT_EQ(course_place("primer:5").lesson, "primer");
  EXPECT_EQ(course_place("primer:5").stop, 5U);
  for (const std::string_view whole : {"primer", "primer:", "primer:x", "primer:0", ":"}) {
    EXPECT_EQ(course_place(whole).lesson, whole);
    EXPECT_EQ(course_place(whole).stop, 0U);
  }
}

}  // namespace
}  // namespace warpscope
