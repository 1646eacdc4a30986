#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "instrumentation/analysis/caption.hpp"

namespace warpscope {

// What captions are put together from.

/// "two", but "16".
[[nodiscard]] std::string in_words(std::int64_t number);
/// "two banks", "one lane".
[[nodiscard]] std::string count_of(std::int64_t number, std::string_view noun);
/// "8 wavefronts", "1 pass": costs stay digits, so that they can be compared.
[[nodiscard]] std::string cost_of(std::int64_t number, std::string_view noun);
/// "16 lanes want ", "one lane wants ".
[[nodiscard]] std::string actors(int lanes, std::string_view verb);
/// What lanes do: "want", "write", "add to".
[[nodiscard]] std::string_view verb_of(Operation operation);

// Each fills in verdict and detail, and goes on with the sentence behind "Warp 0 reads …: ".
void describe_shared(Caption& caption, const SharedRequest& request, Operation operation,
                     BankModel model);
void describe_global(Caption& caption, const Trace& trace, const Access& access);
void describe_global_atomic(Caption& caption, const Trace& trace, const Access& access);
void describe_constant(Caption& caption, const Trace& trace, const Access& access);

}  // namespace warpscope
