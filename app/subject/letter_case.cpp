#include "app/subject/letter_case.hpp"

#include <algorithm>

namespace warpscope {

std::string with_capital(std::string text) {
  if (text.empty()) return text;
  if (text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  if (text.size() < 2) return text;
  // UTF-8 has а … п at D0 B0 and р … я at D1 80; А … Я at D0 90.
  const auto second = static_cast<unsigned char>(text[1]);
  if (text[0] == '\xD0' && second >= 0xB0) {
    text[1] = static_cast<char>(second - 0x20);
  } else if (text[0] == '\xD1' && second <= 0x8F) {
    text[0] = '\xD0';
    text[1] = static_cast<char>(second + 0x20);
  } else if (text[0] == '\xD1' && second == 0x91) {  // ё
    text[0] = '\xD0';
    text[1] = '\x81';
  }
  return text;
}

std::string small_letters(std::string_view text) {
  std::string small(text);
  for (std::size_t i = 0; i < small.size(); ++i) {
    const auto c = static_cast<unsigned char>(small[i]);
    if (c >= 'A' && c <= 'Z') small[i] = static_cast<char>(c + 32);
    if (c != 0xD0 || i + 1 == small.size()) continue;
    const auto next = static_cast<unsigned char>(small[i + 1]);
    if (next >= 0x90 && next <= 0x9F) {  // А to П
      small[i + 1] = static_cast<char>(next + 0x20);
    } else if (next >= 0xA0 && next <= 0xAF) {  // Р to Я
      small[i] = '\xD1';
      small[i + 1] = static_cast<char>(next - 0x20);
    } else if (next == 0x81) {  // Ё
      small[i] = '\xD1';
      small[i + 1] = '\x91';
    }
  }
  return small;
}

std::string with_small(std::string text) {
  const auto first = static_cast<unsigned char>(text.empty() ? '\0' : text[0]);
  const std::size_t bytes = std::min<std::size_t>(first < 0x80 ? 1 : 2, text.size());
  return text.replace(0, bytes, small_letters(text.substr(0, bytes)));
}

}  // namespace warpscope
