#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "app/panes/multiprocessor/occupancy_page.hpp"
#include "app/panes/multiprocessor/occupancy_scene.hpp"
#include "app/panes/multiprocessor/occupancy_text.hpp"
#include "instrumentation/trace/number_text.hpp"

namespace warpscope {
namespace {

/// The plot, and where values lie in it.
struct CurvePlot {
  Rect area;
  int low = 0, high = 1;
  [[nodiscard]] float x(float value) const {
    const float share = (value - static_cast<float>(low)) / static_cast<float>(high - low);
    return area.x + area.w * std::clamp(share, 0.0F, 1.0F);
  }
  [[nodiscard]] float y(double share) const {
    return area.bottom() - area.h * static_cast<float>(share);
  }
};

/// Points [first, last) that have the same occupancy.
struct CurveRun {
  std::size_t first = 0, last = 0;
};
std::vector<CurveRun> runs_of(std::span<const OccupancyPoint> points) {
  std::vector<CurveRun> runs;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const bool same = i > 0 && points[i].occupancy.warps() == points[i - 1].occupancy.warps() &&
                      points[i].occupancy.obstacle == points[i - 1].occupancy.obstacle;
    if (!same) runs.push_back({i, i});
    runs.back().last = i + 1;
  }
  return runs;
}

int request_value(const OccupancyRequest& request, OccupancySlider slider) {
  if (slider == OccupancySlider::threads) return request.threads;
  return slider == OccupancySlider::registers ? request.registers : request.dynamic_shared;
}

std::string value_text(int value, OccupancySlider slider, bool russian) {
  return slider == OccupancySlider::shared ? bytes_text(value, russian)
                                           : whole_text(value, russian);
}

void draw_axes(Canvas& canvas, const CurvePlot& plot, Rect below, OccupancySlider slider,
               const OccupancyScene& scene) {
  const Theme& theme = scene.theme();
  const TextStyle style{Face::mono, scene.type.small, theme.muted};
  const std::array shares{0.0, 0.5, 1.0};
  for (const double share : shares) {
    const float y = plot.y(share);
    canvas.line({plot.area.x, y}, {plot.area.right(), y}, theme.hairline);
    canvas.text({plot.area.x - 6, y}, fmt::format("{:.0f}", 100 * share), style, Align::right);
  }
  const float y = below.center().y;
  const std::string low = value_text(plot.low, slider, scene.russian),
                    high = value_text(plot.high, slider, scene.russian);
  canvas.text({plot.area.x, y}, low, style);
  canvas.text({plot.area.right(), y}, high, style, Align::right);
  const int middle = (plot.low + plot.high) / 2 / 32 * 32;
  const std::string half = value_text(middle, slider, scene.russian);
  const float room = plot.area.w - canvas.width(low, style) - canvas.width(high, style);
  if (room > 2 * canvas.width(half, style) + 40) {
    canvas.text({plot.x(static_cast<float>(middle)), y}, half, style, Align::center);
  }
}

void draw_steps(Canvas& canvas, const CurvePlot& plot, const OccupancyCurve& curve,
                const OccupancyScene& scene) {
  const Theme& theme = scene.theme();
  std::vector<Point> path;
  const auto runs = runs_of(curve.points);
  // A value stands in the middle of its step.
  const float half = curve.points.size() < 2
                         ? 0
                         : static_cast<float>(curve.points[1].value - curve.points[0].value) / 2;
  const auto begin_of = [&](std::size_t point) {
    return plot.x(static_cast<float>(curve.points[point].value) - half);
  };
  for (const CurveRun& run : runs) {
    const float left = begin_of(run.first);
    const float right = run.last < curve.points.size() ? begin_of(run.last) : plot.area.right();
    const Occupancy& found = curve.points[run.first].occupancy;
    const float y = plot.y(found.share());
    if (found.obstacle != OccupancyObstacle::none) {
      canvas.fill({left, plot.area.y, right - left, plot.area.h}, theme.costly.alpha(0.14F));
    } else {
      canvas.fill({left, y, right - left, plot.area.bottom() - y}, theme.active.alpha(0.16F));
    }
    path.push_back({left, y});
    path.push_back({right, y});
  }
  canvas.polyline(path, theme.active, 2);
}

void point_at(const CurvePlot& plot, Rect area, const OccupancyCurve& curve, bool held,
              const OccupancyScene& scene, Wishes& wishes) {
  const Pointer& pointer = scene.frame.pointer;
  const float share = std::clamp((pointer.at.x - plot.area.x) / plot.area.w, 0.0F, 1.0F);
  const auto value = static_cast<int>(
      std::lround(static_cast<float>(plot.low) + share * static_cast<float>(plot.high - plot.low)));
  auto found = std::ranges::upper_bound(curve.points, value, {}, &OccupancyPoint::value);
  if (found != curve.points.begin()) --found;
  OccupancyRequest request = scene.choice.request;
  if (curve.slider == OccupancySlider::threads) request.threads = found->value;
  if (curve.slider == OccupancySlider::registers) request.registers = found->value;
  if (curve.slider == OccupancySlider::shared) request.dynamic_shared = found->value;
  wishes.tooltip = fmt::format(
      "{} {}: {}\n{}", slider_name(curve.slider, scene.russian),
      value_text(found->value, curve.slider, scene.russian), occupancy_percent(found->occupancy),
      limits_text(scene.machine(), request, found->occupancy, scene.russian));
  wishes.about = area;
  if (held) {
    const auto& slider = OccupancyPage::sliders[static_cast<std::size_t>(curve.slider)];
    wishes.slider = SliderWish{&slider, found->value, !pointer.pressed};
  }
}

}  // namespace

void draw_occupancy_curve(Canvas& canvas, Rect area, const OccupancyCurve& curve, bool held,
                          const OccupancyScene& scene, Wishes& wishes) {
  const Theme& theme = scene.theme();
  const float small = scene.type.small;
  Rect rest = area;
  const Rect title = rest.cut_top(small * 1.45F);
  const Rect below = rest.cut_bottom(small * 1.5F);
  rest.cut_left(canvas.width("100", {Face::mono, small, {}}) + 6);
  rest.cut_top(small * 0.5F);
  rest.cut_right(4);
  if (rest.w < 60 || rest.h < 24) return;
  const CurvePlot plot{rest, curve.points.front().value,
                       std::max(curve.points.back().value, curve.points.front().value + 1)};
  const TextStyle style{Face::sans, small, theme.muted};
  const std::string_view full = curve_title(curve.slider, scene.russian);
  canvas.text_fit(
      {title.x, title.center().y},
      canvas.width(full, style) <= title.w ? full : brief_curve_title(curve.slider, scene.russian),
      style, title.w);
  draw_axes(canvas, plot, below, curve.slider, scene);
  draw_steps(canvas, plot, curve, scene);
  const float x = plot.x(static_cast<float>(request_value(scene.choice.request, curve.slider)));
  canvas.line({x, rest.y}, {x, rest.bottom()}, theme.now, 1);
  canvas.circle({x, plot.y(scene.found.share())}, 4.5F, theme.now);
  if (held || scene.points_at(area)) point_at(plot, area, curve, held, scene, wishes);
}

}  // namespace warpscope
