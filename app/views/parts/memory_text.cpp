#include "app/views/parts/memory_text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <string_view>

#include "instrumentation/analysis/step_text.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/trace/trace_extent.hpp"

namespace warpscope {
namespace {

std::string rounded(double value, int decimals, const char* unit) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.*f%s", decimals, value, unit);
  return text.data();
}

constexpr double least_rounded = 10;  // "~10" is at most 5 % off

/// "1.2e-6", of two digits or three: fewer would be off by too much. Empty if it does not fit.
std::string with_exponent(double value, std::size_t room) {
  for (int decimals = 2; decimals >= 1; --decimals) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.*e", decimals, value);
    std::string shown = text.data();
    std::size_t digits = shown.find('e') + 1;  // "e-06" is "e-6", "e+06" is "e6"
    if (shown[digits] == '+') shown.erase(digits, 1);
    if (shown[digits] == '-') ++digits;
    while (digits + 1 < shown.size() && shown[digits] == '0') shown.erase(digits, 1);
    if (shown.size() <= room) return shown;
  }
  return {};
}

/// "2", "2.0", "-3.00"
bool reads_integral(std::string_view text) {
  const std::size_t dot = text.find('.');
  return dot == std::string_view::npos ||
         text.substr(dot + 1).find_first_not_of('0') == std::string_view::npos;
}

}  // namespace

std::string short_value(ElementType type, std::span<const std::uint32_t> words, int characters) {
  std::string whole = format_value(type, words);
  const auto room = static_cast<std::size_t>(std::max(0, characters));
  const bool real = is_real(type.scalar);
  const bool one = type.components == 1;
  const double value = one ? numeric_value(type, words) : 0;
  const bool integral = one && std::isfinite(value) && value == std::trunc(value);
  const bool plain = whole.find_first_not_of("-0123456789") == std::string::npos;
  if (real && integral && plain && whole.size() + 2 <= room) return whole + ".0";
  if (whole.size() <= room) return whole;
  if (!one || !std::isfinite(value)) return {};
  struct Unit {
    double scale;
    const char* name;
  };
  constexpr std::array units{Unit{1, ""}, Unit{1e3, "k"}, Unit{1e6, "M"}, Unit{1e9, "G"}};
  for (const Unit& unit : units) {
    if (unit.scale == 1 && !real) continue;
    if (unit.scale > 1 && std::abs(value) < unit.scale) break;
    const int most = std::abs(value) < 0.1 ? 4 : 2;
    for (int decimals = most; decimals >= 0; --decimals) {
      std::string text = rounded(value / unit.scale, decimals, unit.name);
      const bool vanishes = value != 0 && text.find_first_of("123456789") == std::string::npos;
      if (vanishes) continue;
      // A text that reads like a whole number must be exact, or say that it is not; and below
      // ten it would be off by too much to be of use.
      const bool rounds = unit.scale == 1 && !integral && reads_integral(text);
      if (rounds && std::abs(value) < least_rounded) continue;
      if (rounds) text.insert(0, "~");
      if (text.size() <= room) return text;
    }
    if (unit.scale > 1 || std::abs(value) >= 0.95) continue;
    std::string text = rounded(value, 1, "");  // "-.3": the leading zero is dropped
    text.erase(text.find('0'), 1);
    if (text.size() <= room && text.back() != '0') return text;
  }
  return real ? with_exponent(value, room) : std::string();
}

std::string shown_value(ElementType type, std::span<const std::uint32_t> words) {
  std::string text = format_value(type, words);
  if (!is_real(type.scalar) || type.components > 1 || text.size() <= shown_characters) return text;
  // Two more for "-1.23e-16", which nothing shorter tells.
  for (const int room : {shown_characters, shown_characters + 2}) {
    std::string brief = short_value(type, words, room);
    if (!brief.empty()) return brief;
  }
  return text;
}

std::string array_text(const Trace& trace, std::uint32_t launch, int id) {
  const Array& array = trace.arrays[static_cast<std::size_t>(id)];
  if (array.space == Space::local) {
    // Translators: {0} is an array's name, {1} how many elements it has, {2} their C++ type.
    return tr("{0}[{1}] {2} of each thread", array.name, array.extents[1], array.type.name());
  }
  const auto extents = extents_of(array, extents_in(trace, launch, id));
  return name_in(trace, launch, id) + "[" + extents_text(extents) + "] " + array.type.name();
}

std::optional<std::uint32_t> last_writer(const Trace& trace, int array, std::int64_t index,
                                         std::uint32_t access) {
  const Launch& launch = trace.launch_of(trace.accesses[access]);
  const std::uint32_t first = trace.steps[launch.first_step].first_access;
  for (std::uint32_t a = access + 1; a-- > first;) {
    const Access& writer = trace.accesses[a];
    if (writer.array != array || !writes(writer.operation)) continue;
    if (!trace.value_of(writer, index).empty()) return a;
  }
  return std::nullopt;
}

std::string describe_writer(const Trace& trace, std::uint32_t access, std::int64_t index) {
  const Access& writer = trace.accesses[access];
  int lane_of_index = -1;
  const auto indices = trace.lane_indices(writer);
  for_each_lane(writer.mask, [&](int lane, int k) {
    const ElementIndex first = indices[static_cast<std::size_t>(k)];
    if (index >= first && index < first + writer.elements) lane_of_index = lane;
  });
  const std::string step = step_text(trace, trace.steps[writer.step]);
  if (lane_of_index < 0) {
    return tr("written by line {0}, warp {1} in step {2}", trace.line_of(writer), writer.warp,
              step);
  }
  return tr("written by line {0}, warp {1}, lane {2} in step {3}", trace.line_of(writer),
            writer.warp, lane_of_index, step);
}

}  // namespace warpscope
