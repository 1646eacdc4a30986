#pragma once

#include <span>
#include <vector>

#include "app/layout/geometry.hpp"
#include "instrumentation/analysis/occupancy.hpp"

namespace warpscope {

/// The area of an occupancy curve, and where values and shares lie in it.
struct OccupancyPlot {
  Rect area;
  int low = 0, high = 1;  ///< values at its left and right edge
  /// A value beyond an edge lies at it: see holds().
  [[nodiscard]] float x(float value) const;
  [[nodiscard]] float y(double share) const;
  [[nodiscard]] bool holds(int value) const { return low <= value && value <= high; }
};
/// `points` is not empty.
[[nodiscard]] OccupancyPlot occupancy_plot(Rect area, std::span<const OccupancyPoint> points);

/// A level stretch of the curve: from half a unit before its first value to half a unit behind its
/// last, so that each value lies on its own stretch.
struct OccupancyStep {
  float left = 0, right = 0;
  double share = 0;
  bool runs = true;  ///< false: not even one block does
};
[[nodiscard]] std::vector<OccupancyStep> occupancy_steps(const OccupancyPlot& plot,
                                                         std::span<const OccupancyPoint> points);

}  // namespace warpscope
