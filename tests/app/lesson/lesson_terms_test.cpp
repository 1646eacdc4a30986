// Lessons and captions use one word for one thing, and their questions offer possible answers.
#include "tests/app/lesson/lesson_terms.hpp"

#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <limits>
#include <set>

#include "app/lesson/glossary.hpp"
#include "app/lesson/lesson_answer.hpp"
#include "instrumentation/language/language.hpp"
#include "instrumentation/language/message.hpp"
#include "tests/app/lesson/lesson_figures.hpp"
#include "tests/app/lesson/plain_words.hpp"
#include "tests/support/caption_in.hpp"

namespace warpscope::test {
namespace {

TEST(LessonTerms, AreOneWordForOneThing) { expect_terms_of_lessons(); }

TEST(LessonTerms, FindsWhatIsUnwanted) {
  EXPECT_EQ(lower("ЛЕЙН, Проход Я и Ёж Abc"), "лейн, проход я и Ёж abc");
  EXPECT_NONFATAL_FAILURE(expect_terms(both("It is free of conflicts.", "Так."), {}, "here"),
                          "free");
  EXPECT_NONFATAL_FAILURE(expect_terms(both("So.", "Лейн ждёт."), {}, "here"), "нить");
  EXPECT_NONFATAL_FAILURE(expect_terms(both("One pass.", "Так."), {}, "here"), "wavefront");
  EXPECT_NONFATAL_FAILURE(expect_terms(both("One slide has 8.", "Так."), {}, "here"), "a note");
  EXPECT_NONFATAL_FAILURE(expect_terms(both("So.", "На слайде 8."), {}, "here"), "note");
  expect_terms(both("A slip of the slide.", "На слайде описка."), {.note = true}, "a note");
  expect_terms(both("One pass, conflict-free.", "Один проход."), {.sort = true}, "of a sort");
}

/// The terms that a text in one language explains.
std::set<std::string_view> explained(const std::string& text) {
  std::set<std::string_view> ids;
  for (const TermPlace& place : terms_in(text)) ids.insert(place.term->id);
  return ids;
}

/// A Russian word must not be explained as what the English sentence does not speak of: a stride as
/// a step, a sine wave as a wavefront.
void expect_same_meaning(const Stop& stop, const std::string& where) {
  std::string english = stop.text.en + ' ' + stop.note.en;
  std::vector<const Words*> texts{&stop.text, &stop.note};
  if (stop.question) {
    english += ' ' + stop.question->text.en + ' ' + stop.question->after.en;
    texts.insert(texts.end(), {&stop.question->text, &stop.question->after});
  }
  for (const Words* words : texts) {
    const auto en = explained(words->en), ru = explained(words->own("ru"));
    EXPECT_TRUE(!ru.contains("step") || en.contains("step")) << where << "\n  " << words->in("ru");
    EXPECT_TRUE(!ru.contains("wavefront") || explained(english).contains("wavefront"))
        << where << "\n  " << words->in("ru");
    // And the rule must not go too far.
    const bool says_step = words->in("ru").find("шаг") != std::string::npos;
    if (en.contains("step") && says_step && words->en.find("strid") == std::string::npos) {
      EXPECT_TRUE(ru.contains("step")) << where << "\n  " << words->in("ru");
    }
  }
}

TEST(LessonTerms, RussianWordsAreExplainedAsWhatTheyMean) {
  for_each_lesson([](const Lesson& lesson, bool) {
    for (const Stop& stop : lesson.stops) {
      expect_same_meaning(stop, lesson.file + ":" + std::to_string(stop.line));
    }
    EXPECT_FALSE(explained(lesson.title.in("ru")).contains("step")) << lesson.file;
  });
}

/// "degree" was asked for 36 times and explained nowhere.
TEST(LessonTerms, TheDegreeOfAConflictIsExplainedWhereItIsAskedFor) {
  int asked = 0;
  for_each_lesson([&](const Lesson& lesson, bool) {
    for (const Stop& stop : lesson.stops) {
      if (!stop.question || !stop.question->ask.ends_with("degree")) continue;
      const Words& words = stop.question->text;
      const std::string where = lesson.file + ":" + std::to_string(stop.question->line);
      for (const auto& [text, word] : {std::pair{words.en, "egree"}, {words.in("ru"), "степен"}}) {
        if (text.find(word) == std::string::npos) continue;
        EXPECT_TRUE(explained(text).contains("degree")) << where << ": " << text;
        ++asked;
      }
    }
  });
  EXPECT_GE(asked, 40);
  LessonLibrary library;
  const Stop& first = library.find("bank_stride")->stops.front();  // the chapter's first lesson
  EXPECT_NE(first.text.en.find("egree"), std::string::npos);
  EXPECT_NE(first.text.in("ru").find("Степень конфликта — "), std::string::npos);
}

// Thread, block and shared memory were used from the first question on, and explained nowhere.
TEST(LessonTerms, EveryWordOfQuestionsIsPlainOrExplained) {
  int questions = 0;
  for_each_lesson([&](const Lesson& lesson, bool) {
    for (const Stop& stop : lesson.stops) {
      if (!stop.question) continue;
      ++questions;
      for (const std::string& word : unexplained_words(stop.question->text.en)) {
        ADD_FAILURE() << lesson.file << ":" << stop.question->line << ": " << word
                      << " is no plain word (plain_words.hpp), and assets/glossary.yaml has no "
                         "entry for it";
      }
    }
  });
  EXPECT_GT(questions, 150);
  EXPECT_EQ(unexplained_words("How many gizmos of level_begin[3] want a bank?"),
            std::vector<std::string>{"gizmos"});
}

// What captions and the table of totals count is explained where it stands.
TEST(LessonTerms, EveryCostInCaptionsAndTotalsIsExplained) {
  for (const std::string_view text :
       {"Load wavefronts", "Store wavefronts", "Atomic wavefronts", "Load sectors", "Store sectors",
        "Atomic sectors", "Constant wavefronts", "Worst conflict", "Shuffles", "Barriers", "Steps",
        "Launches", "Active lanes", "Local load sectors", "conflict-free", "excessive", "modelled",
        "measured"}) {
    EXPECT_FALSE(terms_in(text).empty()) << text;
    const InLanguage russian(*find_language("ru"));
    EXPECT_NE(tr(text), text) << "Totals call it otherwise now";
    EXPECT_FALSE(terms_in(tr(text)).empty()) << tr(text);
  }
}

TEST(LessonTerms, QuestionsAreToldInTheSameWords) {
  for (const QuestionKind& kind : question_kinds()) {
    expect_terms(both(std::string(kind.meaning), ""), {}, std::string(kind.id));
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
      if (question.ask == "order" || question.ask == "faster" || question.ask == "barrier") {
        continue;  // lines and kernels, which `lesson --check` looks for
      }
      for (const std::string& choice : question.choices) {
        if (question.ask == "lives_in") {
          const InLanguage russian(*find_language("ru"));
          EXPECT_NE(choice_text(choice), choice) << choice << " is no memory";
          continue;
        }
        EXPECT_LE(std::stoll(choice), most) << lesson.file << ":" << question.line;
      }
    }
  }
}

TEST(Captions, SpeakAsTheLessonsDoAndOfOneLaneAsOfOne) {
  for (const KernelInfo* kernel : catalogue()) {
    const DocumentPtr document = emulated_run({.kernel = std::string(kernel->id), .input = {}});
    ASSERT_NE(document, nullptr) << kernel->id;
    std::set<std::string> parts;
    for (std::uint32_t a = 0; a < document->trace->accesses.size(); ++a) {
      const Caption text = caption_in("ru", *document->trace, document->summary, a);
      parts.insert({text.sentence, text.verdict, text.detail});
      if (document->trace->accesses[a].active() > 1) continue;
      // Each of one lane, its own element, side by side with whom?
      for (const std::string& part : {text.sentence, text.detail}) {
        for (const char* several : {"кажд", "лежат рядом", "друг друга"}) {
          EXPECT_EQ(part.find(several), std::string::npos) << kernel->id << ": " << part;
        }
      }
      const Caption english = caption(*document->trace, document->summary, a);
      for (const std::string& part : {english.sentence, english.detail}) {
        for (const char* several : {"each lane", "every lane", "side by side", "take turns"}) {
          EXPECT_EQ(part.find(several), std::string::npos) << kernel->id << ": " << part;
        }
      }
    }
    for (const std::string& part : parts) expect_terms(both("", part), {}, std::string(kernel->id));
  }
}

}  // namespace
}  // namespace warpscope::test
