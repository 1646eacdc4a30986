// The files that a foreign lesson may read, and how much of them is read.
#include "app/lesson/lesson_input.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>

#include "app/lesson/lesson_library.hpp"
#include "app/lesson/lesson_reader.hpp"
#include "tests/app/cli_harness.hpp"
#include "tests/support/test_folder.hpp"

namespace warpscope {
namespace {

namespace fs = std::filesystem;

class LessonInput : public testing::Test {
 protected:
  TestFolder outer_;
  fs::path folder_ = outer_.file("lessons"), lesson_ = folder_ / "own.yaml";

  void SetUp() override {
    fs::create_directories(folder_ / "data");
    for (const fs::path& file : {folder_ / "near.txt", folder_ / "data" / "far.txt",
                                 fs::path(outer_.file("secret.txt"))}) {
      std::ofstream(file) << "1 2 3\n";
    }
    fs::create_symlink("../secret.txt", folder_ / "link.txt");
    fs::create_directory_symlink("..", folder_ / "up");
    fs::create_symlink("data/far.txt", folder_ / "alias.txt");
  }
  [[nodiscard]] std::string refusal(const std::string& input) const {
    const auto read = lesson_input(input, lesson_);
    return read ? "" : read.error().message;
  }
};

TEST_F(LessonInput, IsAKindOrAFileBelowTheLessonsFolder) {
  for (const char* kind : {"random", "ramp", "poisson", "special"}) {
    EXPECT_EQ(lesson_input(kind, lesson_).value(), kind);
  }
  EXPECT_EQ(lesson_input("near.txt", lesson_).value(), fs::canonical(folder_ / "near.txt"));
  const fs::path far = fs::canonical(folder_ / "data" / "far.txt");
  for (const char* name : {"data/far.txt", "./data/../data/far.txt", "alias.txt"}) {
    EXPECT_EQ(lesson_input(name, lesson_).value(), far) << name;
  }
}

TEST_F(LessonInput, LeadsNowhereElse) {
  for (const char* name : {"../secret.txt", "data/../../secret.txt", "link.txt", "up/secret.txt",
                           "..", "../lessons2/x.txt"}) {
    EXPECT_NE(refusal(name).find("leads out of the lesson's folder"), std::string::npos) << name;
  }
  EXPECT_NE(refusal("/dev/zero").find("absolute path"), std::string::npos);
  EXPECT_NE(refusal((folder_ / "near.txt").string()).find("absolute path"), std::string::npos);
  for (const char* name : {"randm", "data", ""}) {
    EXPECT_NE(refusal(name).find("neither a kind of input nor a file"), std::string::npos) << name;
  }
}

TEST_F(LessonInput, IsSaidWithFileAndLine) {
  std::ofstream(lesson_) << "kernel: reduce_strided\nstops:\n  - run: {input: /dev/zero}\n"
                            "    text: {en: Words, ru: Слова}\n";
  const Invoked invoked =
      invoke({"lesson", "reduce_strided", "--check", "--lessons", folder_.string()});
  EXPECT_EQ(invoked.code, 1);
  EXPECT_NE(invoked.err.find("own.yaml:3: \"input\" is \"/dev/zero\""), std::string::npos)
      << invoked.err;
}

TEST_F(LessonInput, FoldersMayHoldPipesAndDevices) {
  ASSERT_EQ(::mkfifo((folder_ / "pipe.yaml").c_str(), 0600), 0);
  fs::create_symlink("/dev/zero", folder_ / "zero.yml");
  LessonLibrary library;
  ASSERT_TRUE(library.add_folder(folder_));
  ASSERT_EQ(library.mistakes().size(), 2U);
  for (const Mistake& mistake : library.mistakes()) {
    EXPECT_NE(mistake.message.find("no regular file"), std::string::npos) << mistake.message;
  }
}

/// The first complaint about a lesson whose root holds this.
std::string first_complaint(const std::string& rest) {
  std::vector<Mistake> mistakes;
  (void)read_lesson("kernel: reduce_strided\n" + rest, "own.yaml", mistakes);
  return mistakes.empty() ? "" : mistakes.front().message;
}

TEST(LessonSize, EveryPartHasACap) {
  std::string keys, stops = "stops:\n", parameters;
  for (int i = 0; i < 70'000; ++i) keys += "k" + std::to_string(i) + ": 1\n";
  EXPECT_NE(first_complaint(keys).find("has 70001 keys"), std::string::npos);
  for (int i = 0; i < 201; ++i) stops += "  - text: {en: Words}\n";
  EXPECT_NE(first_complaint(stops).find("at most 200 stops"), std::string::npos);
  EXPECT_NE(first_complaint("title: {en: " + std::string(20'001, 'x') + "}\nstops: []")
                .find("more than 20000 bytes"),
            std::string::npos);
  const std::string word(900'000, 'w');
  for (const std::string& text :
       {"stage: " + word, word + ": 1",
        "stops:\n  - run: {kernel: " + word.substr(0, 19'000) + "}\n    text: {en: Words}"}) {
    const std::string said = first_complaint(text);
    EXPECT_FALSE(said.empty());
    EXPECT_LT(said.size(), 3000U);
  }
}

TEST(LessonText, CannotMoveATerminalsCursor) {
  std::vector<Mistake> mistakes;
  const auto lesson =
      read_lesson("kernel: reduce_strided\nstops:\n  - text: {en: \"a\\e]0;b\\acd\\u202E\"}\n",
                  "own.yaml", mistakes);
  ASSERT_TRUE(lesson);
  EXPECT_EQ(lesson->stops[0].text.en, "a\ufffd]0;b\ufffdcd\ufffd");
}

}  // namespace
}  // namespace warpscope
