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

/// The text without blanks at its ends: spaces and tabs, unless others are named.
[[nodiscard]] constexpr std::string_view without_outer_blanks(std::string_view text,
                                                              std::string_view blanks = " \t") {
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

}  // namespace warpscope
