#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "instrumentation/analysis/caption.hpp"
#include "instrumentation/analysis/caption_facts.hpp"

namespace warpscope::english_words {

// What the sentences of the English captions are made of.

/// "two", but "16".
[[nodiscard]] std::string in_words(std::int64_t number);
/// "two banks", "one lane".
[[nodiscard]] std::string count_of(std::int64_t number, std::string_view noun);
/// "8 wavefronts", "1 sector": costs stay digits, so that they can be compared.
[[nodiscard]] std::string cost_of(std::int64_t number, std::string_view noun);
/// What several lanes do with elements: "add to". A single lane: "adds to".
[[nodiscard]] std::string_view deed(Operation operation);
/// "16 lanes want ", "one lane wants ".
[[nodiscard]] std::string actors(int lanes, std::string_view deed);

/// Each fills in verdict and detail, and goes on with the sentence behind "Warp 0 reads …: ".
void tell(Caption& caption, const SharedFacts& facts, Operation operation);
void tell(Caption& caption, const ShuffleFacts& facts, int lanes);
void tell(Caption& caption, const ConstantFacts& facts, int lanes);
void tell(Caption& caption, const LocalFacts& facts, int lanes);
void tell(Caption& caption, const GlobalFacts& facts, Operation operation, int lanes);
void tell(Caption& caption, const ContentionFacts& facts, Operation operation, int lanes);

}  // namespace warpscope::english_words
