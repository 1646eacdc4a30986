#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
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
    UnwantedWord{"вставк", "выравнивающий элемент"},
    UnwantedWord{"вставок", "выравнивающих элементов"},
    UnwantedWord{"лишнее слово", "выравнивающий элемент"},
    UnwantedWord{"лишнему слову", "выравнивающий элемент"},
    UnwantedWord{"дополнени", "выравнивание"},
    UnwantedWord{"плитк", "подматрица; участок массива"},
    UnwantedWord{"плиток", "подматриц; участков"},
    UnwantedWord{"огляд", "опрос предыдущих"},
    UnwantedWord{"корзин", "счётчик, класс"},
    UnwantedWord{"атомик", "атомарная операция"},
};
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

/// Complains about words that a text should avoid. `sort`: it may speak of passes.
inline void expect_terms(const Words& words, bool sort, const std::string& where) {
  const std::string en = lower(words.en);
  const auto check_en = [&](const UnwantedWord& unwanted) {
    EXPECT_FALSE(std::regex_search(en, std::regex(std::string(unwanted.word))))
        << where << "\n  " << words.en << "\n  instead of " << unwanted.word << ": "
        << unwanted.instead;
  };
  std::string ru = lower(words.ru);
  for (const std::string_view term : {"однопроходн", "за один проход"}) {  // of a scan
    if (const auto at = ru.find(term); at != std::string::npos) ru.erase(at, term.size());
  }
  const auto check_ru = [&](const UnwantedWord& unwanted) {
    EXPECT_EQ(ru.find(unwanted.word), std::string::npos)
        << where << "\n  " << words.ru << "\n  instead of " << unwanted.word << ": "
        << unwanted.instead;
  };
  std::ranges::for_each(unwanted_english, check_en);
  std::ranges::for_each(unwanted_russian, check_ru);
  if (sort) return;
  check_en(pass_english);
  check_ru(pass_russian);
}

/// The same of all lessons.
inline void expect_terms_of_lessons() {
  LessonLibrary library;
  for (const KernelInfo* kernel : catalogue()) {
    const Lesson* const lesson = library.find(kernel->id);
    ASSERT_NE(lesson, nullptr) << kernel->id;
    const bool sort = kernel->family->name == "sort";
    expect_terms(lesson->title, sort, lesson->file);
    for (const Stop& stop : lesson->stops) {
      const std::string where = lesson->file + ":" + std::to_string(stop.line);
      expect_terms(stop.text, sort, where);
      if (!stop.question) continue;
      expect_terms(stop.question->text, sort, where);
      expect_terms(stop.question->after, sort, where);
    }
  }
}

}  // namespace warpscope::test
