#include "app/subject/capital.hpp"

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

}  // namespace warpscope
