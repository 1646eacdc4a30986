#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "instrumentation/language/sentence.hpp"

namespace warpscope {

/// The arguments of a call as the program's text writes them: "(void**)&d_in", "n * sizeof(float)". `line` counts
/// from 1 and is any line of the call, or the line of a macro that it stands in. Empty if no call of
/// `function` is there, or if there are several on the line and `column` (from 1; 0: not known) is in none of them.
[[nodiscard]] std::vector<std::string> arguments_of_call(std::string_view text, std::uint32_t line,
                                                         std::string_view function,
                                                         std::uint32_t column = 0);

/// The variable that an argument is about: "d_in" of "(void**)&d_in" and of "reinterpret_cast<void**>(&d_in)", "m.data"
/// of "&m.data". An expression that is more than a variable stays if it is short: "d_in + 4". Empty: nothing to show.
[[nodiscard]] std::string variable_of(std::string_view argument);

/// "1,024 bytes"; of a negative number that a size_t wraps: "-4 bytes (as a size_t 18,446,744,073,709,551,612)".
[[nodiscard]] Sentence bytes_text(std::size_t bytes);
/// Whether a size was a negative number, as far as anybody can tell.
[[nodiscard]] inline bool is_wrapped(std::size_t bytes) { return bytes > SIZE_MAX / 2; }

}  // namespace warpscope
