#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "app/panes/timing/log_axis.hpp"
#include "app/panes/timing/timing_parts.hpp"

namespace warpscope {

/// Area of a plot, and its logarithmic axes.
struct TimingPlot {
  Rect rect;
  LogAxis x, y;
  [[nodiscard]] Point at(double across, double up) const {
    return {rect.x + rect.w * x.share(across), rect.bottom() - rect.h * y.share(up)};
  }
};

/// The shape of a result's mark, so that its colour need not be seen: a kernel is a disc, a library
/// a ring, a processor a square.
void draw_mark(Canvas& canvas, Point at, TimedKind subject, float radius, Color color);
/// Colour of a kernel or rival; the present kernel's is the strongest.
[[nodiscard]] Color mark_color(const TimedSubject& of, const TimingScene& scene);

/// Lines of the first record are solid, of the second dashed, of the others dotted.
void draw_path(Canvas& canvas, std::span<const Point> points, Color color, float width,
               std::size_t record);

/// A name beside a plot, at the height of what it names.
struct PlotLabel {
  std::string text;
  Point of;        ///< where what it names ends
  int weight = 0;  ///< labels of the least weight are left out if there is no room
  bool strong = false;
};
/// Room that the labels need at the right of a plot, at most a share of `width`.
[[nodiscard]] float labels_width(const Canvas& canvas, std::span<const PlotLabel> labels,
                                 const TimingScene& scene, float width);
void draw_labels(Canvas& canvas, Rect column, float plot_right, std::vector<PlotLabel> labels,
                 const TimingScene& scene);

/// Lines across at round numbers, with the numbers left of the plot.
void draw_rates(Canvas& canvas, const TimingPlot& plot, const TimingScene& scene);
/// Room that the numbers need.
[[nodiscard]] float rates_width(const Canvas& canvas, const TimingPlot& plot,
                                const TimingScene& scene);
/// The names of the axes, over the plot.
void draw_plot_title(Canvas& canvas, Rect row, const std::string& text, const TimingScene& scene);

/// The mark that is nearest to the pointer, if any is near.
class NearestMark {
 public:
  explicit NearestMark(const TimingScene& scene);
  void offer(Point at, const TimedSubject& of, const BenchResult* result, const ShownRecord& shown);
  [[nodiscard]] const BenchResult* result() const { return result_; }
  /// Rings it and tells its figures.
  void show(Canvas& canvas, const TimingScene& scene, Wishes& wishes) const;

 private:
  Point pointer_, at_;
  float nearest_ = 0;
  TimedSubject of_;
  const BenchResult* result_ = nullptr;
  const ShownRecord* record_ = nullptr;
};

}  // namespace warpscope
