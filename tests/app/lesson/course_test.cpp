#include "app/lesson/course.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "app/lesson/lesson_library.hpp"
#include "instrumentation/run/embedded.hpp"

namespace warpscope {
namespace {

const std::vector<std::string> course_ids{"reduce_divergent", "reduce_strided", "scan_blelloch"};

std::vector<std::string> course_mistakes(std::string_view text) {
  std::vector<Mistake> mistakes;
  (void)read_course(text, "c.yaml", course_ids, mistakes);
  std::vector<std::string> texts;
  for (const Mistake& mistake : mistakes) texts.push_back(mistake.text());
  return texts;
}

TEST(Course, HasEveryLessonOnce) {
  std::map<std::string, int> found;
  for (const Chapter& chapter : own_course().chapters) {
    for (const std::string& id : chapter.lessons) ++found[id];
  }
  std::size_t lessons = 0;
  for (const std::string_view path : embedded_paths("assets/lessons/")) {
    std::string id(path.substr(std::string_view("assets/lessons/").size()));
    id.resize(id.size() - std::string_view(".yaml").size());
    EXPECT_EQ(found[id], 1) << id;
    ++lessons;
  }
  EXPECT_EQ(found.size(), lessons);
  EXPECT_EQ(own_course().lessons(), lessons);
  EXPECT_GT(lessons, 70U);
}

TEST(Course, OwnFileHasNoMistakesAndSpeaksBothLanguages) {
  std::vector<std::string> ids;
  for (const Chapter& chapter : own_course().chapters) {
    ids.insert(ids.end(), chapter.lessons.begin(), chapter.lessons.end());
    EXPECT_FALSE(chapter.title.own("ru").empty()) << chapter.title.en;
    EXPECT_FALSE(chapter.about.own("ru").empty()) << chapter.title.en;
    EXPECT_TRUE(chapter.can.en.ends_with('.')) << chapter.title.en;
    EXPECT_TRUE(chapter.can.own("ru").ends_with('.')) << chapter.title.en;
  }
  std::vector<Mistake> mistakes;
  (void)read_course(embedded_text("assets/course.yaml"), "course.yaml", ids, mistakes);
  for (const Mistake& mistake : mistakes) ADD_FAILURE() << mistake.text();
}

TEST(Course, EveryLessonSaysWhatWasLearned) {
  LessonLibrary library;
  for (const Chapter& chapter : own_course().chapters) {
    for (const std::string& id : chapter.lessons) {
      const Lesson* const lesson = library.find(id);
      ASSERT_NE(lesson, nullptr) << id;
      EXPECT_TRUE(lesson->learned.en.ends_with('.')) << id;
      EXPECT_TRUE(lesson->learned.own("ru").ends_with('.')) << id;
    }
  }
}

/// A minute for a stop and another for a question, give or take a half.
TEST(Course, SaysHowLongAChapterTakes) {
  LessonLibrary library;
  for (const Chapter& chapter : own_course().chapters) {
    std::ptrdiff_t steps = 0;
    for (const std::string& id : chapter.lessons) {
      const std::vector<Stop>& stops = library.find(id)->stops;
      steps += std::ssize(stops);
      steps +=
          std::ranges::count_if(stops, [](const Stop& stop) { return stop.question.has_value(); });
    }
    EXPECT_GT(chapter.minutes, steps / 2) << chapter.id << ": " << steps;
    EXPECT_LT(chapter.minutes, steps * 3 / 2) << chapter.id << ": " << steps;
  }
  EXPECT_GT(own_course().minutes(), 300);
}

/// Who walks from the top meets no word of these before the chapter that explains it.
TEST(Course, ExplainsItsWordsBeforeTheyAreUsed) {
  struct Explained {
    std::string_view word, chapter;
  };
  LessonLibrary library;
  for (const auto& [word, chapter] : {Explained{"sector", "memory"},
                                      {"bank", "banks"},
                                      {"conflict", "banks"},
                                      {"shuffle", "races"},
                                      {"occupancy", "machine"},
                                      {"spill", "machine"},
                                      {"tagged", "histogram"},
                                      {"look-back", "grid"}}) {
    for (const Chapter& each : own_course().chapters) {
      if (each.id == chapter) break;
      for (const std::string& id : each.lessons) {
        const Lesson& lesson = *library.find(id);
        for (const Stop& stop : lesson.stops) {
          EXPECT_EQ(stop.text.en.find(word), std::string::npos)
              << word << " is explained in " << chapter << ", but stands in " << lesson.file << ":"
              << stop.line;
        }
      }
    }
  }
}

TEST(Course, LeadsFromLessonToLessonOverTheChapters) {
  std::vector<Mistake> mistakes;
  const Course course = read_course(
      "chapters:\n"
      "  - {id: a, title: {en: A}, about: {en: a.}, can: {en: C.}, minutes: 20, picture: tree, "
      "lessons: [scan_blelloch]}\n"
      "  - {id: b, title: {en: B}, about: {en: b.}, can: {en: C.}, minutes: 15, needs: [a, a], "
      "lessons: [reduce_strided, reduce_divergent]}\n",
      "c.yaml", course_ids, mistakes);
  EXPECT_TRUE(mistakes.empty());
  ASSERT_EQ(course.chapters.size(), 2U);
  EXPECT_EQ(course.chapters[0].picture, ChapterPicture::tree);
  EXPECT_EQ(course.lessons(), 3U);
  EXPECT_EQ(course.minutes(), 35);
  EXPECT_EQ(course.chapters[1].can.en, "C.");
  EXPECT_EQ(course.chapters[0].needs, std::vector<std::size_t>());
  EXPECT_EQ(course.chapters[1].needs, std::vector<std::size_t>{0});
  EXPECT_EQ(course.first(), "scan_blelloch");
  EXPECT_EQ(course.after("scan_blelloch"), "reduce_strided");
  EXPECT_EQ(course.after("reduce_divergent"), "");
  EXPECT_EQ(course.after("unheard_of"), "");
  EXPECT_EQ(course.chapter_of("reduce_divergent"), 1U);
  EXPECT_FALSE(course.chapter_of("unheard_of"));
}

TEST(Course, TellsWhatIsWrongAndWhere) {
  const std::string with_head =
      "chapters:\n  - id: a\n    title: {en: A}\n    can: {en: C.}\n    minutes: 9\n";
  const auto only = [](std::string_view text) {
    const auto mistakes = course_mistakes(text);
    EXPECT_EQ(mistakes.size(), 1U) << text;
    return mistakes.empty() ? "" : mistakes.front();
  };
  EXPECT_EQ(only(with_head + "    about: {en: a.}\n"
                             "    lessons: [reduce_divergnt, reduce_strided]\n"),
            "c.yaml:7: There is no lesson \"reduce_divergnt\". Did you mean \"reduce_divergent\"?");
  EXPECT_EQ(only(with_head + "    about: {en: a.}\n"
                             "    lessons: [reduce_strided, reduce_strided]\n"),
            "c.yaml:7: The lesson \"reduce_strided\" stands twice; delete one of them.");
  EXPECT_EQ(only(with_head + "    about: {en: a.}\n    picture: cat\n"
                             "    lessons: [reduce_strided]\n")
                .substr(0, 50),
            "c.yaml:7: \"picture\" is \"cat\", but it must be lanes");
  EXPECT_NE(only(with_head + "    about: {en: a.}\n").find("needs a list"), std::string::npos);
  const std::string rest = "    about: {en: a.}\n    lessons: [reduce_strided]\n";
  const auto without = [&](std::string_view line) {
    std::string text = with_head + rest;
    text.erase(text.find(line), line.size());
    return only(text);
  };
  EXPECT_NE(without("    minutes: 9\n").find("no \"minutes\""), std::string::npos);
  EXPECT_NE(without("    can: {en: C.}\n").find("no \"can\""), std::string::npos);
  EXPECT_NE(without("id: a\n    ").find("no \"id\""), std::string::npos);
  EXPECT_NE(only("chapters: 3\n").find("no list \"chapters\""), std::string::npos);
  EXPECT_NE(only("chapters: [\n").find("not YAML"), std::string::npos);
  const auto unknown = course_mistakes("lessons: []\n");
  ASSERT_EQ(unknown.size(), 2U) << "what is there, and what is not";
  EXPECT_NE(unknown[0].find("no key \"lessons\""), std::string::npos);
  EXPECT_NE(unknown[1].find("no list \"chapters\""), std::string::npos);
}

/// Three chapters, each with what it needs.
std::vector<std::string> mistakes_of_needs(std::string_view a, std::string_view b,
                                           std::string_view c) {
  std::string text = "chapters:\n";
  for (const auto& [id, needs, lesson] : {std::tuple{"a", a, "scan_blelloch"},
                                          {"b", b, "reduce_strided"},
                                          {"c", c, "reduce_divergent"}}) {
    text += fmt::format(
        "  - {{id: {0}, title: {{en: T}}, about: {{en: A.}}, can: {{en: C.}}, minutes: 9,\n"
        "     needs: [{1}], lessons: [{2}]}}\n",
        id, needs, lesson);
  }
  return course_mistakes(text);
}

TEST(Course, ChaptersNeedOnlyWhatComesBefore) {
  EXPECT_EQ(mistakes_of_needs("", "a", "a, b"), std::vector<std::string>{});
  EXPECT_EQ(mistakes_of_needs("", "aa", ""),
            std::vector<std::string>{"c.yaml:5: There is no chapter \"aa\". Known are a, b, c."});
  EXPECT_EQ(
      mistakes_of_needs("", "c", ""),
      std::vector<std::string>{"c.yaml:5: \"c\" comes after \"b\", which needs it; move it up."});
  const auto circle = mistakes_of_needs("c", "a", "b");
  ASSERT_EQ(circle.size(), 3U) << "each need of it";
  EXPECT_EQ(circle.front(),
            "c.yaml:3: \"a\" and \"c\" need each other, so nobody could begin; delete one need.");
  EXPECT_EQ(mistakes_of_needs("a", "", "").size(), 1U) << "itself";
}

TEST(Course, LeadsFromATopicToALesson) {
  std::vector<Mistake> mistakes;
  const Course course = read_course(
      "chapters:\n"
      "  - {id: a, title: {en: A}, about: {en: a.}, can: {en: C.}, minutes: 20, "
      "lessons: [scan_blelloch]}\n"
      "lessons_on:\n"
      "  race: scan_blelloch\n"
      "  out_of_bounds: scan_bleloch\n"
      "  bank_conflict: scan_blelloch\n",
      "c.yaml", course_ids, mistakes);
  EXPECT_EQ(course.lesson_on("race"), "scan_blelloch");
  EXPECT_EQ(course.lesson_on("out_of_bounds"), "");
  ASSERT_EQ(mistakes.size(), 2U);
  EXPECT_NE(mistakes[0].message.find("no key \"bank_conflict\""), std::string::npos);
  EXPECT_EQ(mistakes[1].text().substr(0, 49),
            "c.yaml:5: There is no lesson \"scan_bleloch\". Did ");
}

}  // namespace
}  // namespace warpscope
