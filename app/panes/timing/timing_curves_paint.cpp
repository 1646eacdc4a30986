#include <algorithm>
#include <cmath>

#include "app/panes/timing/timing_columns.hpp"
#include "app/panes/timing/timing_marks.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

constexpr float least_for_marks = 120;  // lower plots have no marks, which would hide the curves

/// Rates in the unit that stands over the plot, or milliseconds.
struct Values {
  bool times = false;
  Amount amount = Amount::bytes;
  [[nodiscard]] double of(double milliseconds, double rate) const {
    if (times) return milliseconds;
    return amount == Amount::operations ? rate / 1000 : rate;
  }
  [[nodiscard]] double of(const BenchResult& result) const {
    return of(result.median_ms, rate_of(result, amount));
  }
  [[nodiscard]] double of(const CeilingPoint& ceiling) const {
    return of(ceiling.milliseconds, ceiling.rate);
  }
  /// Takes curves of one kind only: bytes and operations have no axis in common.
  [[nodiscard]] bool take(const TimingCurve& curve) const { return curve.amount == amount; }
};

TimingPlot axes_of(const TimingScene& scene, const Values& values) {
  LogRange sizes, heights;
  for (const ShownRecord& shown : scene.shown) {
    for (const TimingCurve& curve : shown.ladder.curves) {
      if (!values.take(curve)) continue;
      for (const BenchResult* point : curve.points) {
        sizes.add(static_cast<double>(point->size));
        heights.add(values.of(*point));
      }
    }
    for (const CeilingPoint& ceiling : shown.ladder.ceilings) heights.add(values.of(ceiling));
    if (values.times && shown.ladder.launch_ms) heights.add(*shown.ladder.launch_ms);
  }
  return {{}, sizes.axis(), heights.axis()};
}

std::vector<PlotLabel> labels_of(const TimingPlot& plot, const TimingScene& scene,
                                 const Values& values) {
  std::vector<PlotLabel> labels;
  const Ladder& ladder = scene.ladder();
  for (const TimingCurve& curve : ladder.curves) {
    if (!values.take(curve)) continue;
    const BenchResult& last = *curve.points.back();
    const bool present = curve.of.kernel == scene.kernel;
    const int weight = present                                  ? 5
                       : curve.of.subject == TimedKind::library ? 3
                       : curve.of.kernel != nullptr             ? 2
                                                                : 1;
    labels.push_back({std::string(short_title(curve.of)),
                      plot.at(static_cast<double>(last.size), values.of(last)), weight, present});
  }
  if (!ladder.ceilings.empty()) {
    const CeilingPoint& last = ladder.ceilings.back();
    labels.push_back({tr("ceiling"), plot.at(static_cast<double>(last.size), values.of(last)), 4});
  }
  if (values.times && ladder.launch_ms) {
    labels.push_back({tr("empty launch"), plot.at(plot.x.high, *ladder.launch_ms), 4});
  }
  return labels;
}

void draw_sizes(Canvas& canvas, const TimingPlot& plot, Rect area, const TimingScene& scene) {
  const TextStyle number{Face::mono, scene.type.small, scene.theme().muted};
  float free_from = area.x;
  for (const std::int64_t tick : scene.ladder().sizes) {
    const std::string text = size_text(tick);
    const float width = canvas.width(text, number);
    const float at = plot.at(static_cast<double>(tick), plot.y.low).x;
    const float x = std::min(at - width / 2, area.right() - width);
    if (x < free_from) continue;
    free_from = x + width + 10;
    canvas.text({x, plot.rect.bottom() + scene.type.small}, text, number);
  }
  const float now = plot.at(static_cast<double>(scene.ladder().size), plot.y.low).x;
  canvas.line({now, plot.rect.y}, {now, plot.rect.bottom()}, scene.theme().muted);
}

void draw_curve(Canvas& canvas, const TimingPlot& plot, const TimingCurve& curve,
                const Values& values, Color color, std::size_t record, float width) {
  std::vector<Point> points;
  for (const BenchResult* result : curve.points) {
    points.push_back(plot.at(static_cast<double>(result->size), values.of(*result)));
  }
  draw_path(canvas, points, color, width, record);
  if (plot.rect.h < least_for_marks && width < 2) return;
  for (const Point& point : points)
    draw_mark(canvas, point, curve.of.subject, curve.of.kernel != nullptr ? width : 2, color);
}

void draw_limits(Canvas& canvas, const TimingPlot& plot, const TimingScene& scene,
                 const Values& values) {
  for (std::size_t i = scene.shown.size(); i-- > 0;) {
    const Ladder& ladder = scene.shown[i].ladder;
    std::vector<Point> points;
    for (const CeilingPoint& ceiling : ladder.ceilings) {
      points.push_back(plot.at(static_cast<double>(ceiling.size), values.of(ceiling)));
    }
    const bool taken = ladder.amount == values.amount;
    if (taken && points.size() > 1) draw_path(canvas, points, scene.theme().text, 1.5F, i);
    if (!values.times || !ladder.launch_ms) continue;
    const float y = plot.at(plot.x.low, *ladder.launch_ms).y;
    const std::vector<Point> floor{{plot.rect.x, y}, {plot.rect.right(), y}};
    draw_path(canvas, floor, scene.theme().muted, 1, i);
  }
}

/// The present kernel's curve lies over the others; the first record's over those laid over it.
void draw_all(Canvas& canvas, const TimingPlot& plot, const TimingScene& scene,
              const Values& values) {
  for (const bool present : {false, true}) {
    for (std::size_t i = scene.shown.size(); i-- > 0;) {
      for (const TimingCurve& curve : scene.shown[i].ladder.curves) {
        if (!values.take(curve) || (curve.of.kernel == scene.kernel) != present) continue;
        draw_curve(canvas, plot, curve, values, mark_color(curve.of, scene), i,
                   present ? 2.5F : 1.5F);
      }
    }
  }
}

NearestMark pointed(const TimingPlot& plot, const TimingScene& scene, const Values& values) {
  NearestMark nearest(scene);
  for (const ShownRecord& shown : scene.shown) {
    for (const TimingCurve& curve : shown.ladder.curves) {
      if (!values.take(curve)) continue;
      for (const BenchResult* result : curve.points) {
        nearest.offer(plot.at(static_cast<double>(result->size), values.of(*result)), curve.of,
                      result, shown);
      }
    }
  }
  return nearest;
}

/// Makes room for the title, the numbers of both axes and the names.
Rect place_plot(const Canvas& canvas, Rect& area, TimingPlot& plot, const TimingScene& scene,
                const Values& values) {
  area.cut_top(scene.type.row * 0.9F);
  area.cut_bottom(scene.type.small * 1.8F);
  plot.rect = area;
  const auto labels = labels_of(plot, scene, values);
  const Rect names = area.cut_right(labels_width(canvas, labels, scene, area.w));
  area.cut_right(18);
  area.cut_left(rates_width(canvas, plot, scene));
  plot.rect = area;
  return names;
}

}  // namespace

std::optional<std::int64_t> draw_curves(Canvas& canvas, Rect area, const TimingScene& scene,
                                        bool times, Wishes& wishes) {
  const Values values{times, scene.ladder().amount};
  TimingPlot plot = axes_of(scene, values);
  const Rect whole = area;
  const Rect names = place_plot(canvas, area, plot, scene, values);
  if (plot.rect.w < 40 || plot.rect.h < 24) return std::nullopt;
  const std::string unit =
      // Translators: the field is a unit: "GB/s".
      times ? std::string(tr("Time over size, ms"))
            : tr("Throughput over size, {}", rate_unit(values.amount, scene.ladder().counted));
  draw_plot_title(canvas,
                  {plot.rect.x, whole.y, whole.right() - plot.rect.x, scene.type.row * 0.9F}, unit,
                  scene);
  draw_rates(canvas, plot, scene);
  draw_sizes(canvas, plot, {plot.rect.x, whole.y, names.x - plot.rect.x, whole.h}, scene);
  draw_limits(canvas, plot, scene, values);
  draw_all(canvas, plot, scene, values);
  draw_labels(canvas, names, plot.rect.right() + 4, labels_of(plot, scene, values), scene);
  const NearestMark at = pointed(plot, scene, values);
  at.show(canvas, scene, wishes);
  if (at.result() == nullptr) return std::nullopt;
  wishes.tooltip += std::string("\n") + tr("click to show this size");
  if (!scene.frame.pointer.pressed) return std::nullopt;
  return at.result()->size;
}

}  // namespace warpscope
