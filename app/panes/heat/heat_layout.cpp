#include "app/panes/heat/heat_layout.hpp"

#include <algorithm>
#include <cmath>

namespace warpscope {
namespace {

constexpr float least_heat_map = 32;  // pixels: a row a bank

/// The whole trace along a track of which only the window is visible.
TimeScale scale_of(const HeatLayout& layout, std::size_t accesses) {
  const auto all = static_cast<double>(accesses);
  const double pitch = static_cast<double>(layout.map.w) / layout.window.span();
  return {static_cast<double>(layout.map.x) - layout.window.from * pitch, all * pitch, accesses};
}

}  // namespace

float HeatLayout::column_width() const {
  return window.span() > 0 ? map.w / static_cast<float>(window.span()) : map.w;
}

float HeatLayout::x_of(double access) const {
  const double share = window.span() > 0 ? (access - window.from) / window.span() : 0;
  return map.x + static_cast<float>(share * static_cast<double>(map.w));
}

double HeatLayout::place_at(float x) const {
  return window.from + static_cast<double>((x - map.x) / std::max(1.0F, map.w)) * window.span();
}

Rect HeatLayout::cell(int bank, std::uint32_t access) const {
  const float x = x_of(access);
  return {x, map.y + row_height() * static_cast<float>(bank), x_of(access + 1.0) - x, row_height()};
}

int HeatLayout::bank_step(float text_height) const {
  int step = 1;
  while (step < bank_count && row_height() * static_cast<float>(step) < text_height) step *= 2;
  return step;
}

HeatLayout heat_layout(Rect area, float text_size, float bank_width, bool launches, int banks,
                       HeatWindow window) {
  HeatLayout layout;
  layout.bank_count = std::max(1, banks);
  layout.window = window;
  const float line = std::round(text_size * 1.5F);
  const auto spare = [&](float height) { return area.h - height >= least_heat_map; };
  if (spare(2.5F * line)) layout.legend = area.cut_bottom(1.5F * line);
  if (spare(5 * line)) layout.ticks = area.cut_bottom(line);
  Rect steps, names;
  if (launches && spare(4 * line)) names = area.cut_top(line);
  if (spare(1.5F * line)) steps = area.cut_top(line + 4);
  layout.banks = area.cut_left(bank_width);
  layout.map = area;
  // Rows of one height look even; the rest is not worth an uneven one.
  const float row = std::floor(area.h / static_cast<float>(layout.bank_count));
  if (row >= 3) layout.map.h = row * static_cast<float>(layout.bank_count);
  const auto above_map = [&](Rect strip) {
    return strip.h > 0 ? Rect{layout.map.x, strip.y, layout.map.w, strip.h} : Rect{};
  };
  layout.steps = above_map(steps);
  layout.launches = above_map(names);
  layout.banks.h = layout.map.h;
  if (layout.ticks.h > 0) layout.ticks.y = layout.map.bottom() + 2;
  const float below = layout.map.bottom() + layout.ticks.h + 4;
  if (layout.legend.h > 0) layout.legend.y = std::min(layout.legend.y, below);
  return layout;
}

std::vector<HeatTick> heat_ticks(const HeatLayout& layout, std::size_t accesses, float apart) {
  if (layout.ticks.h <= 0 || accesses == 0) return {};
  const double least = layout.window.span() * static_cast<double>(apart / layout.map.w);
  std::size_t step = 1;
  for (int i = 0; static_cast<double>(step) < least; ++i)
    step = i % 3 == 1 ? step / 2 * 5 : step * 2;
  std::vector<HeatTick> ticks;
  const auto add = [&](std::size_t access) {
    const float x = layout.x_of(static_cast<double>(access) + 0.5);
    if (x > layout.map.right()) return;
    ticks.push_back({std::max(x, layout.map.x), access});
  };
  const auto first = static_cast<std::size_t>(layout.window.from);
  add(first);
  for (std::size_t access = (first / step + 1) * step; access < accesses; access += step) {
    const float x = layout.x_of(static_cast<double>(access) + 0.5);
    if (x > layout.map.right()) break;
    if (x - ticks.back().x >= apart - 0.5F) add(access);
  }
  return ticks;
}

HeatSpot heat_spot(const HeatLayout& layout, Point at, std::size_t accesses) {
  const int bank = std::clamp(static_cast<int>((at.y - layout.map.y) / layout.row_height()), 0,
                              layout.bank_count - 1);
  // If a pixel is wider than an access, it stands for all that it covers.
  const double half = layout.column_width() >= 1 ? 0 : 0.5;
  const auto place = [&](float x) {
    const double last = static_cast<double>(accesses) - 1;
    return static_cast<std::size_t>(std::clamp(std::floor(layout.place_at(x)), 0.0, last));
  };
  const std::size_t first = place(at.x - static_cast<float>(half));
  return {bank, first, place(at.x + static_cast<float>(half)) + 1};
}

namespace {

/// How many accesses, and banks, a stop of the keys has.
struct StopSize {
  std::size_t accesses = 1;
  int banks = 1;
};
StopSize stop_size(const HeatLayout& layout) {
  constexpr float least_width = 6, least_height = 3;
  const auto count = [](float least, float each) {
    return each > 0 ? std::max(1.0F, std::ceil(least / each - 0.001F)) : 1.0F;
  };
  return {static_cast<std::size_t>(count(least_width, layout.column_width())),
          static_cast<int>(count(least_height, layout.row_height()))};
}

}  // namespace

std::vector<HeatStop> heat_stops(const HeatLayout& layout, std::size_t accesses) {
  std::vector<HeatStop> stops;
  const StopSize size = stop_size(layout);
  const auto from = static_cast<std::size_t>(std::max(0.0, layout.window.from));
  const std::size_t end = std::min(accesses, static_cast<std::size_t>(std::ceil(layout.window.to)));
  for (int bank = 0; bank < layout.bank_count; bank += size.banks) {
    const int banks = std::min(size.banks, layout.bank_count - bank);
    for (std::size_t first = from / size.accesses * size.accesses; first < end;
         first += size.accesses) {
      const std::size_t last = std::min(first + size.accesses, accesses);
      const float x = std::max(layout.map.x, layout.x_of(static_cast<double>(first)));
      const float right = std::min(layout.map.right(), layout.x_of(static_cast<double>(last)));
      stops.push_back({{bank, first, last},
                       banks,
                       {x, layout.map.y + layout.row_height() * static_cast<float>(bank), right - x,
                        layout.row_height() * static_cast<float>(banks)}});
    }
  }
  return stops;
}

HeatSpot heat_stop_at(const HeatLayout& layout, Point at, std::size_t accesses) {
  HeatSpot spot = heat_spot(layout, at, accesses);
  const StopSize size = stop_size(layout);
  const auto under = static_cast<std::size_t>(std::max(0.0, layout.place_at(at.x)));
  spot.first = std::min(under, accesses - 1) / size.accesses * size.accesses;
  spot.last = std::min(spot.first + size.accesses, accesses);
  return spot;
}

std::vector<TrackLabel> heat_steps(const Trace& trace, const HeatLayout& layout,
                                   const MeasureText& measure) {
  if (layout.steps.h <= 0) return {};
  return steps_in_sight(titled_steps(trace), scale_of(layout, trace.accesses.size()), layout.map,
                        measure);
}

std::vector<LaunchMark> heat_launches(const Trace& trace, const HeatLayout& layout,
                                      const MeasureText& measure) {
  if (layout.launches.h <= 0) return {};
  const TimeScale scale = scale_of(layout, trace.accesses.size());
  return launches_in_sight(launch_marks(trace, scale, measure), layout.map, measure);
}

}  // namespace warpscope
