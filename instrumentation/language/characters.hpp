#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace warpscope {

/// Whether a byte of UTF-8 begins a character; else it continues one.
[[nodiscard]] constexpr bool begins_character(char byte) {
  return (static_cast<unsigned char>(byte) & 0xc0U) != 0x80U;
}

/// How many characters a text in UTF-8 has.
[[nodiscard]] constexpr std::size_t count_characters(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, begins_character));
}

}  // namespace warpscope
