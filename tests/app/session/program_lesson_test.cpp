// The lesson beside a program of the user's own, while the program is edited.
#include <gtest/gtest.h>

#include <fstream>

#include "app/lesson/lesson_library.hpp"
#include "app/session/session.hpp"
#include "instrumentation/trace/only_launch.hpp"
#include "tests/app/fake_program.hpp"
#include "tests/app/settled_session.hpp"
#include "tests/support/test_folder.hpp"

namespace warpscope {
namespace {

using test::settle;

constexpr std::string_view lesson_of_scan = R"(kernel: scan
title: {en: "A scan"}
stops:
  - at: {array: temp, operation: store}
    text: {en: "Stores."}
  - run: {banks: cc1}
    at: {array: temp, operation: load, line: "temp[4 * tid]"}
    question: {ask: active_lanes, choices: [8, 16], text: {en: "How many?"}, after: {en: "So."}}
  - at: {access: last}
    text: {en: "The end."}
)";

class ProgramLesson : public testing::Test {
 protected:
  ProgramLesson() {
    write(folder_.file("sum.lesson.yaml"), lesson_of_scan);
    write(file_, "\n");
    session_.programs.use(program_.runner());
  }
  static void write(const std::string& file, std::string_view text) {
    std::ofstream(file, std::ios::trunc) << text;
  }
  void open() {
    ASSERT_TRUE(session_.open(file_, HowOpened::typed));
    settle(session_);
  }
  /// As after a save.
  void run_again() {
    ASSERT_TRUE(session_.programs.run_again());
    settle(session_);
  }
  /// As if line 7 of scan was edited.
  void edit(const std::string& to) {
    std::string& text = program_.run.trace->sources.front().text;
    const std::string from = "temp[4 * tid]";
    text.replace(text.find(from), from.size(), to);
  }

  TestFolder folder_;
  std::string file_ = folder_.file("sum.cu");
  test::FakeProgram program_ = test::three_launches();
  Session session_;
  LessonGuide& guide_ = session_.lesson;
};

TEST_F(ProgramLesson, StandsBesideTheProgramAndCompilesNothing) {
  open();
  ASSERT_TRUE(guide_.available());
  guide_.start();
  settle(session_);
  ASSERT_TRUE(guide_.found());
  EXPECT_EQ(guide_.lesson().title.en, "A scan");
  guide_.next();
  settle(session_);
  ASSERT_TRUE(guide_.asks());
  EXPECT_EQ(session_.options().model, BankModel::cc1);
  guide_.answer(1);
  EXPECT_EQ(guide_.taken(), guide_.found()->answer->right);
  guide_.next();
  settle(session_);
  EXPECT_EQ(session_.playback.left().position() + 1, session_.playback.left().count());
  guide_.leave();
  settle(session_);
  EXPECT_EQ(session_.options().model, BankModel::cc5);
  EXPECT_EQ(program_.builds, 1);
  EXPECT_EQ(program_.runs, 1);
}

TEST_F(ProgramLesson, LooksInTheLaunchesOfItsKernel) {
  write(folder_.file("sum.lesson.yaml"), R"(kernel: scan
stops:
  - {at: {launch: 2}, text: {en: "Its second launch, the program's third."}}
  - {at: {kernel: add}, text: {en: "Another kernel."}}
  - {at: {array: tile}, text: {en: "An array of that other one."}}
)");
  open();
  guide_.start();
  settle(session_);
  const Trace& trace = *session_.playback.left().document()->trace;
  const auto launch = [&] {
    return trace.steps[trace.accesses[guide_.found()->access].step].launch;
  };
  ASSERT_TRUE(guide_.found());
  EXPECT_EQ(launch(), 2U);
  guide_.next();
  settle(session_);
  ASSERT_TRUE(guide_.found());
  EXPECT_EQ(launch(), 1U);
  guide_.next();
  settle(session_);
  EXPECT_TRUE(guide_.lost());
}

TEST_F(ProgramLesson, IsReadAgainWithEverySave) {
  write(folder_.file("sum.lesson.yaml"), "kernel: [");
  open();
  EXPECT_FALSE(guide_.available());
  write(folder_.file("sum.lesson.yaml"), lesson_of_scan);
  run_again();
  EXPECT_TRUE(guide_.available());
  std::filesystem::remove(folder_.file("sum.lesson.yaml"));
  run_again();
  EXPECT_FALSE(guide_.available());
}

TEST_F(ProgramLesson, ASaveMovesThePlayheadOnlyFromTheStop) {
  open();
  guide_.start();
  settle(session_);
  run_again();
  EXPECT_FALSE(guide_.away());
  session_.playback.seek(guide_.found()->access + 1);
  const std::uint32_t elsewhere = session_.playback.left().position();
  run_again();
  EXPECT_EQ(session_.playback.left().position(), elsewhere);
  EXPECT_TRUE(guide_.away());
  guide_.back();
  settle(session_);
  EXPECT_FALSE(guide_.away());
}

TEST_F(ProgramLesson, LeavingAfterASaveRunsNothing) {
  open();
  guide_.start();
  guide_.go(1);
  settle(session_);
  run_again();
  const int builds = program_.builds;
  guide_.leave();
  settle(session_);
  EXPECT_EQ(program_.builds, builds);
  EXPECT_EQ(session_.options().model, BankModel::cc5);
}

TEST_F(ProgramLesson, EndsWithAnotherProgram) {
  open();
  guide_.start();
  settle(session_);
  const std::string other = folder_.file("other.cu");
  write(other, "\n");
  ASSERT_TRUE(session_.open(other, HowOpened::typed));
  settle(session_);
  EXPECT_FALSE(guide_.on());
  EXPECT_FALSE(guide_.available());
}

TEST_F(ProgramLesson, AMistakeInItIsToldOnce) {
  write(folder_.file("sum.lesson.yaml"), "kernel: scan\nstops: [1]\n");
  open();
  EXPECT_FALSE(guide_.available());
  ASSERT_TRUE(session_.notices.toast());
  EXPECT_NE(session_.notices.toast()->text.text().find("sum.lesson.yaml:"), std::string::npos);
  session_.notices.dismiss();
  run_again();
  EXPECT_FALSE(session_.notices.toast());
}

TEST_F(ProgramLesson, AnEditMayTakeAStopAwayAndBringItBack) {
  open();
  guide_.start();
  guide_.go(1);
  settle(session_);
  ASSERT_TRUE(guide_.found());
  const Trace before = *program_.run.trace;
  edit("temp[0]");
  run_again();
  EXPECT_TRUE(guide_.on());
  EXPECT_TRUE(guide_.lost());
  EXPECT_FALSE(guide_.found());
  EXPECT_FALSE(guide_.asks());
  EXPECT_FALSE(guide_.away()) << "there is nothing to go back to";
  EXPECT_EQ(guide_.marks(), nullptr);
  EXPECT_FALSE(session_.notices.toast()) << "the pane says it";
  guide_.next();
  settle(session_);
  EXPECT_TRUE(guide_.found()) << "the next stop is there";
  guide_.previous();
  settle(session_);
  EXPECT_TRUE(guide_.lost());
  program_.run.trace = before;
  run_again();
  EXPECT_FALSE(guide_.lost());
  EXPECT_TRUE(guide_.asks());
}

TEST_F(ProgramLesson, AnAnswerIsOfTheProgramAsItWas) {
  open();
  guide_.start();
  guide_.go(1);
  settle(session_);
  guide_.answer(1);
  ASSERT_TRUE(guide_.taken());
  run_again();
  EXPECT_EQ(guide_.taken(), std::optional<std::size_t>(1)) << "nothing has changed";
  EXPECT_TRUE(guide_.answered().right);
  for (Access& access : program_.run.trace->accesses) {
    if (access.mask == 0xFFFFU) access.mask = 0xFFU;
  }
  run_again();
  ASSERT_TRUE(guide_.found());
  EXPECT_FALSE(guide_.taken()) << "half as many lanes: the other answer is right now";
  EXPECT_FALSE(guide_.asks());
}

TEST_F(ProgramLesson, ASmallerTraceIsNoHarm) {
  open();
  guide_.start();
  guide_.go(2);
  settle(session_);
  const std::uint32_t last = guide_.found()->access;
  program_.run.trace = only_launch(*test::three_launches().run.trace, 1);
  program_.run.outcome.launches = {test::program_launch(1, "add", {4}, {32}, 0)};
  run_again();
  EXPECT_TRUE(guide_.lost());
  EXPECT_LT(session_.playback.left().count(), last + 1);
  EXPECT_LT(session_.playback.left().position(), session_.playback.left().count());
}

TEST(LessonBeside, HasTheNameOfTheProgram) {
  EXPECT_EQ(lesson_beside("/p/a.b.cu"), "/p/a.b.lesson.yaml");
  const TestFolder folder;
  std::ofstream(folder.file("scan.lesson.yaml")) << lesson_of_scan;
  std::ofstream(folder.file("scan.cu")) << "\n";
  LessonLibrary library;
  ASSERT_TRUE(library.add_folder(folder.file("")));
  EXPECT_TRUE(library.mistakes().empty()) << "it is no lesson of the catalogue";
  EXPECT_TRUE(library.read_beside(folder.file("scan.cu")).empty());
  ASSERT_NE(library.find_beside(folder.file("scan.cu")), nullptr);
  EXPECT_NE(library.find(folder.file("scan.cu") + ": scan"), nullptr);
  EXPECT_NE(library.find(folder.file("scan.cu") + ": n::scan<int>"), nullptr);
  EXPECT_NE(library.find(folder.file("scan.cu")), nullptr) << "all of its launches";
  EXPECT_EQ(library.find(folder.file("scan.cu") + ": add"), nullptr);
  EXPECT_EQ(library.find(folder.file("scan.cu2")), nullptr);
  std::filesystem::remove(folder.file("scan.lesson.yaml"));
  EXPECT_TRUE(library.read_beside(folder.file("scan.cu")).empty());
  EXPECT_EQ(library.find_beside(folder.file("scan.cu")), nullptr);
}

TEST(LessonBeside, SetsNothingButTheBanks) {
  const TestFolder folder;
  std::ofstream(folder.file("scan.lesson.yaml"))
      << "kernel: scan\nstops:\n  - run: {size: 64}\n    text: {en: \"Words.\"}\n";
  LessonLibrary library;
  const auto mistakes = library.read_beside(folder.file("scan.cu"));
  ASSERT_EQ(mistakes.size(), 1U);
  EXPECT_EQ(mistakes.front().line, 3);
  EXPECT_NE(mistakes.front().message.find("banks"), std::string::npos) << mistakes.front().message;
}

}  // namespace
}  // namespace warpscope
