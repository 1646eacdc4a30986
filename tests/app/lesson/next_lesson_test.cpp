#include "app/lesson/next_lesson.hpp"

#include <gtest/gtest.h>

#include "app/lesson/course.hpp"
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
  page.outcome->findings.emplace_back().kind = FindingKind::race;
  EXPECT_EQ(next_lesson(*session.playback.left().document(), &page), "primer");
  page.outcome->findings.front().kind = FindingKind::use_after_free;
  EXPECT_EQ(next_lesson(*session.playback.left().document(), &page), "")
      << "no lesson on what costs while something is wrong";
}

TEST(NextLesson, IsOneOfTheCourse) {
  Session session;
  ASSERT_TRUE(session.choose_kernel("transpose_tiled"));
  test::settle(session);
  ConsolePage page;
  page.outcome.emplace();
  ProgramFinding& finding = page.outcome->findings.emplace_back();
  for (int kind = 0; kind <= static_cast<int>(last_finding_kind); ++kind) {
    finding.kind = static_cast<FindingKind>(kind);
    const std::string_view id = next_lesson(*session.playback.left().document(), &page);
    if (!id.empty()) {
      EXPECT_TRUE(own_course().chapter_of(id).has_value()) << id;
    }
  }
}

}  // namespace
}  // namespace warpscope
