#pragma once

#include <string_view>

namespace warpscope {

inline constexpr char32_t replacement_character = 0xFFFD;

/// Takes the first code point off `rest`; U+FFFD for a byte that begins none. `rest` must not be
/// empty.
[[nodiscard]] char32_t take_code_point(std::string_view& rest);

}  // namespace warpscope
