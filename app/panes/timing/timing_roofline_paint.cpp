#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "app/panes/timing/timing_columns.hpp"
#include "app/panes/timing/timing_marks.hpp"
#include "app/views/parts/axis_text.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

/// Operations for each byte that must be moved.
double intensity(const BenchResult& result) {
  return static_cast<double>(result.operations) / static_cast<double>(result.bytes);
}
double speed(const BenchResult& result) { return rate_of(result, Amount::operations); }

bool has_operations(const BenchResult* result) {
  return result != nullptr && result->operations > 0 && result->bytes > 0;
}

bool any_counted(const Ladder& ladder) {
  return std::ranges::any_of(ladder.rungs,
                             [](const Rung& rung) { return has_operations(rung.result); });
}

/// The present kernel at each of its sizes, if the size matters: if larger ones do more with a
/// byte.
std::vector<const BenchResult*> sizes_of(const TimingScene& scene) {
  std::vector<const BenchResult*> found;
  for (const TimingCurve& curve : scene.ladder().curves) {
    if (curve.of.kernel != scene.kernel) continue;
    std::ranges::copy_if(curve.points, std::back_inserter(found), has_operations);
  }
  const auto [least, most] = std::ranges::minmax_element(
      found, {}, [](const BenchResult* result) { return intensity(*result); });
  if (found.empty() || intensity(**most) < 1.5 * intensity(**least)) return {};
  return found;
}

TimingPlot axes_of(const TimingScene& scene) {
  LogRange across, up;
  for (const BenchResult* result : sizes_of(scene)) {
    across.add(intensity(*result));
    up.add(speed(*result));
  }
  for (const ShownRecord& shown : scene.shown) {
    double least = 0;
    for (const Rung& rung : shown.ladder.rungs) {
      if (!has_operations(rung.result)) continue;
      const double x = intensity(*rung.result);
      least = least > 0 ? std::min(least, x) : x;
      across.add(x);
      up.add(speed(*rung.result));
    }
    if (!shown.roof) continue;
    // The corner is in the picture, with a piece of roof on either side.
    const double left = std::min(least > 0 ? least : 1, shown.roof->corner()) / 3;
    across.add(left);
    across.add(shown.roof->corner() * 4);
    up.add(shown.roof->peak);
    up.add(shown.roof->at(left));
  }
  return {{}, across.axis(), up.axis()};
}

void draw_sizes(Canvas& canvas, const TimingPlot& plot, const TimingScene& scene) {
  std::vector<Point> points;
  for (const BenchResult* result : sizes_of(scene)) {
    points.push_back(plot.at(intensity(*result), speed(*result)));
  }
  if (points.empty()) return;
  const Color color = mix(scene.theme().panel, scene.theme().free, 0.5F);
  draw_path(canvas, points, color, 1, 2);
  for (const Point& point : points) canvas.circle(point, 1.5F, color);
}

void draw_roof(Canvas& canvas, const TimingPlot& plot, const Roof& roof, std::size_t record,
               const TimingScene& scene) {
  const std::vector<Point> line{plot.at(plot.x.low, roof.at(plot.x.low)),
                                plot.at(roof.corner(), roof.peak), plot.at(plot.x.high, roof.peak)};
  draw_path(canvas, line, scene.theme().text, 2, record);
}

std::vector<PlotLabel> labels_of(const TimingPlot& plot, const TimingScene& scene) {
  std::vector<PlotLabel> labels;
  const ShownRecord& shown = scene.shown.front();
  for (const Rung& rung : shown.ladder.rungs) {
    if (!has_operations(rung.result)) continue;
    const bool present = rung.of.kernel == scene.kernel;
    const int weight = present ? 5 : rung.of.subject == TimedKind::library ? 3 : 2;
    labels.push_back({std::string(short_title(rung.of)),
                      plot.at(intensity(*rung.result), speed(*rung.result)), weight, present});
  }
  return labels;
}

/// The names of the two parts of the roof, beside them.
void tell_roof(Canvas& canvas, const TimingPlot& plot, const Roof& roof, const TimingScene& scene) {
  const TextStyle style{Face::sans, scene.type.small, scene.theme().text};
  const Point corner = plot.at(roof.corner(), roof.peak);
  const float size = scene.type.small;
  const bool above = corner.y - size * 1.4F > plot.rect.y;
  const float y = corner.y + (above ? -0.9F : 0.9F) * size;
  const float from = above ? plot.rect.x : corner.x;
  std::string peak = rate_text(roof.peak, Amount::operations);
  const float room = plot.rect.right() - from;
  // Translators: the field is a rate: "67 TFLOP/s".
  const std::string named = tr("{}, FP32 peak", peak);
  if (canvas.width(named, style) <= room) peak = named;
  canvas.text_fit({plot.rect.right(), y}, peak, style, room, Align::right);
  const std::string slope = fmt::format("{}, {}", rate_text(roof.bandwidth, Amount::bytes),
                                        limit_word(roof.memory->kernel));
  const Point at = plot.at(plot.x.low, roof.at(plot.x.low));
  const Point middle{(at.x + corner.x) / 2, (at.y + corner.y) / 2};
  if (middle.y - corner.y < size * 2) return;
  canvas.text_fit({middle.x + size, middle.y + size * 0.6F}, slope, style,
                  plot.rect.right() - middle.x - size);
}

void draw_intensities(Canvas& canvas, const TimingPlot& plot, const TimingScene& scene) {
  const TextStyle number{Face::mono, scene.type.small, scene.theme().muted};
  const int most = std::max(2, static_cast<int>(plot.rect.w / (scene.type.small * 6)));
  for (const double tick : plot.x.ticks(most)) {
    const float x = plot.at(tick, plot.y.low).x;
    canvas.line({x, plot.rect.y}, {x, plot.rect.bottom()}, scene.theme().hairline);
    canvas.text({x, plot.rect.bottom() + scene.type.small}, axis_text(tick), number, Align::center);
  }
}

}  // namespace

std::string no_roofline(const ShownRecord& shown) {
  if (!any_counted(shown.ladder)) {
    return tr(
        "No operations are counted of this family's tasks, so there is no roofline of "
        "them.");
  }
  if (!shown.roof) {
    return tr("The limits of the device were not measured with these times.");
  }
  return {};
}

void draw_roofline(Canvas& canvas, Rect area, const TimingScene& scene, Wishes& wishes) {
  if (const std::string why = no_roofline(scene.shown.front()); !why.empty()) {
    draw_placeholder(canvas, area, scene.theme(), why);
    return;
  }
  const Rect title = area.cut_top(scene.type.row * 0.9F);
  area.cut_bottom(scene.type.small * 1.8F);
  TimingPlot plot = axes_of(scene);
  plot.rect = area;
  const Rect names = area.cut_right(labels_width(canvas, labels_of(plot, scene), scene, area.w));
  area.cut_right(18);
  area.cut_left(rates_width(canvas, plot, scene));
  plot.rect = area;
  if (plot.rect.w < 40 || plot.rect.h < 24) return;
  draw_plot_title(canvas, {plot.rect.x, title.y, title.right() - plot.rect.x, title.h},
                  tr("10^9 operations a second, over operations a byte"), scene);
  draw_rates(canvas, plot, scene);
  draw_intensities(canvas, plot, scene);
  draw_sizes(canvas, plot, scene);
  for (std::size_t i = scene.shown.size(); i-- > 0;) {
    if (scene.shown[i].roof) draw_roof(canvas, plot, *scene.shown[i].roof, i, scene);
  }
  NearestMark nearest(scene);
  for (std::size_t i = scene.shown.size(); i-- > 0;) {
    for (const Rung& rung : scene.shown[i].ladder.rungs) {
      if (!has_operations(rung.result)) continue;
      const Point at = plot.at(intensity(*rung.result), speed(*rung.result));
      const Color color = i == 0 ? mark_color(rung.of, scene) : scene.theme().muted;
      draw_mark(canvas, at, rung.of.subject, i == 0 ? 4.0F : 2.5F, color);
      nearest.offer(at, rung.of, rung.result, scene.shown[i]);
    }
  }
  draw_labels(canvas, names, plot.rect.right() + 4, labels_of(plot, scene), scene);
  tell_roof(canvas, plot, *scene.shown.front().roof, scene);
  nearest.show(canvas, scene, wishes);
}

}  // namespace warpscope
