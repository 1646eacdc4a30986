#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope {

/// A number as a sentence writes it.
struct WrittenFigure {
  std::string plain;    ///< without thousands' separators, with a point: "1024", "0.05"
  int digits = 0;       ///< behind the point
  std::size_t end = 0;  ///< in the text, behind the number
};
/// The number that begins at `at`: 1,024 and 0.5 in English, 1 024 (with a space at which no line breaks)
/// and 0,5 in other languages. nullopt if there is none, or if a longer number goes on there.
[[nodiscard]] std::optional<WrittenFigure> written_figure(std::string_view text, std::size_t at,
                                                          bool english);

/// A place where a text says what a claim says, whatever the figures are.
struct ClaimMatch {
  std::size_t begin = 0, end = 0;      ///< in the text
  std::vector<WrittenFigure> figures;  ///< one for each field, in the text's order
  std::vector<std::size_t> fields;     ///< their numbers, from 0
};
/// "{}" or "{0}" in `says` stands for a number. Blanks of all kinds are the same.
[[nodiscard]] std::vector<ClaimMatch> find_claim(std::string_view text, std::string_view says,
                                                 bool english);
/// How many figures `says` wants: the largest field's number and one more.
[[nodiscard]] std::size_t count_fields(std::string_view says);

/// Parts of a text that claims cover.
struct CoveredSpan {
  std::size_t begin = 0, end = 0;
};
/// The sentences of an English text that hold a number or a word of a cause, such as "because", that no span
/// covers. Numbers that equal one of `known` need none, nor those that are part of a name: H200, lane 3,
/// data[5].
[[nodiscard]] std::vector<std::string> unclaimed_sentences(std::string_view text,
                                                           std::span<const CoveredSpan> covered,
                                                           std::span<const double> known);

}  // namespace warpscope
