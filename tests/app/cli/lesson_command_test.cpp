#include <gtest/gtest.h>

#include <fstream>

#include "tests/app/cli_harness.hpp"

namespace warpscope {
namespace {

constexpr std::string_view own = R"(kernel: reduce_shuffle
title: {en: "My own"}
stops:
  - at: {step: nowhere}
    text: {en: "Words."}
)";

TEST(LessonCommand, ListsAndPrints) {
  const Invoked list = invoke({"lesson"});
  EXPECT_EQ(list.code, 0) << list.err;
  EXPECT_NE(list.out.find("reduce_strided"), std::string::npos);
  const Invoked one = invoke({"lesson", "reduce_strided"});
  EXPECT_EQ(one.code, 0) << one.err;
  EXPECT_NE(one.out.find("Stop 1 of "), std::string::npos);
  EXPECT_NE(one.out.find("The trace answers degree = 8."), std::string::npos);
  const Invoked russian = invoke({"lesson", "reduce_strided", "--language", "ru"});
  EXPECT_NE(russian.out.find("Редукция"), std::string::npos);
}

TEST(LessonCommand, RefusesWhatItDoesNotKnow) {
  EXPECT_EQ(invoke({"lesson", "reduce_stridet"}).code, 2);
  EXPECT_EQ(invoke({"lesson", "--language", "fr"}).code, 2);
  EXPECT_EQ(invoke({"lesson", "--lessons", "/does/not/exist"}).code, 2);
}

TEST(LessonCommand, ChecksAFolderOfOnesOwn) {
  const TemporaryFolder folder;
  const std::string path = folder.file("mine.yaml");
  std::ofstream(path) << own;
  const std::string where = path.substr(0, path.rfind('/'));
  const Invoked checked = invoke({"lesson", "reduce_shuffle", "--check", "--lessons", where});
  EXPECT_EQ(checked.code, 1);
  EXPECT_NE(checked.err.find(path + ":4: "), std::string::npos) << checked.err;
  EXPECT_NE(checked.err.find("has no Russian"), std::string::npos) << checked.err;
  const Invoked list = invoke({"lesson", "--lessons", where});
  EXPECT_NE(list.out.find("My own"), std::string::npos);
  EXPECT_EQ(invoke({"--lessons", where}).windows.size(), 1U);
}

TEST(LessonCommand, ABrokenFileIsToldAndTheRestWorks) {
  const TemporaryFolder folder;
  const std::string path = folder.file("mine.yaml");
  std::ofstream(path) << "kernel: [";
  const Invoked list = invoke({"lesson", "--lessons", path.substr(0, path.rfind('/'))});
  EXPECT_EQ(list.code, 1);
  EXPECT_NE(list.err.find(path), std::string::npos);
  EXPECT_NE(list.out.find("reduce_strided"), std::string::npos);
}

TEST(LessonCommand, APictureOfAStop) {
  const TemporaryFolder folder;
  const std::string out = folder.file("stop.png");
  const Invoked drawn = invoke({"export", "reduce_strided", "--stop", "2", "-o", out});
  ASSERT_EQ(drawn.code, 0) << drawn.err;
  ASSERT_TRUE(drawn.pictures.front().stop);
  EXPECT_EQ(drawn.pictures.front().stop->stop, 1U);
  const Invoked beyond = invoke({"export", "reduce_strided", "--stop", "99", "-o", out});
  EXPECT_EQ(beyond.code, 2);
}

}  // namespace
}  // namespace warpscope
