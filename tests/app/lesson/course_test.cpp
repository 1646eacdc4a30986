#include "app/lesson/course.hpp"

#include <gtest/gtest.h>

#include <map>

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
  }
  std::vector<Mistake> mistakes;
  (void)read_course(embedded_text("assets/course.yaml"), "course.yaml", ids, mistakes);
  for (const Mistake& mistake : mistakes) ADD_FAILURE() << mistake.text();
}

TEST(Course, EveryFirstLessonOfAChapterSaysWhatWasLearned) {
  LessonLibrary library;
  std::vector<std::string> ids{"branch_divergence"};
  for (const Chapter& chapter : own_course().chapters) ids.push_back(chapter.lessons.front());
  for (const std::string& id : ids) {
    const Lesson* const lesson = library.find(id);
    ASSERT_NE(lesson, nullptr) << id;
    EXPECT_TRUE(lesson->learned.en.ends_with('.')) << id;
    EXPECT_TRUE(lesson->learned.own("ru").ends_with('.')) << id;
  }
}

TEST(Course, LeadsFromLessonToLessonOverTheChapters) {
  std::vector<Mistake> mistakes;
  const Course course = read_course(
      "chapters:\n"
      "  - {title: {en: A}, about: {en: a.}, picture: tree, lessons: [scan_blelloch]}\n"
      "  - {title: {en: B}, about: {en: b.}, lessons: [reduce_strided, reduce_divergent]}\n",
      "c.yaml", course_ids, mistakes);
  EXPECT_TRUE(mistakes.empty());
  ASSERT_EQ(course.chapters.size(), 2U);
  EXPECT_EQ(course.chapters[0].picture, ChapterPicture::tree);
  EXPECT_EQ(course.lessons(), 3U);
  EXPECT_EQ(course.first(), "scan_blelloch");
  EXPECT_EQ(course.after("scan_blelloch"), "reduce_strided");
  EXPECT_EQ(course.after("reduce_divergent"), "");
  EXPECT_EQ(course.after("unheard_of"), "");
  EXPECT_EQ(course.chapter_of("reduce_divergent"), 1U);
  EXPECT_FALSE(course.chapter_of("unheard_of"));
}

TEST(Course, TellsWhatIsWrongAndWhere) {
  const auto only = [](std::string_view text) {
    const auto mistakes = course_mistakes(text);
    EXPECT_EQ(mistakes.size(), 1U) << text;
    return mistakes.empty() ? "" : mistakes.front();
  };
  EXPECT_EQ(only("chapters:\n  - title: {en: A}\n    about: {en: a.}\n"
                 "    lessons: [reduce_divergnt, reduce_strided]\n"),
            "c.yaml:4: There is no lesson \"reduce_divergnt\". Did you mean \"reduce_divergent\"?");
  EXPECT_EQ(only("chapters:\n  - title: {en: A}\n    about: {en: a.}\n"
                 "    lessons: [reduce_strided, reduce_strided]\n"),
            "c.yaml:4: The lesson \"reduce_strided\" stands twice; delete one of them.");
  EXPECT_EQ(only("chapters:\n  - title: {en: A}\n    about: {en: a.}\n    picture: cat\n"
                 "    lessons: [reduce_strided]\n")
                .substr(0, 50),
            "c.yaml:4: \"picture\" is \"cat\", but it must be lanes");
  EXPECT_NE(only("chapters:\n  - title: {en: A}\n    about: {en: a.}\n").find("needs a list"),
            std::string::npos);
  EXPECT_NE(only("chapters: 3\n").find("no list \"chapters\""), std::string::npos);
  EXPECT_NE(only("chapters: [\n").find("not YAML"), std::string::npos);
  const auto unknown = course_mistakes("lessons: []\n");
  ASSERT_EQ(unknown.size(), 2U) << "what is there, and what is not";
  EXPECT_NE(unknown[0].find("no key \"lessons\""), std::string::npos);
  EXPECT_NE(unknown[1].find("no list \"chapters\""), std::string::npos);
}

}  // namespace
}  // namespace warpscope
