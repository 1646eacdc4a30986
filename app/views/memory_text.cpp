#include "app/views/memory_text.hpp"

#include <array>
#include <cmath>
#include <cstdio>

#include "instrumentation/analysis/caption.hpp"

namespace warpscope {
namespace {

std::string rounded(double value, int decimals, const char* unit) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.*f%s", decimals, value, unit);
  return text.data();
}

}  // namespace

std::string short_value(ElementType type, std::span<const std::uint32_t> words, int characters) {
  std::string whole = format_value(type, words);
  const auto room = static_cast<std::size_t>(std::max(0, characters));
  if (whole.size() <= room) return whole;
  if (type.components > 1) return {};
  const double value = numeric_value(type, words);
  if (!std::isfinite(value)) return {};
  struct Unit {
    double scale;
    const char* name;
  };
  constexpr std::array units{Unit{1, ""}, Unit{1e3, "k"}, Unit{1e6, "M"}, Unit{1e9, "G"}};
  const bool real = type.scalar == Scalar::f32 || type.scalar == Scalar::f64;
  for (const Unit& unit : units) {
    if (unit.scale == 1 && !real) continue;
    if (unit.scale > 1 && std::abs(value) < unit.scale) break;
    for (int decimals = 2; decimals >= 0; --decimals) {
      std::string text = rounded(value / unit.scale, decimals, unit.name);
      if (text.size() <= room) return text;
    }
  }
  return {};
}

std::string describe_writer(const Trace& trace, std::uint32_t access, std::int64_t index) {
  const Access& writer = trace.accesses[access];
  int lane_of_index = -1;
  const auto indices = trace.lane_indices(writer);
  for_each_lane(writer.mask, [&](int lane, int k) {
    if (indices[static_cast<std::size_t>(k)] == index) lane_of_index = lane;
  });
  std::string text =
      "written by line " + std::to_string(writer.line) + ", warp " + std::to_string(writer.warp);
  if (lane_of_index >= 0) text += ", lane " + std::to_string(lane_of_index);
  return text + " in step " + step_label(trace, trace.steps[writer.step]);
}

}  // namespace warpscope
