#include "app/lesson/lesson_draft.hpp"

#include <gtest/gtest.h>

#include "app/lesson/claim_check.hpp"
#include "app/lesson/lesson_reader.hpp"
#include "app/lesson/lesson_tour.hpp"
#include "app/panes/view_list.hpp"
#include "instrumentation/language/language.hpp"
#include "kernels/catalogue.hpp"

namespace warpscope {
namespace {

TEST(LessonDraft, IsALessonOnEachKernel) {
  for (const KernelInfo* kernel : catalogue()) {
    const Result<std::string> draft = draft_lesson(kernel->id);
    ASSERT_TRUE(draft) << draft.error().message;
    std::vector<Mistake> mistakes;
    const auto lesson = read_lesson(draft.value(), "mine.yaml", mistakes, view_lists());
    ASSERT_TRUE(lesson) << kernel->id;
    EXPECT_EQ(lesson->kernel, kernel->id);
    const auto walked = walk(*lesson, ids_of(view_lists().views), mistakes);
    (void)check_claims(*lesson, walked, mistakes);
    for (const Mistake& mistake : mistakes) ADD_FAILURE() << kernel->id << ": " << mistake.text();
    ASSERT_TRUE(walked.back().found);
    EXPECT_TRUE(walked.back().found->answer) << kernel->id;
  }
}

TEST(LessonDraft, SpeaksAllCompleteLanguages) {
  std::vector<Mistake> mistakes;
  const auto lesson = read_lesson(draft_lesson("reduce_strided").value(), "mine.yaml", mistakes);
  ASSERT_TRUE(lesson);
  for (const Language& language : languages()) {
    if (!language.complete) continue;
    EXPECT_FALSE(lesson->title.own(language.id).empty()) << language.id;
    for (const Stop& stop : lesson->stops) {
      EXPECT_TRUE(stop.text.en.empty() || !stop.text.own(language.id).empty()) << language.id;
    }
  }
  EXPECT_NE(lesson->title.own("ru"), lesson->title.en);
}

TEST(LessonDraft, OfAnUnknownKernelNamesTheNearest) {
  const auto draft = draft_lesson("reduce_stridet");
  ASSERT_FALSE(draft);
  EXPECT_NE(draft.error().message.find("reduce_strided"), std::string::npos);
}

}  // namespace
}  // namespace warpscope
