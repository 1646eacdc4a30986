#include "app/panes/multiprocessor/hiding_layout.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace warpscope {
namespace {

constexpr float least_plot = 2;  // lines of text

constexpr float least_with_words = 9;

}  // namespace

Point HidingPlot::at(double warps, double loads) const {
  const double across = std::clamp(warps / std::max(1, most_warps), 0.0, 1.0);
  const double up = std::clamp(loads / std::max(most_loads, 1e-12), 0.0, 1.0);
  return {box.x + box.w * static_cast<float>(across),
          box.bottom() - box.h * static_cast<float>(up)};
}

bool hiding_has_words(Rect area, float text) {
  return area.h >= least_with_words * std::round(text * 1.5F);
}

HidingPlot hiding_plot(Rect area, const HidingRoom& room) {
  const float line = std::round(room.text * 1.5F);
  HidingPlot plot{.most_warps = room.most_warps, .most_loads = round_above(room.most_loads)};
  if (hiding_has_words(area, room.text)) {
    plot.head = area.cut_top(line);
    plot.words = area.cut_top(line * static_cast<float>(room.words));
  }
  area.cut_top(room.text * 0.7F);  // the uppermost number
  plot.below = area.cut_bottom(room.text * 1.6F);
  if (area.h < line * least_plot || area.w < room.numbers + room.names + line * 4) return plot;
  area.cut_left(room.numbers);
  plot.names = area.cut_right(room.names);
  area.cut_right(6);
  plot.box = area;
  plot.below.x = area.x;
  plot.below.w = area.w;
  return plot;
}

double round_above(double value) {
  if (!(value > 0)) return 1;
  const double power = std::pow(10.0, std::floor(std::log10(value)));
  for (const double factor : {1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0}) {
    if (factor * power >= value * (1 - 1e-9)) return factor * power;
  }
  return 10 * power;
}

std::vector<Rect> flow_places(const std::vector<float>& widths, float gap, Rect area, float line) {
  const auto lines = flow_lines(widths, gap, area.w);
  std::vector<Rect> places;
  float x = area.x;
  for (std::size_t i = 0; i < widths.size(); ++i) {
    if (i == 0 || lines[i] != lines[i - 1]) x = area.x;
    places.push_back({x, area.y + line * static_cast<float>(lines[i]), widths[i], line});
    x += widths[i] + gap;
  }
  return places;
}

std::vector<int> flow_lines(const std::vector<float>& widths, float gap, float room) {
  std::vector<int> lines;
  float used = 0;
  int line = 0;
  for (const float width : widths) {
    const bool first = lines.empty() || used == 0;
    if (!first && used + gap + width > room) {
      ++line;
      used = 0;
    }
    used += used == 0 ? width : gap + width;
    lines.push_back(line);
  }
  return lines;
}

}  // namespace warpscope
