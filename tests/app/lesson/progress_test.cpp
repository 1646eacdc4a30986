#include "app/lesson/progress.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "tests/support/test_folder.hpp"

namespace warpscope {
namespace {

namespace fs = std::filesystem;

class ProgressTest : public testing::Test {
 protected:
  void write(std::string_view text) const { std::ofstream(file_) << text; }

  const TestFolder folder_;
  const fs::path file_ = folder_.path() / "data" / "progress.json";
  Course course_{.chapters = {{.id = "a", .title = {"A", {}}, .lessons = {"one", "two"}},
                              {.id = "b", .title = {"B", {}}, .lessons = {"three"}}}};
};

TEST_F(ProgressTest, LeadsThroughTheCourse) {
  Progress progress;
  EXPECT_TRUE(progress.empty());
  EXPECT_EQ(progress.next(course_), "one");
  ASSERT_TRUE(progress.reach("one", 1, 4, false));
  EXPECT_EQ(progress.next(course_), "one") << "it is not done";
  EXPECT_FLOAT_EQ(progress.find("one")->share(), 0.25F);
  ASSERT_TRUE(progress.reach("one", 0, 4, false));
  EXPECT_EQ(progress.find("one")->furthest, 1) << "going back loses nothing";
  ASSERT_TRUE(progress.reach("one", 3, 4, true));
  ASSERT_TRUE(progress.reach("one", 0, 4, false));
  EXPECT_TRUE(progress.done("one")) << "taken again it stays done";
  EXPECT_EQ(progress.next(course_), "two");
  EXPECT_EQ(progress.done_in(course_.chapters[0]), 1);
  EXPECT_EQ(progress.next_in(course_.chapters[0]), "two");

  ASSERT_TRUE(progress.reach("three", 2, 3, true));
  EXPECT_EQ(progress.next(course_), "two") << "what was left out comes at the end";
  ASSERT_TRUE(progress.reach("two", 0, 1, true));
  EXPECT_EQ(progress.next(course_), "");
  EXPECT_EQ(progress.next_in(course_.chapters[0]), "one");
}

TEST_F(ProgressTest, IsThereWhenTheProgramStartsAgain) {
  Progress before;
  ASSERT_TRUE(before.keep(file_)) << "there is no file yet";
  ASSERT_TRUE(before.reach("two", 2, 5, false));
  ASSERT_TRUE(before.reach("one", 3, 4, true));
  Progress after;
  ASSERT_TRUE(after.keep(file_));
  ASSERT_NE(after.find("two"), nullptr);
  EXPECT_EQ(*after.find("two"), (LessonProgress{.furthest = 2, .stops = 5}));
  EXPECT_TRUE(after.done("one"));
  EXPECT_EQ(after.next(course_), "two");
}

TEST_F(ProgressTest, KeepsTheBestScoreWithWhichTheEndWasReached) {
  {
    Progress progress;
    ASSERT_TRUE(progress.keep(file_));
    ASSERT_TRUE(progress.reach("one", 1, 4, false, {3, 3}));
    EXPECT_EQ(progress.find("one")->score, LessonScore()) << "not yet at the end";
    ASSERT_TRUE(progress.reach("one", 3, 4, true, {3, 2}));
    ASSERT_TRUE(progress.reach("one", 3, 4, true, {3, 1}));
    ASSERT_TRUE(progress.reach("two", 3, 4, true, {1, 0}));
    ASSERT_TRUE(progress.reach("three", 0, 4, false, {5, 5}));
  }
  Progress again;
  ASSERT_TRUE(again.keep(file_));
  EXPECT_EQ(again.find("one")->score, (LessonScore{3, 2}));
  EXPECT_EQ(again.score_in(course_.chapters[0]), (LessonScore{4, 2}));
  EXPECT_EQ(again.score_in(course_.chapters[1]), LessonScore());
}

TEST_F(ProgressTest, IsDoneOnlyIfNoQuestionWasPassedOver) {
  {
    Progress progress;
    ASSERT_TRUE(progress.keep(file_));
    ASSERT_TRUE(progress.reach("one", 3, 4, true, {3, 1, 0, 2}));
    EXPECT_FALSE(progress.done("one"));
    EXPECT_EQ(score_text(progress.find("one")->score), "1 of 1 right · 2 passed over");
  }
  Progress again;
  ASSERT_TRUE(again.keep(file_));
  EXPECT_EQ(again.find("one")->score, (LessonScore{3, 1, 0, 2}));
  ASSERT_TRUE(again.reach("one", 3, 4, true, {3, 1, 0, 0}));
  EXPECT_TRUE(again.done("one"));
  EXPECT_EQ(score_text(again.find("one")->score), "1 of 3 right");
  EXPECT_EQ(score_text({2, 0, 0, 2}), "2 questions passed over");
}

TEST_F(ProgressTest, TwoWindowsLoseNothingOfEachOther) {
  Progress a, b;
  ASSERT_TRUE(a.keep(file_));
  ASSERT_TRUE(b.keep(file_));
  ASSERT_TRUE(a.reach("one", 3, 4, true));
  ASSERT_TRUE(b.reach("two", 1, 4, false));
  Progress after;
  ASSERT_TRUE(after.keep(file_));
  EXPECT_TRUE(after.done("one"));
  EXPECT_EQ(after.find("two")->furthest, 1);
}

TEST_F(ProgressTest, ADamagedFileIsToldOfAndKept) {
  fs::create_directories(file_.parent_path());
  for (const char* text : {"{", "[]", R"({"version": 2, "lessons": {}})", R"({"version": 1})",
                           R"({"version": 1, "lessons": {"one": 7}})",
                           R"({"version": 1, "lessons": {"one": {"furthest": "x"}}})"}) {
    write(text);
    Progress progress;
    const Status kept = progress.keep(file_);
    ASSERT_FALSE(kept) << text;
    EXPECT_NE(kept.error().message.find("progress.json is damaged"), std::string::npos)
        << kept.error().message;
    EXPECT_TRUE(progress.empty());
    ASSERT_TRUE(progress.reach("one", 1, 2, true)) << text;
    Progress after;
    EXPECT_TRUE(after.keep(file_));
    EXPECT_TRUE(after.done("one"));
  }
  EXPECT_TRUE(fs::exists(fs::path(file_) += ".bak"));
}

TEST_F(ProgressTest, NumbersOfNoLessonAreNotBelieved) {
  fs::create_directories(file_.parent_path());
  write(
      R"({"version": 1, "lessons": {"one": {"furthest": 2000000000, "stops": -3, "done": false}}})");
  Progress progress;
  ASSERT_TRUE(progress.keep(file_));
  EXPECT_LE(progress.find("one")->furthest, 1000);
  EXPECT_FLOAT_EQ(progress.find("one")->share(), 0);
}

TEST_F(ProgressTest, AFolderThatCannotBeMadeIsSaidOnce) {
  write("a file");
  std::ofstream(folder_.path() / "data") << "a file, where a folder should be";
  Progress progress;
  ASSERT_TRUE(progress.keep(file_));
  const Status kept = progress.reach("one", 1, 4, false);
  ASSERT_FALSE(kept);
  EXPECT_NE(kept.error().message.find("could not be saved"), std::string::npos);
  EXPECT_TRUE(progress.reach("one", 2, 4, false)) << "until the program ends it is remembered";
  EXPECT_EQ(progress.find("one")->furthest, 2);
}

}  // namespace
}  // namespace warpscope
