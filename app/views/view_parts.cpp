#include "app/views/view_parts.hpp"

#include <bit>
#include <cstdio>

namespace warpscope {

void draw_placeholder(Canvas& canvas, Rect area, const Theme& theme, std::string_view text) {
  const TextStyle style{Face::sans, type_scale(false).body, theme.muted};
  canvas.text_fit({area.center().x, area.center().y}, text, style, area.w, Align::center);
}

void draw_lanes(Canvas& canvas, const Theme& theme, const LaneRow& row, std::uint32_t mask,
                std::uint32_t focus) {
  for (int lane = 0; lane < warp_lanes; ++lane) {
    const Point at = row.at[static_cast<std::size_t>(lane)];
    if (!has_lane(mask, lane)) {
      canvas.ring(at, row.radius - 0.5F, theme.hairline);
    } else {
      canvas.circle(at, row.radius, has_lane(focus, lane) ? theme.now : theme.active);
    }
  }
}

std::string short_count(std::uint64_t count) {
  if (count < 10'000) return std::to_string(count);
  constexpr std::string_view units = "kMGTPE";
  auto value = static_cast<double>(count);
  std::size_t unit = 0;
  for (value /= 1000; value >= 999.5; value /= 1000) ++unit;
  char text[16];
  std::snprintf(text, sizeof text, value < 9.95 ? "%.1f%c" : "%.0f%c", value, units[unit]);
  return text;
}

std::string counted(std::uint64_t count, std::string_view noun) {
  std::string text = std::to_string(count) + ' ';
  text += noun;
  if (count != 1) text += noun.ends_with('s') ? "es" : "s";
  return text;
}

std::string lanes_text(std::uint32_t mask) {
  const int count = std::popcount(mask);
  if (count == 0) return "no lane";
  const int first = std::countr_zero(mask);
  if (count == 1) return "lane " + std::to_string(first);
  const int last = 31 - std::countl_zero(mask);
  if (last - first + 1 == count) {
    return "lanes " + std::to_string(first) + " … " + std::to_string(last);
  }
  std::string text = "lanes ";
  for_each_lane(mask, [&](int lane, int k) {
    if (k < 4) text += (k > 0 ? ", " : "") + std::to_string(lane);
  });
  return count > 4 ? text + ", …" : text;
}

std::string operation_text(Space space, Operation operation) {
  if (operation == Operation::shuffle) return "shuffle";
  return std::string(name(space)) + ' ' +
         (operation == Operation::atomic_add ? "atomic" : std::string(name(operation)));
}

std::string_view cost_noun(Space space) {
  if (space == Space::constant) return "pass";
  return space == Space::shared ? "wavefront" : "sector";
}

std::string cell_text(const Array& array, std::int64_t index) {
  if (array.space == Space::registers) return "register of thread " + std::to_string(index);
  return array.name + '[' + std::to_string(index) + ']';
}

std::string matrix_place(const Array& array, std::int64_t index) {
  if (array.columns <= 0 || index < 0) return "";
  return "row " + std::to_string(index / array.columns) + ", column " +
         std::to_string(index % array.columns);
}

int packed_position(std::uint32_t mask, int lane) {
  return std::popcount(mask & ((1U << static_cast<unsigned>(lane)) - 1U));
}

}  // namespace warpscope
