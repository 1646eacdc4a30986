#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "app/panes/multiprocessor/occupancy_page.hpp"
#include "app/panes/multiprocessor/occupancy_plot.hpp"
#include "app/panes/multiprocessor/occupancy_scene.hpp"
#include "app/panes/multiprocessor/occupancy_text.hpp"
#include "instrumentation/language/number_text.hpp"

namespace warpscope {
namespace {

int request_value(const OccupancyRequest& request, OccupancySlider slider) {
  if (slider == OccupancySlider::threads) return request.threads;
  return slider == OccupancySlider::registers ? request.registers : request.dynamic_shared;
}

std::string value_text(int value, OccupancySlider slider) {
  return slider == OccupancySlider::shared ? bytes_text(value) : whole_text(value);
}

void draw_axes(Canvas& canvas, const OccupancyPlot& plot, Rect below, OccupancySlider slider,
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
  const std::string low = value_text(plot.low, slider), high = value_text(plot.high, slider);
  canvas.text({plot.area.x, y}, low, style);
  canvas.text({plot.area.right(), y}, high, style, Align::right);
  const int middle = (plot.low + plot.high) / 2 / 32 * 32;
  const std::string half = value_text(middle, slider);
  const float room = plot.area.w - canvas.width(low, style) - canvas.width(high, style);
  if (room > 2 * canvas.width(half, style) + 40) {
    canvas.text({plot.x(static_cast<float>(middle)), y}, half, style, Align::center);
  }
}

/// In rectangles: corners stay square, and a line on the zero line as wide as elsewhere.
void draw_steps(Canvas& canvas, const OccupancyPlot& plot, const OccupancyCurve& curve,
                const OccupancyScene& scene) {
  const Theme& theme = scene.theme();
  const float pen = 2 * theme.pen;
  const auto steps = occupancy_steps(plot, curve.points);
  for (const OccupancyStep& step : steps) {
    const float y = plot.y(step.share);
    const Rect ground{step.left, step.runs ? y : plot.area.y, step.right - step.left,
                      step.runs ? plot.area.bottom() - y : plot.area.h};
    canvas.fill(ground, step.runs ? theme.active.alpha(0.16F) : theme.costly.alpha(0.14F));
  }
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const float y = plot.y(steps[i].share);
    canvas.fill({steps[i].left, y - pen / 2, steps[i].right - steps[i].left, pen}, theme.active);
    if (i == 0) continue;
    const float before = plot.y(steps[i - 1].share);
    canvas.fill(
        {steps[i].left - pen / 2, std::min(before, y) - pen / 2, pen, std::abs(before - y) + pen},
        theme.active);
  }
}

/// Where the request lies: a dot on the curve; for a value beyond the axis an arrow at its end, with
/// the value.
void draw_request(Canvas& canvas, const OccupancyPlot& plot, const OccupancyCurve& curve,
                  const OccupancyScene& scene) {
  const Theme& theme = scene.theme();
  const int value = request_value(scene.choice.request, curve.slider);
  const float x = plot.x(static_cast<float>(value));
  if (plot.holds(value)) {
    canvas.line({x, plot.area.y}, {x, plot.area.bottom()}, theme.now, 1);
    canvas.circle({x, plot.y(scene.found.share())}, 4.5F, theme.now);
    return;
  }
  const bool right = value > plot.high;
  const float size = scene.type.small * 0.4F, way = right ? -1.0F : 1.0F;
  const float y = plot.y(0.75);
  const TextStyle style{Face::mono, scene.type.small, theme.now};
  const std::string text = value_text(value, curve.slider);
  const float width = canvas.width(text, style);
  const float from = x + way * (2 * size + 4);  // the end of the number at the arrow
  canvas.fill({right ? from - width - 3 : from - 3, y - scene.type.small * 0.8F, width + 6,
               scene.type.small * 1.6F},
              theme.panel, 3);
  canvas.triangle({x, y}, {x + way * 2 * size, y - size}, {x + way * 2 * size, y + size},
                  theme.now);
  canvas.text({from, y}, text, style, right ? Align::right : Align::left);
}

void point_at(const OccupancyPlot& plot, Rect area, const OccupancyCurve& curve, bool held,
              const OccupancyScene& scene, Wishes& wishes) {
  const Pointer& pointer = scene.frame.pointer;
  const float share = std::clamp((pointer.at.x - plot.area.x) / plot.area.w, 0.0F, 1.0F);
  const auto value = static_cast<int>(
      std::lround(static_cast<float>(plot.low) + share * static_cast<float>(plot.high - plot.low)));
  auto found = std::ranges::upper_bound(curve.points, value, {}, &OccupancyPoint::value);
  if (found != curve.points.begin()) --found;
  OccupancyRequest request = scene.choice.request;
  if (curve.slider == OccupancySlider::threads) request.threads = found->last;
  if (curve.slider == OccupancySlider::registers) request.registers = found->last;
  if (curve.slider == OccupancySlider::shared) request.dynamic_shared = found->last;
  const std::string values =
      found->value == found->last
          ? value_text(found->last, curve.slider)
          : value_text(found->value, curve.slider) + " … " + value_text(found->last, curve.slider);
  wishes.tooltip = fmt::format("{} {}: {}\n{}", slider_names(curve.slider).full, values,
                               occupancy_percent(found->occupancy),
                               limits_text(scene.machine(), request, found->occupancy));
  wishes.about = area;
  if (held) {
    const auto& slider = OccupancyPage::sliders[static_cast<std::size_t>(curve.slider)];
    wishes.slider = SliderWish{&slider, found->last, !pointer.pressed};
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
  const OccupancyPlot plot = occupancy_plot(rest, curve.points);
  const TextStyle style{Face::sans, small, theme.muted};
  const auto titles = curve_titles(curve.slider);
  const auto* fitting = std::ranges::find_if(
      titles, [&](std::string_view text) { return canvas.width(text, style) <= title.w; });
  canvas.text_fit({title.x, title.center().y}, fitting == titles.end() ? titles.back() : *fitting,
                  style, title.w);
  draw_axes(canvas, plot, below, curve.slider, scene);
  draw_steps(canvas, plot, curve, scene);
  draw_request(canvas, plot, curve, scene);
  if (held || scene.points_at(area)) point_at(plot, area, curve, held, scene, wishes);
}

}  // namespace warpscope
