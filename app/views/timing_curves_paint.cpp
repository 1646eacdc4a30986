#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

#include "app/layout/series_axis.hpp"
#include "app/views/axis_text.hpp"
#include "app/views/timing_parts.hpp"

namespace warpscope {
namespace {

constexpr float reach = 24;  // pixels from which a point is pointed at

/// Where sizes and rates lie.
struct Plot {
  Rect rect;
  SeriesAxis rates;
  double first = 0, last = 1;  // log2 of the sizes

  [[nodiscard]] float x(std::int64_t size) const {
    const double share = (std::log2(static_cast<double>(size)) - first) / (last - first);
    return rect.x + rect.w * static_cast<float>(share);
  }
  [[nodiscard]] Point at(const BenchResult& result) const {
    return {x(result.size), rect.bottom() - rect.h * rates.share(result.gigabytes_per_second)};
  }
};

Plot plot_of(const Canvas& canvas, Rect area, const TimingScene& scene) {
  const float size = scene.type.small;
  area.cut_top(scene.type.row * 0.9F);
  area.cut_bottom(size * 1.8F);
  area.cut_left(canvas.width("10000", {Face::mono, size, {}}) + 8);
  area.cut_right(size);
  SeriesRange range;
  for (const TimingCurve& curve : scene.ladder.curves) {
    for (const BenchResult* point : curve.points) range.add(point->gigabytes_per_second);
  }
  const auto& sizes = scene.ladder.sizes;
  return {area, range.axis(), std::log2(static_cast<double>(sizes.front())),
          std::log2(static_cast<double>(sizes.back()))};
}

void draw_axes(Canvas& canvas, const Plot& plot, Rect area, const TimingScene& scene) {
  const Theme& theme = *scene.frame.theme;
  const float size = scene.type.small;
  const TextStyle number{Face::mono, size, theme.muted};
  canvas.text({plot.rect.x, area.y + scene.type.row * 0.45F}, "GB/s over size",
              {Face::sans, size, theme.muted});
  const int most = std::clamp(static_cast<int>(plot.rect.h / (size * 2.4F)), 1, 6);
  for (const double tick : plot.rates.ticks(most)) {
    const float y = plot.rect.bottom() - plot.rect.h * plot.rates.share(tick);
    canvas.line({plot.rect.x, y}, {plot.rect.right(), y}, theme.hairline);
    canvas.text({plot.rect.x - 8, y}, axis_text(tick), number, Align::right);
  }
  float free_from = area.x;
  for (const std::int64_t tick : scene.ladder.sizes) {
    const std::string text = size_text(tick);
    const float width = canvas.width(text, number);
    const float x = std::min(plot.x(tick) - width / 2, area.right() - width);
    if (x < free_from) continue;
    free_from = x + width + 10;
    canvas.text({x, plot.rect.bottom() + size}, text, number);
  }
  const float now = plot.x(scene.ladder.size);
  canvas.line({now, plot.rect.y}, {now, plot.rect.bottom()}, theme.muted);
}

void draw_curve(Canvas& canvas, const Plot& plot, const TimingCurve& curve, Color color,
                float width) {
  std::vector<Point> points;
  for (const BenchResult* result : curve.points) points.push_back(plot.at(*result));
  canvas.polyline(points, color, width);
  for (const Point& point : points) canvas.circle(point, width, color);
}

/// The curve that ends highest.
const TimingCurve& fastest(const TimingScene& scene) {
  const auto rate = [](const TimingCurve& curve) {
    return curve.points.back()->gigabytes_per_second;
  };
  const auto& curves = scene.ladder.curves;
  return *std::ranges::max_element(curves, {}, rate);
}

/// Where a curve's name ends: above its end, or below where the curve comes from above.
Point name_place(const Plot& plot, const TimingCurve& curve, float size) {
  const Point end = plot.at(*curve.points.back());
  const bool falls = curve.points.size() > 1 && plot.at(**(curve.points.end() - 2)).y < end.y - 1;
  return {end.x - 6, falls ? std::min(end.y + size, plot.rect.bottom() - size * 0.5F)
                           : std::max(end.y - size, plot.rect.y + size * 0.5F)};
}

void draw_name(Canvas& canvas, const Plot& plot, const TimingCurve& curve, Color color,
               const TimingScene& scene) {
  const float size = scene.type.small;
  const Point at = name_place(plot, curve, size);
  canvas.text_fit(at, curve.kernel->title, {Face::sans, size, color}, at.x - plot.rect.x,
                  Align::right);
}

/// The kernel's own curve has its name, and the fastest where it has room beside that.
void draw_names(Canvas& canvas, const Plot& plot, const TimingCurve* present,
                const TimingScene& scene) {
  const Theme& theme = *scene.frame.theme;
  const TimingCurve& first = fastest(scene);
  const float size = scene.type.small;
  const bool room =
      present == nullptr ||
      std::abs(name_place(plot, first, size).y - name_place(plot, *present, size).y) > 1.3F * size;
  if (present != nullptr) draw_name(canvas, plot, *present, theme.text, scene);
  if (room) draw_name(canvas, plot, first, theme.muted, scene);
}

struct Pointed {
  const TimingCurve* curve = nullptr;
  const BenchResult* result = nullptr;
};

Pointed pointed(const Plot& plot, const TimingScene& scene) {
  Pointed found;
  if (!scene.frame.pointer.inside) return found;
  float nearest = reach;
  for (const TimingCurve& curve : scene.ladder.curves) {
    for (const BenchResult* result : curve.points) {
      const Point at = plot.at(*result);
      const float away =
          std::hypot(at.x - scene.frame.pointer.at.x, at.y - scene.frame.pointer.at.y);
      if (away >= nearest) continue;
      nearest = away;
      found = {&curve, result};
    }
  }
  return found;
}

}  // namespace

std::optional<std::int64_t> draw_curves(Canvas& canvas, Rect area, const TimingScene& scene,
                                        Wishes& wishes) {
  const Theme& theme = *scene.frame.theme;
  const Plot plot = plot_of(canvas, area, scene);
  if (plot.rect.w < 40 || plot.rect.h < 30) return std::nullopt;
  draw_axes(canvas, plot, area, scene);
  const TimingCurve* present = nullptr;
  for (const TimingCurve& curve : scene.ladder.curves) {
    if (curve.kernel == scene.kernel) {
      present = &curve;
    } else {
      draw_curve(canvas, plot, curve, mix(theme.panel, theme.free, 0.45F), 1.5F);
    }
  }
  if (present != nullptr) draw_curve(canvas, plot, *present, theme.free, 2.5F);
  draw_names(canvas, plot, present, scene);
  const Pointed at = pointed(plot, scene);
  if (at.result == nullptr) return std::nullopt;
  draw_curve(canvas, plot, *at.curve, theme.text, 2);
  canvas.ring(plot.at(*at.result), 6, theme.text, 2);
  wishes.tooltip = timing_tooltip(*at.curve->kernel, *at.result) + "\nclick to show this size";
  if (!scene.frame.pointer.pressed) return std::nullopt;
  return at.result->size;
}

}  // namespace warpscope
