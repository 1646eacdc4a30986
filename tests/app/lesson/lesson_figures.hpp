#pragma once

#include <fmt/args.h>
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <regex>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/lesson/kernel_names.hpp"
#include "app/lesson/lesson_library.hpp"
#include "app/lesson/lesson_tour.hpp"
#include "app/subject/document.hpp"
#include "app/subject/variant.hpp"
#include "instrumentation/language/language.hpp"

namespace warpscope::test {

/// The state that a stop of a lesson shows, which its sentences speak of.
struct SaidAt {
  DocumentPtr document;
  std::uint32_t access = 0;  ///< that the stop is about
  DocumentPtr rival;         ///< the kernel beside it; nullptr: there is none

  [[nodiscard]] const Access& entry() const { return document->trace->accesses[access]; }
  [[nodiscard]] const AccessCost& cost() const { return document->summary.accesses[access]; }
  [[nodiscard]] const Totals& totals() const { return document->summary.totals; }
};

/// A sentence of a lesson, or a part of it, whose figures a test computes. Text and figures cannot
/// diverge: the sentence must stand in one stop of the lesson, with exactly these figures.
struct FigureClaim {
  std::string_view lesson;  ///< kernel's id
  std::string_view en, ru;  ///< "{}" or "{0}" where a figure stands; the same stop says both
  /// The figures, such as "1024" or "1.55", computed from the state that the stop shows. It may
  /// also check claims of the sentence that have no figure.
  std::vector<std::string> (*figures)(const SaidAt& at);
};

[[nodiscard]] inline std::string figure(std::uint64_t count) { return std::to_string(count); }
[[nodiscard]] inline std::string figure(double value, int digits) {
  return fmt::format("{:.{}f}", value, digits);
}

/// A run on the emulator beside the lesson's own.
[[nodiscard]] inline DocumentPtr emulated_run(RunRequest request,
                                              BankModel model = BankModel::cc5) {
  request.machine = MachineKind::emulator;
  auto document = make_document(request, model);
  EXPECT_TRUE(document.ok()) << (document.ok() ? "" : document.error().message);
  return document.ok() ? document.value() : nullptr;
}

namespace figures {

/// Figures in a common form: no thousands' separators, and a point before the decimals.
inline std::string plain(std::string text, bool russian) {
  if (!russian) return std::regex_replace(text, std::regex("([0-9]),(?=[0-9]{3})"), "$1");
  text = std::regex_replace(text, std::regex("([0-9])(?:\u00a0|\u202f)(?=[0-9]{3})"), "$1");
  return std::regex_replace(text, std::regex("([0-9]),(?=[0-9])"), "$1.");
}

/// A pattern for `claim`, whatever its figures are.
/// With kernels named as the window names them.
inline std::string with_titles(std::string_view claim, bool russian) {
  const InLanguage speaking(*find_language(russian ? "ru" : "en"));
  return with_kernel_titles(std::string(claim));
}

inline std::regex shape_of(std::string_view claim, bool russian) {
  std::string shape = plain(with_titles(claim, russian), russian);
  shape = std::regex_replace(shape, std::regex(R"([.*+?^$|()\[\]\\])"), R"(\$&)");
  return std::regex(std::regex_replace(shape, std::regex(R"(\{[0-9]*\})"), "[0-9.]+"));
}

inline std::string filled(std::string_view claim, const std::vector<std::string>& figures,
                          bool russian) {
  fmt::dynamic_format_arg_store<fmt::format_context> store;
  for (const std::string& one : figures) store.push_back(one);
  return plain(fmt::vformat(with_titles(claim, russian), store), russian);
}

/// Everything that a stop says, one text per line.
inline std::string words_of(const Stop& stop, bool russian) {
  const std::string_view language = russian ? "ru" : "en";
  std::string words = stop.text.in(language);
  if (stop.question) {
    words += '\n' + stop.question->text.in(language) + '\n' + stop.question->after.in(language);
  }
  words += '\n' + stop.note.in(language);
  return plain(words, russian);
}

/// Runs a stop, each only once.
inline std::optional<SaidAt> said_at(const Lesson& lesson, std::size_t stop) {
  static std::map<std::pair<std::string, std::size_t>, std::optional<SaidAt>> known;
  const auto [place, is_new] = known.try_emplace({lesson.id, stop});
  if (!is_new) return place->second;
  const Result<Options> options = options_of(lesson, stop);
  if (!options) return std::nullopt;
  const Result<DocumentPtr> document =
      make_document(options.value().request, options.value().model);
  if (!document) return std::nullopt;
  std::vector<Mistake> mistakes;
  const auto found = find_stop(lesson, stop, *document.value(), mistakes);
  if (!found) return std::nullopt;
  SaidAt at{document.value(), found->access, nullptr};
  if (options.value().variant) {
    const Result<Options> right = varied(options.value());
    if (!right) return std::nullopt;
    const Result<DocumentPtr> rival = make_document(right.value().request, right.value().model);
    if (!rival) return std::nullopt;
    at.rival = rival.value();
  }
  place->second = at;
  return at;
}

}  // namespace figures

/// The sentence stands in the lesson, in both languages, with the figures that are computed.
inline void expect_said(const FigureClaim& claim) {
  SCOPED_TRACE(std::string(claim.lesson) + ": " + std::string(claim.en));
  static LessonLibrary library;
  const Lesson* const lesson = library.find(claim.lesson);
  ASSERT_NE(lesson, nullptr);
  std::vector<std::size_t> stops;
  const std::regex shape = figures::shape_of(claim.en, false);
  for (std::size_t i = 0; i < lesson->stops.size(); ++i) {
    if (std::regex_search(figures::words_of(lesson->stops[i], false), shape)) stops.push_back(i);
  }
  ASSERT_EQ(stops.size(), 1U) << "stops that say so";
  const auto at = figures::said_at(*lesson, stops.front());
  ASSERT_TRUE(at) << "stop " << stops.front() + 1 << " does not run";
  const std::vector<std::string> computed = claim.figures(*at);
  for (const bool russian : {false, true}) {
    const std::string sentence = figures::filled(russian ? claim.ru : claim.en, computed, russian);
    const std::string words = figures::words_of(lesson->stops[stops.front()], russian);
    EXPECT_NE(words.find(sentence), std::string::npos)
        << "The trace says: " << sentence << "\nThe lesson says: " << words;
  }
}

}  // namespace warpscope::test
