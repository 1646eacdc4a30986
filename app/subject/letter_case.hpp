#pragma once

#include <string>
#include <string_view>

namespace warpscope {

// Of Latin and Russian letters, in UTF-8; others stay as they are.

/// The text with a capital at its beginning.
[[nodiscard]] std::string with_capital(std::string text);
/// The text with a small letter at its beginning.
[[nodiscard]] std::string with_small(std::string text);
/// The text in small letters.
[[nodiscard]] std::string small_letters(std::string_view text);

}  // namespace warpscope
