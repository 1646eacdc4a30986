#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope {

/// A word of the field that every picture uses, and what it means.
struct Term {
  std::string_view id;       ///< "wavefront"
  std::string_view english;  ///< its name: "wavefront"
  std::string_view forms;    ///< the forms in which texts use it, both languages, in small letters
  std::string_view in_english;  ///< one or two sentences
  std::string_view pairs = {};  ///< forms of two words: "по модели, лишние волны"
  /// A Russian form may be another word, too: directly behind one of `not_behind` ("с шагом" is a
  /// stride, no step) or before one of `not_before` ("барьер памяти" is a fence).
  std::string_view not_behind = {}, not_before = {};
  /// In the current language.
  [[nodiscard]] std::string_view name() const;
  [[nodiscard]] std::string_view meaning() const;
};

/// THE list of terms, in the order in which a newcomer meets them.
[[nodiscard]] std::span<const Term> glossary();
/// nullptr if unknown.
[[nodiscard]] const Term* find_term(std::string_view id);

/// The place of a term in a text, in bytes. A phrase is one place: "8-way conflict".
struct TermPlace {
  const Term* term = nullptr;
  std::size_t begin = 0, end = 0;
};
/// Whole words only, of either language, whatever their case. "planes" does not contain "lane", nor
/// "bank_stride" "bank". `text` may be a line of a longer text: a word whose neighbour would decide
/// what it means stays unexplained where that neighbour is on another line.
[[nodiscard]] std::vector<TermPlace> terms_in(std::string_view text);

}  // namespace warpscope
