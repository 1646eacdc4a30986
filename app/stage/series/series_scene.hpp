#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "app/stage/series/series_layout.hpp"
#include "app/views/view.hpp"

namespace warpscope {

/// The place of one panel of a series while a frame is drawn.
struct SeriesScene {
  const Document& document;
  const Frame& frame;
  const SeriesPanel& panel;
  std::optional<double> tolerance;
  Rect title;                      ///< one line above
  Rect plot;                       ///< what is in sight of the lines
  float whole_x = 0, whole_w = 0;  ///< where all of them lie
  Rect below;                      ///< names of the moments; empty if the next panel has the same
  float text_size = 12;
  float now = -1;  ///< the progress of time, in moments
  const SeriesPoint* hovered = nullptr;
  const SeriesLine* line = nullptr;  ///< that holds it

  [[nodiscard]] const Theme& theme() const { return *frame.theme; }
  [[nodiscard]] float x(float moment) const { return whole_x + apart() * (moment + 0.5F); }
  /// From one moment to the next.
  [[nodiscard]] float apart() const {
    return whole_w / std::max(1.0F, static_cast<float>(panel.moments.size()));
  }
  /// The points of a line in sight, with those next to it.
  [[nodiscard]] std::span<const SeriesPoint> in_sight(std::span<const SeriesPoint> points) const;
  [[nodiscard]] float y(double value) const {
    return plot.bottom() - plot.h * panel.axis.share(value);
  }
  [[nodiscard]] Point at(const SeriesPoint& point) const {
    return {x(static_cast<float>(point.moment)), y(point.value)};
  }
  [[nodiscard]] bool known(const SeriesPoint& point) const {
    return point.access < frame.access || (point.access == frame.access && frame.motion >= 1);
  }
  [[nodiscard]] Color line_color(std::size_t line) const;
  /// Whether something else is pinned than what stored this value, or its access is filtered out.
  [[nodiscard]] bool fades(const SeriesPoint& point) const;
  /// Whether anything is pinned or filtered, so that values may fade.
  [[nodiscard]] bool follows() const;
};

/// Names of a panel's arrays: "x0, x1".
[[nodiscard]] std::string series_names(const Trace& trace, const SeriesPanel& panel);

void draw_series_axes(Canvas& canvas, const SeriesScene& scene);
void draw_series_lines(Canvas& canvas, const SeriesScene& scene);
/// Marks the present moment and the point under the pointer.
void draw_series_marks(Canvas& canvas, const SeriesScene& scene);
void draw_series_title(Canvas& canvas, const SeriesScene& scene);

/// Finds the point nearest to a place, and its line.
void point_at(SeriesScene& scene, Point place);
[[nodiscard]] std::string describe_point(const SeriesScene& scene);

}  // namespace warpscope
