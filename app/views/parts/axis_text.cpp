#include "app/views/parts/axis_text.hpp"

#include <array>
#include <cmath>
#include <cstdio>

#include "instrumentation/language/number_text.hpp"

namespace warpscope {

std::string value_text(double value) {
  std::array<char, 32> buffer{};
  const bool whole = value == std::floor(value) && std::abs(value) < 1e6;
  std::snprintf(buffer.data(), buffer.size(), whole ? "%.0f" : "%.3g", value);
  std::string text = buffer.data();
  const std::size_t e = text.find('e');
  if (e == std::string::npos) return text;
  std::size_t digits = e + 1;  // "e-06" is "e-6", "e+06" is "e6"
  if (text[digits] == '+') text.erase(digits, 1);
  if (text[digits] == '-') ++digits;
  while (digits + 1 < text.size() && text[digits] == '0') text.erase(digits, 1);
  return text;
}

std::string axis_text(double value) { return number_text(value_text(value)); }

}  // namespace warpscope
