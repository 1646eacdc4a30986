#include "app/lesson/progress_table.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/app/cli_harness.hpp"
#include "tests/support/test_folder.hpp"

namespace warpscope {
namespace {

Progress answered() {
  Progress progress;
  EXPECT_TRUE(progress.reach("one", 3, 4, true, {3, 1, 1}));
  EXPECT_TRUE(progress.answer("one", 1, {"degree", {"8"}, true, false, "2026-11-27T05:30:57Z"}));
  EXPECT_TRUE(
      progress.answer("one", 2, {"value", {"1", "2"}, true, false, "2026-11-27T05:31:57Z"}));
  EXPECT_TRUE(progress.answer("one", 3, {"=cell", {"a,b", "c"}, false, true, ""}));
  EXPECT_TRUE(progress.reach("two", 0, 4, false));
  return progress;
}

TEST(ProgressTable, HasARecordForEveryQuestionAndEveryLesson) {
  EXPECT_EQ(progress_csv(answered()),
            "lesson,done,furthest_stop,stops,stop,question,tries,answers,outcome,when\r\n"
            "one,yes,4,4,2,degree,1,8,right,2026-11-27T05:30:57Z\r\n"
            "one,yes,4,4,3,value,2,1; 2,second,2026-11-27T05:31:57Z\r\n"
            "one,yes,4,4,4,'=cell,2,\"a,b; c\",told,\r\n"
            "two,no,1,4,,,,,,\r\n");
}

TEST(ProgressTable, IsJsonToo) {
  const auto json = nlohmann::json::parse(progress_json(answered()));
  ASSERT_EQ(json["lessons"].size(), 2U);
  const auto& one = json["lessons"][0];
  EXPECT_EQ(one["id"], "one");
  EXPECT_EQ(one["second"], 1);
  EXPECT_EQ(one["questions"][1]["outcome"], "second");
  EXPECT_EQ(one["questions"][1]["stop"], 3);
  EXPECT_TRUE(json["lessons"][1]["questions"].empty());
}

TEST(ProgressTable, IsPrintedAndSaved) {
  const TestFolder folder;
  const std::string before = std::getenv("XDG_DATA_HOME") ? std::getenv("XDG_DATA_HOME") : "";
  ::setenv("XDG_DATA_HOME", folder.path().c_str(), 1);
  EXPECT_NE(invoke({"progress"}).out.find("No lesson"), std::string::npos);
  {
    Progress progress = answered();
    ASSERT_TRUE(progress.keep(progress_path()));
    ASSERT_TRUE(progress.answer("two", 1, {"steps", {"31"}, true, false, "2026-11-28T05:30:57Z"}));
    const auto saved = save_progress_csv(progress, progress_path());
    ASSERT_TRUE(saved.ok());
    std::ifstream file(saved.value());
    std::stringstream text;
    text << file.rdbuf();
    EXPECT_EQ(text.str(), progress_csv(progress));
  }
  const Invoked csv = invoke({"progress", "--csv"});
  EXPECT_EQ(csv.code, 0) << csv.err;
  EXPECT_NE(csv.out.find("two,no,1,4,2,steps,1,31,right,"), std::string::npos) << csv.out;
  EXPECT_EQ(invoke({"progress", "--json"}).json()["lessons"].size(), 2U);
  EXPECT_NE(invoke({"progress"}).out.find("done"), std::string::npos);
  EXPECT_EQ(invoke({"progress", "--csv", "--json"}).code, 2);
  before.empty() ? ::unsetenv("XDG_DATA_HOME") : ::setenv("XDG_DATA_HOME", before.c_str(), 1);
}

TEST(ProgressTable, AnswersOfAnOlderFileAndDamagedOnesAreNoHarm) {
  const TestFolder folder;
  const std::filesystem::path file = folder.path() / "progress.json";
  std::ofstream(file) << R"({"version": 1, "last": "one", "lessons": {
    "one": {"furthest": 2, "stops": 4, "done": true, "asked": 3, "right": 2},
    "two": {"furthest": 1, "stops": 4, "done": false, "questions": {
      "2": {"ask": "degree", "tries": ["1", "2", "3"], "right": true, "when": "2026-11-27T05:30:57Z"},
      "x": {"ask": "degree"}, "-1": {}, "3": {"tries": [], "right": true}}}}})";
  Progress progress;
  ASSERT_TRUE(progress.keep(file));
  EXPECT_EQ(progress.find("one")->score, (LessonScore{3, 2, 0}));
  const AnsweredStops& questions = progress.find("two")->questions;
  EXPECT_EQ(questions.size(), 2U);
  EXPECT_EQ(questions.at(1).tries.size(), most_tries);
  EXPECT_TRUE(questions.at(2).open()) << "right without an answer";
}

}  // namespace
}  // namespace warpscope
