// Lectures: lessons in files of the user's own.

#include <gtest/gtest.h>

#include <fstream>

#include "app/session/session.hpp"
#include "tests/app/fake_program.hpp"
#include "tests/app/settled_session.hpp"
#include "tests/support/test_folder.hpp"

namespace warpscope {
namespace {

namespace fs = std::filesystem;
using test::settle;

constexpr std::string_view of_reduction = R"(kernel: reduce_strided
title: {en: "My lecture", ru: "Моя лекция"}
stops:
  - run: {size: 64, block: 64}
    text: {en: "First.", ru: "Раз."}
  - at: {access: last}
    text: {en: "Last.", ru: "Два."}
)";

class SessionLectures : public testing::Test {
 protected:
  SessionLectures() { session_.lectures.remember(list_); }
  fs::path write(const char* name, std::string_view text) const {
    const fs::path file = folder_.path() / name;
    std::ofstream(file) << text;
    return file;
  }

  TestFolder folder_;
  fs::path list_ = folder_.path() / "data/lectures.json";
  Session session_;
};

TEST_F(SessionLectures, AreOpenedLikeAnyOtherFileAndRemembered) {
  const fs::path file = write("talk.yaml", of_reduction);
  ASSERT_TRUE(session_.open(file));
  settle(session_);
  ASSERT_TRUE(session_.lesson.on());
  EXPECT_EQ(session_.lesson.lesson().title.en, "My lecture");
  EXPECT_EQ(session_.options().request.kernel, "reduce_strided");
  Session later;
  later.lectures.remember(list_);
  ASSERT_EQ(later.lectures.list().size(), 1U);
  EXPECT_EQ(later.lectures.list().front().file, file);
}

TEST_F(SessionLectures, AreMadeOfMomentsThatWereShown) {
  const fs::path file = folder_.path() / "kept.yaml";
  ASSERT_TRUE(session_.choose_kernel("reduce_strided"));
  settle(session_);
  EXPECT_FALSE(session_.lectures.keep(file, "  ")) << "an audience reads something";
  EXPECT_FALSE(session_.lectures.keep(folder_.path() / "kept.txt", "One."));
  EXPECT_FALSE(fs::exists(file));
  session_.playback.seek(7);
  session_.views.bring_forward("heat");
  ASSERT_TRUE(session_.lectures.keep(file, "One."));
  EXPECT_EQ(session_.lectures.kept_in(), file);
  ASSERT_TRUE(session_.choose_kernel("scan_blelloch"));
  settle(session_);
  ASSERT_TRUE(session_.lectures.keep(file, "Two."));
  ASSERT_TRUE(session_.open(file));
  settle(session_);
  ASSERT_EQ(session_.lesson.lesson().stops.size(), 2U);
  EXPECT_EQ(session_.options().request.kernel, "reduce_strided");
  EXPECT_EQ(session_.playback.left().position(), 7U);
  EXPECT_EQ(session_.lesson.view(), "heat");
  session_.lesson.next();
  settle(session_);
  EXPECT_EQ(session_.options().request.kernel, "scan_blelloch");
  EXPECT_EQ(session_.lectures.kept_in(), file) << "the lecture that is on";
}

TEST_F(SessionLectures, ReplaceNoLessonOfTheCourse) {
  ASSERT_TRUE(session_.open(write("talk.yaml", of_reduction)));
  settle(session_);
  ASSERT_NE(session_.lesson.lesson_of("reduce_strided"), nullptr);
  EXPECT_NE(session_.lesson.lesson_of("reduce_strided")->title.en, "My lecture");
}

TEST_F(SessionLectures, AreReadAnewWhenTheyAreOpenedAgain) {
  const fs::path file = write("talk.yaml", of_reduction);
  ASSERT_TRUE(session_.open(file));
  settle(session_);
  std::string other(of_reduction);
  other.replace(other.find("First."), 6, "Other.");
  write("talk.yaml", other);
  ASSERT_TRUE(session_.open(file));
  settle(session_);
  EXPECT_EQ(session_.lesson.stop().text.en, "Other.");
  EXPECT_EQ(session_.lectures.list().size(), 1U);
}

TEST_F(SessionLectures, ThatAreDamagedAreNamedWithTheLine) {
  const fs::path file = write("talk.yaml", "kernel: reduce_strided\nstops: [\n");
  const Status opened = session_.open(file);
  ASSERT_FALSE(opened);
  EXPECT_NE(opened.error().message.find("talk.yaml"), std::string::npos) << opened.error().message;
  EXPECT_FALSE(session_.lesson.on());
  EXPECT_TRUE(session_.lectures.list().empty());
  EXPECT_FALSE(session_.lesson.library().title_in(file));
}

TEST_F(SessionLectures, CanBeTakenOffTheList) {
  const fs::path one = write("one.yaml", of_reduction), two = write("two.yaml", of_reduction);
  session_.lectures.note(one);
  session_.lectures.note(two);
  session_.lectures.forget(one);
  Session later;
  later.lectures.remember(list_);
  ASSERT_EQ(later.lectures.list().size(), 1U);
  EXPECT_EQ(later.lectures.list().front().file, two);
  EXPECT_TRUE(fs::exists(one)) << "the file itself stays";
}

TEST_F(SessionLectures, BesideAProgramOpenThatAndAskWhetherItMayRun) {
  test::FakeProgram program = test::three_launches();
  session_.programs.use(program.runner());
  write("sum.cu", "int main() {}\n");
  const fs::path file = write("sum.lesson.yaml", "kernel: add\nstops:\n  - text: {en: A.}\n");
  ASSERT_TRUE(session_.open(file));
  EXPECT_NE(session_.programs.question(), nullptr);
  EXPECT_EQ(program.runs, 0);
  EXPECT_EQ(session_.lectures.list().front().file, file);
}

TEST_F(SessionLectures, AreComeBackToAfterACrash) {
  ASSERT_TRUE(session_.open(write("talk.yaml", of_reduction)));
  settle(session_);
  session_.lesson.next();
  settle(session_);
  Session later;
  ASSERT_TRUE(later.places.resume(session_.places.work().value()));
  settle(later);
  ASSERT_TRUE(later.lesson.on());
  EXPECT_EQ(later.lesson.lesson().title.en, "My lecture");
  EXPECT_EQ(later.lesson.number(), 1U);
}

}  // namespace
}  // namespace warpscope
