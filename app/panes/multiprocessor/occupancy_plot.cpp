#include "app/panes/multiprocessor/occupancy_plot.hpp"

#include <algorithm>

namespace warpscope {

float OccupancyPlot::x(float value) const {
  const float share = (value - static_cast<float>(low)) / static_cast<float>(high - low);
  return area.x + area.w * std::clamp(share, 0.0F, 1.0F);
}

float OccupancyPlot::y(double share) const {
  return area.bottom() - area.h * static_cast<float>(share);
}

OccupancyPlot occupancy_plot(Rect area, std::span<const OccupancyPoint> points) {
  const int low = points.front().value;
  return {area, low, std::max(points.back().last, low + 1)};
}

std::vector<OccupancyStep> occupancy_steps(const OccupancyPlot& plot,
                                           std::span<const OccupancyPoint> points) {
  std::vector<OccupancyStep> steps;
  for (const OccupancyPoint& point : points) {
    const double share = point.occupancy.share();
    const bool runs = point.occupancy.obstacle == OccupancyObstacle::none;
    const float right = plot.x(static_cast<float>(point.last) + 0.5F);
    if (!steps.empty() && steps.back().share == share && steps.back().runs == runs) {
      steps.back().right = right;
      continue;
    }
    steps.push_back({plot.x(static_cast<float>(point.value) - 0.5F), right, share, runs});
  }
  return steps;
}

}  // namespace warpscope
