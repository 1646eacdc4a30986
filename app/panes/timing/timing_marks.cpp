#include "app/panes/timing/timing_marks.hpp"

#include <algorithm>
#include <cmath>

#include "app/panes/timing/label_spread.hpp"
#include "app/views/parts/axis_text.hpp"

namespace warpscope {
namespace {

constexpr float mark_reach = 24;        // pixels within which the pointer finds a mark
constexpr float most_of_width = 0.34F;  // that names beside a plot may take

int most_ticks(const TimingPlot& plot, const TimingScene& scene) {
  return std::clamp(static_cast<int>(plot.rect.h / (scene.type.small * 2.2F)), 1, 8);
}

TextStyle label_style(const PlotLabel& label, const TimingScene& scene) {
  return {label.strong ? Face::sans_bold : Face::sans, scene.type.small,
          label.strong ? scene.theme().text : scene.theme().muted};
}

/// Dashes go on over the corners of a path.
class Dashes {
 public:
  Dashes(Canvas& canvas, Color color, float width, float on, float off)
      : canvas_(canvas), color_(color), width_(width), on_(on), whole_(on + off) {}
  void line(Point from, Point to) {
    const float length = std::hypot(to.x - from.x, to.y - from.y);
    const auto at = [&](float way) {
      const float share = way / length;
      return Point{from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share};
    };
    for (float way = 0; way < length;) {
      const float inside = std::fmod(phase_, whole_);
      const bool drawn = inside < on_;
      // At least a little, so that rounding cannot hold it in place.
      const float step = std::min(std::max((drawn ? on_ : whole_) - inside, 0.01F), length - way);
      if (drawn) canvas_.line(at(way), at(way + step), color_, width_);
      if (way + step <= way) break;
      way += step;
      phase_ += step;
    }
  }

 private:
  Canvas& canvas_;
  Color color_;
  float width_, on_, whole_, phase_ = 0;
};

}  // namespace

void draw_mark(Canvas& canvas, Point at, TimedKind subject, float radius, Color color) {
  switch (subject) {
    case TimedKind::library: canvas.ring(at, radius + 1, color, 1.5F); break;
    case TimedKind::processor:
      canvas.stroke({at.x - radius, at.y - radius, 2 * radius, 2 * radius}, color, 1.5F);
      break;
    default: canvas.circle(at, radius, color);
  }
}

Color mark_color(const TimedSubject& of, const TimingScene& scene) {
  const Theme& theme = scene.theme();
  if (of.subject != TimedKind::kernel) return theme.muted;
  return of.kernel == scene.kernel ? theme.free : mix(theme.panel, theme.free, 0.5F);
}

void draw_path(Canvas& canvas, std::span<const Point> points, Color color, float width,
               std::size_t record) {
  if (record == 0) {
    canvas.polyline(points, color, width);
    return;
  }
  Dashes dashes(canvas, color, width, record == 1 ? 7.0F : 2.0F, record == 1 ? 5.0F : 4.0F);
  for (std::size_t i = 1; i < points.size(); ++i) dashes.line(points[i - 1], points[i]);
}

float labels_width(const Canvas& canvas, std::span<const PlotLabel> labels,
                   const TimingScene& scene, float width) {
  float room = 0;
  for (const PlotLabel& label : labels) {
    room = std::max(room, canvas.width(label.text, label_style(label, scene)));
  }
  return std::min(room, width * most_of_width);
}

void draw_labels(Canvas& canvas, Rect column, float plot_right, std::vector<PlotLabel> labels,
                 const TimingScene& scene) {
  const float row = scene.type.small * 1.25F;
  const auto most = static_cast<std::size_t>(std::max(1.0F, column.h / row));
  std::ranges::stable_sort(labels, std::greater<>{}, &PlotLabel::weight);
  if (labels.size() > most) labels.resize(most);
  std::vector<float> wanted(labels.size());
  std::ranges::transform(labels, wanted.begin(), [](const PlotLabel& label) { return label.of.y; });
  const float half = scene.type.small / 2;
  const std::vector<float> places =
      spread_labels(wanted, row, column.y + half, column.bottom() - half);
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const PlotLabel& label = labels[i];
    const Color line = label.strong ? scene.theme().muted : scene.theme().hairline;
    if (label.of.x < plot_right - 1) canvas.line(label.of, {plot_right, label.of.y}, line);
    canvas.line({plot_right, label.of.y}, {column.x - 4, places[i]}, line);
    canvas.text_fit({column.x, places[i]}, label.text, label_style(label, scene), column.w);
  }
}

void draw_rates(Canvas& canvas, const TimingPlot& plot, const TimingScene& scene) {
  const TextStyle number{Face::mono, scene.type.small, scene.theme().muted};
  float free_above = plot.rect.bottom() + scene.type.small * 2;
  for (const double tick : plot.y.ticks(most_ticks(plot, scene))) {
    const float y = plot.at(plot.x.low, tick).y;
    if (y + scene.type.small * 0.6F > free_above) continue;
    free_above = y - scene.type.small * 0.6F;
    canvas.line({plot.rect.x, y}, {plot.rect.right(), y}, scene.theme().hairline);
    canvas.text({plot.rect.x - 8, y}, axis_text(tick), number, Align::right);
  }
}

float rates_width(const Canvas& canvas, const TimingPlot& plot, const TimingScene& scene) {
  const TextStyle number{Face::mono, scene.type.small, {}};
  float width = 0;
  for (const double tick : plot.y.ticks(most_ticks(plot, scene))) {
    width = std::max(width, canvas.width(axis_text(tick), number));
  }
  return width + 8;
}

void draw_plot_title(Canvas& canvas, Rect row, const std::string& text, const TimingScene& scene) {
  canvas.text_fit({row.x, row.center().y}, text,
                  {Face::sans, scene.type.small, scene.theme().muted}, row.w);
}

NearestMark::NearestMark(const TimingScene& scene)
    : pointer_(scene.frame.pointer.at), nearest_(scene.frame.pointer.inside ? mark_reach : -1) {}

void NearestMark::offer(Point at, const TimedSubject& of, const BenchResult* result,
                        const ShownRecord& shown) {
  const float away = std::hypot(at.x - pointer_.x, at.y - pointer_.y);
  if (away >= nearest_) return;
  nearest_ = away;
  at_ = at;
  of_ = of;
  result_ = result;
  record_ = &shown;
}

void NearestMark::show(Canvas& canvas, const TimingScene& scene, Wishes& wishes) const {
  if (result_ == nullptr) return;
  canvas.ring(at_, 7, scene.theme().text, 2);
  wishes.tooltip = timing_tooltip({of_, *record_->ladder.record, *result_, record_->source});
}

}  // namespace warpscope
