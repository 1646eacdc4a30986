
#include <algorithm>
#include <array>

#include "app/layout/series_axis.hpp"
#include "app/panes/timing/timing_marks.hpp"
#include "app/views/parts/axis_text.hpp"
#include "instrumentation/language/message.hpp"
#include "instrumentation/language/number_text.hpp"

namespace warpscope {
namespace {

/// Both axes begin at 0: twice the work would take twice the time.
struct Plot {
  Rect rect;
  SeriesAxis x, y;
  [[nodiscard]] Point at(double across, double up) const {
    return {rect.x + rect.w * x.share(across), rect.bottom() - rect.h * y.share(up)};
  }
  [[nodiscard]] Point at(const BenchResult& result) const {
    return at(static_cast<double>(result.wavefronts), result.median_ms);
  }
};

Plot wavefront_axes(const TimingScene& scene) {
  double most_wavefronts = 0, most_ms = 0;
  for (const ShownRecord& shown : scene.shown) {
    for (const WavefrontPoint& point : shown.wavefronts.points) {
      most_wavefronts = std::max(most_wavefronts, static_cast<double>(point.result->wavefronts));
      most_ms = std::max(most_ms, point.result->third_quartile_ms);
    }
  }
  return {{}, {0, most_wavefronts * 1.08}, {0, most_ms * 1.12}};
}

void draw_axes(Canvas& canvas, const Plot& plot, const TimingScene& scene) {
  const TextStyle number{Face::mono, scene.type.small, scene.theme().muted};
  const float size = scene.type.small;
  const int up = std::clamp(static_cast<int>(plot.rect.h / (size * 2.4F)), 1, 6);
  for (const double tick : plot.y.ticks(up)) {
    const float y = plot.at(0, tick).y;
    canvas.line({plot.rect.x, y}, {plot.rect.right(), y}, scene.theme().hairline);
    canvas.text({plot.rect.x - 8, y}, axis_text(tick), number, Align::right);
  }
  const int across = std::clamp(static_cast<int>(plot.rect.w / (size * 8)), 1, 6);
  for (const double tick : plot.x.ticks(across)) {
    const std::string text = short_count(static_cast<std::uint64_t>(tick));
    canvas.text({plot.at(tick, 0).x, plot.rect.bottom() + size}, text, number, Align::center);
  }
}

/// The straight line that lies nearest to all points.
void draw_trend(Canvas& canvas, const Plot& plot, const ShownRecord& shown, std::size_t record,
                const TimingScene& scene) {
  const auto& points = shown.wavefronts.points;
  if (!shown.wavefronts.correlation) return;
  const auto count = static_cast<double>(points.size());
  double x = 0, y = 0, xx = 0, xy = 0;
  for (const WavefrontPoint& point : points) {
    x += static_cast<double>(point.result->wavefronts) / count;
    y += point.result->median_ms / count;
  }
  for (const WavefrontPoint& point : points) {
    const double dx = static_cast<double>(point.result->wavefronts) - x;
    xx += dx * dx;
    xy += dx * (point.result->median_ms - y);
  }
  const double rise = xy / xx;
  const auto first = static_cast<double>(points.front().result->wavefronts);
  const auto last = static_cast<double>(points.back().result->wavefronts);
  const std::vector<Point> line{plot.at(first, y + rise * (first - x)),
                                plot.at(last, y + rise * (last - x))};
  draw_path(canvas, line, scene.theme().hairline, 1.5F, record);
}

/// Names beside their marks, where nothing lies yet.
class MarkNames {
 public:
  explicit MarkNames(Rect area) : area_(area) {}
  void mark(Point at) { taken_.push_back({at.x - 5, at.y - 5, 10, 10}); }
  void place(Canvas& canvas, Point at, const std::string& text, const TextStyle& style) {
    const float width = canvas.width(text, style), height = style.size * 1.2F;
    const std::array places{Rect{at.x + 9, at.y - height / 2, width, height},
                            Rect{at.x - 9 - width, at.y - height / 2, width, height},
                            Rect{at.x - width / 2, at.y - 9 - height, width, height},
                            Rect{at.x - width / 2, at.y + 9, width, height}};
    const auto* const free = std::ranges::find_if(places, [&](Rect r) { return is_free(r); });
    if (free == places.end()) return;
    taken_.push_back(*free);
    canvas.text({free->x, free->center().y}, text, style);
  }

 private:
  [[nodiscard]] bool is_free(Rect r) const {
    if (r.x < area_.x || r.right() > area_.right() || r.y < area_.y || r.bottom() > area_.bottom())
      return false;
    return std::ranges::none_of(taken_, [&](Rect other) {
      return r.x < other.right() && other.x < r.right() && r.y < other.bottom() &&
             other.y < r.bottom();
    });
  }
  Rect area_;
  std::vector<Rect> taken_;
};

TimedSubject subject_of(const Ladder& ladder, const BenchResult& result) {
  const Rung* rung = ladder.find(result.kernel);
  return rung != nullptr ? rung->of : TimedSubject{.id = result.kernel, .title = result.kernel};
}

void draw_points(Canvas& canvas, const Plot& plot, const TimingScene& scene, Wishes& wishes) {
  NearestMark nearest(scene);
  MarkNames names(plot.rect);
  for (std::size_t i = scene.shown.size(); i-- > 0;) {
    for (const WavefrontPoint& point : scene.shown[i].wavefronts.points) {
      const Point at = plot.at(*point.result);
      const Color color =
          point.present ? scene.theme().free : mix(scene.theme().panel, scene.theme().free, 0.6F);
      if (i == 0) {
        canvas.circle(at, point.present ? 5.0F : 4.0F, color);
      } else {
        canvas.ring(at, 4, color, 1.5F);
      }
      names.mark(at);
    }
  }
  for (const WavefrontPoint& point : scene.shown.front().wavefronts.points) {
    const TextStyle style{point.present ? Face::sans_bold : Face::sans, scene.type.small,
                          point.present ? scene.theme().text : scene.theme().muted};
    names.place(canvas, plot.at(*point.result), point.name, style);
  }
  for (const ShownRecord& shown : scene.shown) {
    for (const WavefrontPoint& point : shown.wavefronts.points) {
      nearest.offer(plot.at(*point.result), subject_of(shown.ladder, *point.result), point.result,
                    shown);
    }
  }
  nearest.show(canvas, scene, wishes);
}

/// "r = 0.998 over 6 choices of stride".
std::string summary(const WavefrontPoints& points) {
  if (!points.correlation) return tr("Measured ms over modelled wavefronts");
  const std::int64_t count = std::ssize(points.points);
  const std::string correlation = short_text(*points.correlation, 3);
  // Translators: {2} is a coefficient of correlation.
  return points.one_kernel ? tr_n("Measured ms over modelled wavefronts: r = {2}, {1} choice",
                                  "Measured ms over modelled wavefronts: r = {2}, {1} choices",
                                  count, count_text(count), correlation)
                           : tr_n("Measured ms over modelled wavefronts: r = {2}, {1} kernel",
                                  "Measured ms over modelled wavefronts: r = {2}, {1} kernels",
                                  count, count_text(count), correlation);
}

}  // namespace

std::string no_wavefronts(const ShownRecord& shown, const KernelInfo& kernel) {
  if (shown.wavefronts.points.size() > 1) return {};
  std::string text = tr("Modelled wavefronts are not recorded beside these times.");
  if (!kernel.parameters.empty() && kernel.parameters.front().numeric()) {
    text += " " + tr("They are where a kernel was timed with several values of its parameter {}.",
                     kernel.parameters.front().name);
  }
  return text;
}

void draw_wavefronts(Canvas& canvas, Rect area, const TimingScene& scene, Wishes& wishes) {
  if (const std::string why = no_wavefronts(scene.shown.front(), *scene.kernel); !why.empty()) {
    draw_placeholder(canvas, area, scene.theme(), why);
    return;
  }
  const Rect title = area.cut_top(scene.type.row * 0.9F);
  area.cut_bottom(scene.type.small * 1.8F);
  area.cut_left(canvas.width("0.0000", {Face::mono, scene.type.small, {}}) + 8);
  area.cut_right(scene.type.small);
  Plot plot = wavefront_axes(scene);
  plot.rect = area;
  if (plot.rect.w < 40 || plot.rect.h < 24) return;
  draw_plot_title(canvas, {plot.rect.x, title.y, title.right() - plot.rect.x, title.h},
                  summary(scene.shown.front().wavefronts), scene);
  draw_axes(canvas, plot, scene);
  for (std::size_t i = scene.shown.size(); i-- > 0;) {
    draw_trend(canvas, plot, scene.shown[i], i, scene);
  }
  draw_points(canvas, plot, scene, wishes);
}

}  // namespace warpscope
