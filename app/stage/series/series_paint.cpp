#include <algorithm>
#include <cmath>
#include <vector>

#include "app/stage/series/path_thinner.hpp"
#include "app/stage/series/series_scene.hpp"
#include "app/stage/stage_text.hpp"
#include "app/views/parts/axis_text.hpp"
#include "app/views/parts/fault_parts.hpp"
#include "app/views/parts/pin_parts.hpp"
#include "app/views/parts/view_parts.hpp"
#include "instrumentation/analysis/step_text.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

/// From this many lines on, each is drawn more simply: nobody can follow them one by one any more.
constexpr std::size_t crowd = 16;

/// Points in all lines of a panel, at most: each costs a stroke when a picture is first seen.
constexpr float point_budget = 30'000;
constexpr float points_of_column = 4;  // that PathThinner keeps

/// Logical pixels within which a line shows its extremes only.
float column_of(const SeriesScene& scene) {
  const std::size_t lines = scene.panel.lines.size();
  if (lines <= crowd) return 2;
  return std::max(4.0F, points_of_column * scene.plot.w * static_cast<float>(lines) / point_budget);
}

float width_of(const SeriesPanel& panel) {
  if (panel.lines.size() > crowd) return 1;
  return panel.lines.size() == 1 ? 2.0F : 1.75F;
}

/// A line up to now and from now on.
class LinePainter {
 public:
  LinePainter(Canvas& canvas, const SeriesScene& scene)
      : canvas_(canvas), scene_(scene), path_(column_of(scene)) {}

  void draw(const SeriesLine& line, Color color, float width) {
    const Points points = scene_.in_sight(line.points);
    const auto known =
        std::partition_point(points.begin(), points.end(),
                             [&](const SeriesPoint& point) { return scene_.known(point); });
    run(known == points.begin() ? known : known - 1, points.end(), later(), 1);
    run(points.begin(), known, color, width);
    hold(points, known, color, width);
  }

 private:
  using Points = std::span<const SeriesPoint>;
  using Iterator = Points::iterator;

  [[nodiscard]] Color later() const {
    const Theme& theme = scene_.theme();
    return mix(theme.hairline, theme.faint, 0.4F);
  }
  void run(Iterator begin, Iterator end, Color color, float width) {
    bool holds = false;  // a cell keeps its value until it is written again
    float held = 0;
    for (auto point = begin; point != end; ++point) {
      if (!std::isfinite(point->value)) {
        flush(color, width);
        holds = false;
        continue;
      }
      const Point at = scene_.at(*point);
      if (holds) path_.add({at.x, held});
      path_.add(at);
      holds = scene_.panel.held;
      held = at.y;
    }
    flush(color, width);
  }
  void flush(Color color, float width) {
    const std::vector<Point>& path = path_.take();
    if (path.size() > 1) canvas_.polyline(path, color, width);
  }
  /// From the last known value to the present, and from a cell's last one to the end.
  void hold(Points points, Iterator known, Color color, float width) {
    if (!scene_.panel.held || known == points.begin()) return;
    const Point from = scene_.at(*(known - 1));
    // Where a part is enlarged, the last known value may lie beyond the end that is in sight.
    const float next =
        std::max(from.x, known == points.end() ? scene_.plot.right() : scene_.at(*known).x);
    const float now = std::clamp(scene_.x(scene_.now), from.x, next);
    if (now > from.x) canvas_.line(from, {now, from.y}, color, width);
    if (known == points.end() && next > now) {
      canvas_.line({now, from.y}, {next, from.y}, later(), 1);
    }
  }

  Canvas& canvas_;
  const SeriesScene& scene_;
  PathThinner path_;
};

void draw_dots(Canvas& canvas, const SeriesScene& scene, const SeriesLine& line, Color color) {
  if (scene.apart() < 9) return;
  const float radius = scene.frame.lecture ? 5.0F : 3.5F;
  for (const SeriesPoint& point : scene.in_sight(line.points)) {
    if (!std::isfinite(point.value)) continue;
    const Point at = scene.at(point);
    const bool now = point.access == scene.frame.access && scene.known(point);
    if (scene.known(point)) {
      const Color ink = now ? scene.theme().now : color;
      canvas.circle(at, now ? radius + 1.5F : radius,
                    scene.fades(point) ? faded(scene.theme(), ink) : ink);
    } else {
      canvas.circle(at, radius, scene.theme().panel);
      canvas.ring(at, radius, mix(scene.theme().hairline, scene.theme().faint, 0.6F), 1.25F);
    }
  }
}

/// Of a line that fades in part: the values that do not.
void draw_kept(Canvas& canvas, const SeriesScene& scene, const SeriesLine& line, Color color) {
  const float radius = scene.frame.lecture ? 4.5F : 3.0F;
  float right = scene.plot.x - 2 * radius;  // of the last one: a crowd would be a bar
  for (const SeriesPoint& point : scene.in_sight(line.points)) {
    if (scene.fades(point) || !std::isfinite(point.value)) continue;
    const Point at = scene.at(point);
    if (at.x < right + 1) continue;
    right = at.x;
    if (scene.known(point)) {
      canvas.circle(at, radius, color);
    } else {
      canvas.ring(at, radius, color, 1.25F);
    }
  }
}

/// The last known value of each cell that goes wrong in the present step.
void draw_series_faults(Canvas& canvas, const SeriesScene& scene) {
  const auto faults = faults_here(scene.document, scene.frame);
  for (const FaultMark* const fault : faults) {
    const SeriesPoint* held = nullptr;
    for (const SeriesLine& line : scene.panel.lines) {
      for (const SeriesPoint& point : scene.in_sight(line.points)) {
        const bool its = point.array == fault->array && point.index == fault->index;
        if (its && scene.known(point) && std::isfinite(point.value)) held = &point;
      }
    }
    if (held == nullptr) continue;
    const Point at = scene.at(*held);
    draw_fault_frame(canvas, {at.x - 6, at.y - 6, 12, 12}, scene.theme());
  }
}

}  // namespace

bool SeriesScene::follows() const {
  const auto* const followed = frame.ask<Followed>();
  return followed != nullptr && (followed->pins() || followed->filters());
}

bool SeriesScene::fades(const SeriesPoint& point) const {
  if (!follows()) return false;
  const Followed& followed = *frame.ask<Followed>();
  if (followed.filters() && !followed.passes(point.access)) return true;
  if (!followed.pins()) return false;
  return followed.cell() ? !followed.is_cell(point.array, point.index)
                         : !followed.uses(point.access, point.array, point.index);
}

std::span<const SeriesPoint> SeriesScene::in_sight(std::span<const SeriesPoint> points) const {
  const auto left_of = [&](float end) {
    return std::partition_point(points.begin(), points.end(),
                                [&](const SeriesPoint& point) {
                                  return x(static_cast<float>(point.moment)) < end;
                                }) -
           points.begin();
  };
  const auto first = std::max<std::ptrdiff_t>(0, left_of(plot.x) - 1);
  const auto end = std::min<std::ptrdiff_t>(std::ssize(points), left_of(plot.right()) + 1);
  return points.subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(end - first));
}

void draw_series_lines(Canvas& canvas, const SeriesScene& scene) {
  LinePainter painter(canvas, scene);
  const auto& lines = scene.panel.lines;
  const float width = width_of(scene.panel);
  for (std::size_t l = 0; l < lines.size(); ++l) {
    Color color = scene.line_color(l);
    if (scene.line != nullptr && scene.line != &lines[l])
      color = mix(scene.theme().panel, color, 0.35F);
    const auto& points = lines[l].points;
    const auto kept = scene.follows() ? std::ranges::count_if(
                                            points, [&](const auto& p) { return !scene.fades(p); })
                                      : std::ssize(points);
    const bool whole = kept == std::ssize(points);
    painter.draw(lines[l], whole ? color : faded(scene.theme(), color), width);
    if (lines.size() == 1) draw_dots(canvas, scene, lines[l], color);
    if (!whole && kept > 0) draw_kept(canvas, scene, lines[l], color);
  }
  if (scene.line == nullptr) return;
  const auto l = static_cast<std::size_t>(scene.line - lines.data());
  painter.draw(*scene.line, scene.line_color(l), width + 1);
  draw_dots(canvas, scene, *scene.line, scene.line_color(l));
}

void draw_series_marks(Canvas& canvas, const SeriesScene& scene) {
  const Theme& theme = scene.theme();
  const float x = std::max(scene.x(scene.now), scene.whole_x);
  canvas.line({x, scene.plot.y}, {x, scene.plot.bottom()}, theme.now, 1.5F);
  canvas.triangle({x - 5, scene.plot.y}, {x + 5, scene.plot.y}, {x, scene.plot.y + 7}, theme.now);
  draw_series_faults(canvas, scene);
  if (scene.hovered == nullptr) return;
  const Point at = scene.at(*scene.hovered);
  canvas.circle(at, 6, theme.panel);
  canvas.circle(at, 4.5F, theme.text);
}

void point_at(SeriesScene& scene, Point place) {
  constexpr float reach = 26;
  if (!scene.plot.inset(-4, -6).contains(place)) return;
  const float wanted = (place.x - scene.whole_x) / scene.apart() - 0.5F;
  float nearest = std::max(reach, scene.apart() * 0.6F);
  for (const SeriesLine& line : scene.panel.lines) {
    const auto next = std::partition_point(
        line.points.begin(), line.points.end(),
        [&](const SeriesPoint& point) { return static_cast<float>(point.moment) < wanted; });
    const auto from = next == line.points.begin() ? next : next - 1;
    const auto end = next == line.points.end() ? next : next + 1;
    for (auto point = from; point != end; ++point) {
      if (!std::isfinite(point->value)) continue;
      const Point at = scene.at(*point);
      const float away = std::hypot(at.x - place.x, at.y - place.y);
      if (away >= nearest) continue;
      nearest = away;
      scene.hovered = &*point;
      scene.line = &line;
    }
  }
}

std::string describe_point(const SeriesScene& scene) {
  const SeriesPoint& point = *scene.hovered;
  const Trace& trace = *scene.document.trace;
  const Access& access = trace.accesses[point.access];
  const std::uint32_t launch = trace.steps[access.step].launch;
  const std::string cell = cell_text(trace, launch, point.array, point.index);
  const bool change = scene.panel.kind == SeriesKind::change;
  // Translators: {0} is a cell, "x[3]", {1} a number.
  std::string text = change ? tr("{0} changed most: by {1}", cell, value_text(point.value))
                            : cell + " = " + value_text(point.value);
  add_line(text,
           // Translators: {0} is a step of the kernel, "combine, s = 4".
           tr("{0}: line {1}", step_text(trace, trace.steps[access.step]), trace.line_of(access)));
  if (trace.launches.size() > 1) {
    add_line(text,
             // Translators: {0} is "3 of 143", {1} a kernel.
             tr("launch {0}: {1}", launch_ordinal(trace, launch), trace.launches[launch].kernel));
  }
  const std::size_t moment = point.moment + 1, all = scene.panel.moments.size();
  add_line(text, scene.panel.launches ? tr("iteration {0} of {1}", moment, all)
                                      : tr("step {0} of {1}", moment, all));
  if (!scene.known(point)) add_line(text, tr("Still to come."));
  return text;
}

}  // namespace warpscope
