#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "app/lesson/glossary_reader.hpp"

namespace warpscope {

/// assets/glossary.yaml, which is read when it is first asked for.
[[nodiscard]] const Glossary& own_glossary();
/// Its terms.
[[nodiscard]] std::span<const Term> glossary();
/// nullptr if unknown.
[[nodiscard]] const Term* find_term(std::string_view id);

/// The place of a term in a text, in bytes. A phrase is one place: "8-way conflict".
struct TermPlace {
  const Term* term = nullptr;
  std::size_t begin = 0, end = 0;
};
/// Whole words only, of either language, whatever their case; of several forms the longest:
/// "shared memory". "planes" does not contain "lane", nor "bank_stride" "bank". `text` may be a line
/// of a longer text: a Russian word whose neighbour would decide what it means stays unexplained where
/// that neighbour is on another line.
[[nodiscard]] std::vector<TermPlace> terms_in(std::string_view text);

}  // namespace warpscope
