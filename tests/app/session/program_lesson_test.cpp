// The lesson beside a program of the user's own, while the program is edited.
#include <gtest/gtest.h>

#include <fstream>
#include <thread>

#include "app/lesson/lesson_library.hpp"
#include "app/session/session.hpp"
#include "app/subject/program_subject.hpp"
#include "tests/app/cli_harness.hpp"
#include "tests/app/fake_program.hpp"

namespace warpscope {
namespace {

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
  }
  static void write(const std::string& file, std::string_view text) {
    std::ofstream(file, std::ios::trunc) << text;
  }
  void settle() {
    while (session_.recording()) {
      session_.tick(0);
      std::this_thread::yield();
    }
    session_.tick(0);
  }
  /// Opens it; or, if it is open, runs it again as after a save.
  void run() {
    Options options = session_.options();
    ProgramChoice choice;
    choice.request.build.files = {file_};
    options.opened = program_subject(std::move(choice), program_.runner());
    ASSERT_TRUE(session_.change(options));
    settle();
  }
  /// As if line 7 of scan was edited.
  void edit(const std::string& to) {
    std::string& text = program_.run.trace->sources.front().text;
    const std::string from = "temp[4 * tid]";
    text.replace(text.find(from), from.size(), to);
  }

  TemporaryFolder folder_;
  std::string file_ = folder_.file("sum.cu");
  test::FakeProgram program_ = test::three_launches();
  bool live_ = false;  // records anew, whatever is known
  Session session_{{}, [this](const Options& wanted, const Recording& have, std::stop_token stop) {
                     return make_recording(wanted, live_ ? Recording{} : have, std::move(stop));
                   }};
  LessonGuide& guide_ = session_.lesson;
};

TEST_F(ProgramLesson, StandsBesideTheProgramAndCompilesNothing) {
  run();
  ASSERT_TRUE(guide_.available());
  guide_.start();
  settle();
  ASSERT_TRUE(guide_.found());
  EXPECT_EQ(guide_.lesson().title.en, "A scan");
  guide_.next();
  settle();
  ASSERT_TRUE(guide_.asks());
  EXPECT_EQ(session_.options().model, BankModel::cc1);
  guide_.answer(1);
  EXPECT_EQ(guide_.taken(), guide_.found()->answer->right);
  guide_.next();
  settle();
  EXPECT_EQ(session_.left().position() + 1, session_.left().count());
  guide_.leave();
  settle();
  EXPECT_EQ(session_.options().model, BankModel::cc5);
  EXPECT_EQ(program_.builds, 1);
  EXPECT_EQ(program_.runs, 1);
}

TEST_F(ProgramLesson, IsOfOneKernel) {
  write(folder_.file("sum.lesson.yaml"), "kernel: add\nstops:\n  - text: {en: \"Words.\"}\n");
  run();
  EXPECT_FALSE(guide_.available());
  write(folder_.file("sum.lesson.yaml"), lesson_of_scan);
  live_ = true;
  run();
  EXPECT_TRUE(guide_.available()) << "it is read with every save of the program";
}

TEST_F(ProgramLesson, AMistakeInItIsToldOnce) {
  write(folder_.file("sum.lesson.yaml"), "kernel: scan\nstops: [1]\n");
  live_ = true;
  run();
  EXPECT_FALSE(guide_.available());
  ASSERT_TRUE(session_.toast());
  EXPECT_NE(session_.toast()->text.find("sum.lesson.yaml:"), std::string::npos);
  session_.dismiss();
  run();
  EXPECT_FALSE(session_.toast());
}

TEST_F(ProgramLesson, AnEditMayTakeAStopAwayAndBringItBack) {
  live_ = true;
  run();
  guide_.start();
  guide_.go(1);
  settle();
  ASSERT_TRUE(guide_.found());
  const Trace before = *program_.run.trace;
  edit("temp[0]");
  run();
  EXPECT_TRUE(guide_.on());
  EXPECT_TRUE(guide_.lost());
  EXPECT_FALSE(guide_.found());
  EXPECT_FALSE(guide_.asks());
  EXPECT_FALSE(guide_.away()) << "there is nothing to go back to";
  EXPECT_EQ(guide_.marks(), nullptr);
  EXPECT_FALSE(session_.toast()) << "the pane says it";
  guide_.next();
  settle();
  EXPECT_TRUE(guide_.found()) << "the next stop is there";
  guide_.previous();
  settle();
  EXPECT_TRUE(guide_.lost());
  program_.run.trace = before;
  run();
  EXPECT_FALSE(guide_.lost());
  EXPECT_TRUE(guide_.asks());
}

TEST_F(ProgramLesson, AnAnswerIsOfTheProgramAsItWas) {
  live_ = true;
  run();
  guide_.start();
  guide_.go(1);
  settle();
  guide_.answer(1);
  ASSERT_TRUE(guide_.taken());
  run();
  EXPECT_EQ(guide_.taken(), std::optional<std::size_t>(1)) << "nothing has changed";
  for (Access& access : program_.run.trace->accesses) {
    if (access.mask == 0xFFFFU) access.mask = 0xFFU;
  }
  run();
  ASSERT_TRUE(guide_.found());
  EXPECT_FALSE(guide_.taken()) << "half as many lanes: the other answer is right now";
  EXPECT_FALSE(guide_.asks());
}

TEST_F(ProgramLesson, ASmallerTraceIsNoHarm) {
  live_ = true;
  run();
  guide_.start();
  guide_.go(2);
  settle();
  const std::uint32_t last = guide_.found()->access;
  program_.run.trace = test::three_launches().run.trace;
  program_.run.outcome.launches = {test::program_launch(1, "scan", {1}, {64}, 1)};
  run();  // the launch is another kernel's now, with fewer accesses
  EXPECT_LT(session_.left().count(), last + 1);
  EXPECT_LT(session_.left().position(), session_.left().count());
}

TEST(LessonBeside, HasTheNameOfTheProgram) {
  EXPECT_EQ(lesson_beside("/p/a.b.cu"), "/p/a.b.lesson.yaml");
  const TemporaryFolder folder;
  std::ofstream(folder.file("scan.lesson.yaml")) << lesson_of_scan;
  std::ofstream(folder.file("scan.cu")) << "\n";
  LessonLibrary library;
  ASSERT_TRUE(library.add_folder(folder.file("")));
  EXPECT_TRUE(library.mistakes().empty()) << "it is no lesson of the catalogue";
  EXPECT_TRUE(library.read_beside(folder.file("scan.cu")).empty());
  ASSERT_NE(library.find_beside(folder.file("scan.cu")), nullptr);
  EXPECT_NE(library.find(folder.file("scan.cu") + ": scan"), nullptr);
  EXPECT_EQ(library.find(folder.file("scan.cu") + ": add"), nullptr);
  std::filesystem::remove(folder.file("scan.lesson.yaml"));
  EXPECT_TRUE(library.read_beside(folder.file("scan.cu")).empty());
  EXPECT_EQ(library.find_beside(folder.file("scan.cu")), nullptr);
}

TEST(LessonBeside, SetsNothingButTheBanks) {
  const TemporaryFolder folder;
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
