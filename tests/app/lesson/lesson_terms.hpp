#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <regex>
#include <span>
#include <string>
#include <string_view>

#include "app/lesson/lesson_library.hpp"
#include "kernels/catalogue.hpp"

namespace warpscope::test {

/// A word that lessons and captions avoid, because another one stands for the same thing.
struct UnwantedWord {
  std::string_view word;  ///< English: a regular expression; Russian: letters that it holds
  std::string_view instead;
};

inline constexpr std::array unwanted_english{
    UnwantedWord{"(^|[^-])\\bfree\\b", "conflict-free; of threads: idle"},
    UnwantedWord{"passe?s? through the banks", "wavefronts"},
    UnwantedWord{"lanes? (above|below)", "numbered higher, lower"},
    UnwantedWord{"excessive", "above the ideal"},
};
inline constexpr std::array unwanted_russian{
    UnwantedWord{"лейн", "нить (варпа)"},
    UnwantedWord{"кратност", "степень конфликта"},
    UnwantedWord{"двойны", "2-го порядка"},
    UnwantedWord{"двойной конфликт", "конфликт 2-го порядка"},
    UnwantedWord{"доступ", "обращение"},
    UnwantedWord{"вставк", "дополнительный элемент"},
    UnwantedWord{"вставок", "дополнительных элементов"},
    UnwantedWord{"лишнее слово", "дополнительный элемент"},
    UnwantedWord{"лишнему слову", "дополнительному элементу"},
    UnwantedWord{"выравнивающ", "дополнительный; дополнение"},
    UnwantedWord{"плитк", "подматрица; участок массива"},
    UnwantedWord{"плиток", "подматриц; участков"},
    UnwantedWord{"огляд", "опрос предыдущих"},
    UnwantedWord{"корзин", "счётчик, класс"},
    UnwantedWord{"атомик", "атомарная операция"},
    UnwantedWord{"последовательное ядр", "ядро с последовательными адресами"},
    UnwantedWord{"последовательному ядр", "ядру с последовательными адресами"},
    UnwantedWord{"поворачива", "транспонирует"},
    UnwantedWord{"на картине", "на рисунке"},
    UnwantedWord{"нити процессора", "поток CPU"},
    UnwantedWord{"умножения-сложен", "умножения со сложением"},
    UnwantedWord{"кратный конфликт", "конфликт N-го порядка"},
};
/// Who has not seen the slides loses the thread: what is said of them stands in a stop's note.
inline constexpr UnwantedWord slide_english{"\\bslides?\\b|\\bslips?\\b", "a note"};
inline constexpr UnwantedWord slide_russian{"слайд", "note"};
/// Only a sort passes over its keys; the banks serve wavefronts.
inline constexpr UnwantedWord pass_english{"(^|[^-])\\bpass(es)?\\b", "wavefront"};
inline constexpr UnwantedWord pass_russian{"проход", "волна"};

/// With small letters, Latin and Russian.
inline std::string lower(std::string text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    auto& sign = text[i];
    if (sign >= 'A' && sign <= 'Z') sign = static_cast<char>(sign + 'a' - 'A');
    if (static_cast<unsigned char>(sign) != 0xD0 || i + 1 == text.size()) continue;
    const auto next = static_cast<unsigned char>(text[i + 1]);
    if (next >= 0x90 && next <= 0x9F) text[i + 1] = static_cast<char>(next + 0x20);
    if (next >= 0xA0 && next <= 0xAF) {  // Р to Я
      sign = static_cast<char>(0xD1);
      text[i + 1] = static_cast<char>(next - 0x20);
    }
  }
  return text;
}

/// Where a text stands: a note may speak of slides, a lesson on sorting of passes.
struct TermsOf {
  bool sort = false, note = false;
};

inline Words both(std::string en, std::string ru) {
  return {std::move(en), {{"ru", std::move(ru)}}};
}

/// Complains about words that a text should avoid.
inline void expect_terms(const Words& words, TermsOf of, const std::string& where) {
  const std::string en = lower(words.en);
  const auto check_en = [&](const UnwantedWord& unwanted) {
    EXPECT_FALSE(std::regex_search(en, std::regex(std::string(unwanted.word))))
        << where << "\n  " << words.en << "\n  instead of " << unwanted.word << ": "
        << unwanted.instead;
  };
  std::string ru = lower(words.own("ru"));
  for (const std::string_view term : {"однопроходн", "за один проход"}) {  // of a scan
    if (const auto at = ru.find(term); at != std::string::npos) ru.erase(at, term.size());
  }
  const auto check_ru = [&](const UnwantedWord& unwanted) {
    EXPECT_EQ(ru.find(unwanted.word), std::string::npos)
        << where << "\n  " << words.own("ru") << "\n  instead of " << unwanted.word << ": "
        << unwanted.instead;
  };
  std::ranges::for_each(unwanted_english, check_en);
  std::ranges::for_each(unwanted_russian, check_ru);
  if (!of.note) {
    check_en(slide_english);
    check_ru(slide_russian);
  }
  if (of.sort) return;
  check_en(pass_english);
  check_ru(pass_russian);
}

inline void expect_terms_of(const Lesson& lesson, bool sort) {
  expect_terms(lesson.title, {sort}, lesson.file);
  expect_terms(lesson.learned, {sort}, lesson.file);
  for (const Stop& stop : lesson.stops) {
    const std::string where = lesson.file + ":" + std::to_string(stop.line);
    expect_terms(stop.text, {sort}, where);
    expect_terms(stop.note, {sort, true}, where);
    for (const WhyPage& page : stop.why) {
      expect_terms(page.text, {sort}, lesson.file + ":" + std::to_string(page.line));
    }
    if (!stop.question) continue;
    expect_terms(stop.question->text, {sort}, where);
    expect_terms(stop.question->after, {sort}, where);
  }
}

/// Calls `look` with every lesson, those beside the starters included, and whether it is of a sort.
template <class Look>
void for_each_lesson(Look look) {
  LessonLibrary library;
  for (const KernelInfo* kernel : catalogue()) {
    const Lesson* const lesson = library.find(kernel->id);
    ASSERT_NE(lesson, nullptr) << kernel->id;
    look(*lesson, kernel->family->name == "sort");
  }
  const std::filesystem::path starters = WARPSCOPE_SOURCE_DIR "/assets/starters";
  for (const auto& entry : std::filesystem::directory_iterator(starters)) {
    if (entry.path().extension() != ".cu") continue;
    if (entry.path().stem() == "ten_lines") continue;  // the editor begins with it
    (void)library.read_beside(entry.path());
    const Lesson* const lesson = library.find_beside(entry.path());
    ASSERT_NE(lesson, nullptr) << entry.path();
    look(*lesson, false);
  }
}

/// The same of all lessons, those that are not the one of their kernel included.
inline void expect_terms_of_lessons() {
  for_each_lesson(expect_terms_of);
  LessonLibrary library;
  for (const std::string& id : library.ids()) {
    const Lesson* const lesson = library.find(id);
    if (lesson != nullptr && lesson->id != lesson->kernel) expect_terms_of(*lesson, false);
  }
}

}  // namespace warpscope::test
