#include "app/views/parts/table_text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "app/views/parts/memory_text.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

constexpr int most_decimals = 2;
constexpr double two_digits = 10;  // the largest value has two digits at least
constexpr int room_for_unit = 3;   // "31k"

std::string fixed(double value, int decimals) {
  std::array<char, 400> text{};
  std::snprintf(text.data(), text.size(), "%.*f", decimals, value);
  std::string shown = text.data();
  // "-0.0" is no number that is there.
  if (shown.find_first_of("123456789") == std::string::npos && shown.front() == '-') {
    shown.erase(0, 1);
  }
  return shown;
}

/// Characters of the longest value.
int characters(const NumberSpread& values, int exponent, int decimals) {
  const double unit = std::pow(10, exponent);
  const std::string low = fixed(values.low / unit, decimals);
  const std::string high = fixed(values.high / unit, decimals);
  return static_cast<int>(std::max(low.size(), high.size()));
}

}  // namespace

TableText table_text(const NumberSpread& values, int room) {
  if (!values.broken && characters(values, 0, 0) <= room) return {room, 0, 0, true, false};
  const auto tells = [&](int exponent, int decimals) {
    return values.largest() / std::pow(10, exponent) * std::pow(10, decimals) >= two_digits &&
           characters(values, exponent, decimals) <= room;
  };
  for (int decimals = most_decimals; values.broken && decimals > 0; --decimals) {
    if (tells(0, decimals)) return {room, 0, decimals, true, false};
  }
  if (values.broken && values.largest() < 1000 && tells(0, 0)) return {room, 0, 0, true, true};
  if (values.largest() <= 0) return {room};
  const int exponent = static_cast<int>(std::floor(std::log10(values.largest()) / 3)) * 3;
  for (int decimals = most_decimals; exponent != 0 && decimals >= 0; --decimals) {
    const bool usual_seen = values.usual() / std::pow(10, exponent) * std::pow(10, decimals) >= 1;
    if (usual_seen && tells(exponent, decimals)) return {room, exponent, decimals, true, false};
  }
  if (values.broken || room < room_for_unit) return {room};
  return {.room = room, .fits = true, .mixed = true};
}

std::string TableText::write(ElementType type, std::span<const std::uint32_t> words) const {
  if (type.components > 1 || words.empty()) return short_value(type, words, room);
  const double value = numeric_value(type, words);
  if (!std::isfinite(value) || !fits) return short_value(type, words, room);
  const bool exact = exponent == 0 && decimals == 0 && !rounded;
  std::string text =
      exact ? format_value(type, words) : fixed(value / std::pow(10, exponent), decimals);
  // Atomics may have made more of a counter than any operand told.
  if (static_cast<int>(text.size()) <= room) return text;
  std::string brief = short_value(type, words, room);
  if (!brief.empty() || !mixed) return brief;
  // The note says that it is rounded.
  const std::string thousands = fixed(value / 1000, 0) + 'k';
  return static_cast<int>(thousands.size()) <= room ? thousands : std::string();
}

std::string TableText::note() const {
  if (!fits) return {};
  // Translators: numbers of a table are so many times as large as they are written there.
  if (exponent != 0) return tr("values × 10^{}", exponent);
  if (rounded) return std::string(tr("values rounded"));
  if (mixed) return std::string(tr("k: thousands, rounded"));
  return {};
}

std::string TableText::sign() const {
  if (!fits) return {};
  if (exponent != 0) return "×10^" + std::to_string(exponent);
  return rounded ? "≈" : "";
}

}  // namespace warpscope
