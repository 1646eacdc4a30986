// Lessons and captions use one word for one thing, and their questions offer possible answers.
#include "tests/app/lesson/lesson_terms.hpp"

#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <limits>
#include <set>

#include "app/lesson/lesson_answer.hpp"
#include "instrumentation/analysis/caption_russian.hpp"
#include "tests/app/lesson/lesson_figures.hpp"

namespace warpscope::test {
namespace {

TEST(LessonTerms, AreOneWordForOneThing) { expect_terms_of_lessons(); }

TEST(LessonTerms, FindsWhatIsUnwanted) {
  EXPECT_EQ(lower("ЛЕЙН, Проход Я и Ёж Abc"), "лейн, проход я и Ёж abc");
  EXPECT_NONFATAL_FAILURE(expect_terms({"It is free of conflicts.", "Так."}, false, "here"),
                          "free");
  EXPECT_NONFATAL_FAILURE(expect_terms({"So.", "Лейн ждёт."}, false, "here"), "нить");
  EXPECT_NONFATAL_FAILURE(expect_terms({"One pass.", "Так."}, false, "here"), "wavefront");
  expect_terms({"One pass, conflict-free.", "Один проход."}, true, "of a sort");
}

TEST(LessonTerms, QuestionsAreToldInTheSameWords) {
  for (const QuestionKind& kind : question_kinds()) {
    expect_terms({std::string(kind.meaning), ""}, false, std::string(kind.id));
  }
}

/// No question should offer an impossible answer, such as 4 of 2 warps.
TEST(LessonChoices, ArePossible) {
  LessonLibrary library;
  for (const KernelInfo* kernel : catalogue()) {
    const Lesson& lesson = *library.find(kernel->id);
    for (std::size_t i = 0; i < lesson.stops.size(); ++i) {
      if (!lesson.stops[i].question) continue;
      const Question& question = *lesson.stops[i].question;
      const auto at = figures::said_at(lesson, i);
      ASSERT_TRUE(at) << lesson.file;
      const Launch& launch = at->document->trace->launch_of(at->entry());
      std::int64_t most = std::numeric_limits<std::int64_t>::max();
      if (question.ask == "step_warps") most = (launch.threads() + warp_lanes - 1) / warp_lanes;
      if (question.ask == "step_threads") most = launch.threads();
      if (question.ask.ends_with("_lanes") || question.ask == "degree") most = warp_lanes;
      if (question.ask == "active_lanes") most = std::min(warp_lanes, launch.threads());
      for (const std::string& choice : question.choices) {
        if (question.ask == "lives_in") {
          EXPECT_NE(choice_in("ru", choice), choice) << choice << " is no memory";
          continue;
        }
        EXPECT_LE(std::stoll(choice), most) << lesson.file << ":" << question.line;
      }
    }
  }
}

TEST(RussianCaptions, SpeakAsTheLessonsDo) {
  for (const KernelInfo* kernel : catalogue()) {
    const DocumentPtr document = emulated_run({.kernel = std::string(kernel->id), .input = {}});
    ASSERT_NE(document, nullptr) << kernel->id;
    std::set<std::string> parts;
    for (std::uint32_t a = 0; a < document->trace->accesses.size(); ++a) {
      const Caption text = caption_russian(*document->trace, document->summary, a);
      parts.insert({text.sentence, text.verdict, text.detail});
    }
    for (const std::string& part : parts) expect_terms({"", part}, false, std::string(kernel->id));
  }
}

}  // namespace
}  // namespace warpscope::test
