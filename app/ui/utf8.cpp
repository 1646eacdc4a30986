#include "app/ui/utf8.hpp"

#include <cassert>
#include <cstddef>

namespace warpscope {

char32_t take_code_point(std::string_view& rest) {
  assert(!rest.empty());
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(rest[i]); };
  const unsigned char first = byte(0);
  const std::size_t length = first < 0x80               ? 1
                             : (first & 0xE0U) == 0xC0U ? 2
                             : (first & 0xF0U) == 0xE0U ? 3
                             : (first & 0xF8U) == 0xF0U ? 4
                                                        : 0;
  char32_t code = length <= 1 ? first : first & (0x7FU >> length);
  bool legal = length > 0 && length <= rest.size();
  for (std::size_t i = 1; legal && i < length; ++i) {
    legal = (byte(i) & 0xC0U) == 0x80U;
    code = code << 6U | (byte(i) & 0x3FU);
  }
  constexpr char32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
  legal = legal && code >= least[length] && code <= 0x10FFFF && !surrogate;
  rest.remove_prefix(legal ? length : 1);
  return legal ? code : replacement_character;
}

}  // namespace warpscope
