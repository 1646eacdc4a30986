#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

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

}  // namespace warpscope
