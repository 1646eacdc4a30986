#include "app/ui/placed_canvas.hpp"

#include <algorithm>

namespace warpscope {

void PlacedCanvas::polyline(std::span<const Point> points, Color color, float width) {
  points_.resize(points.size());
  std::ranges::transform(points, points_.begin(), [this](Point p) { return placed(p); });
  below_.polyline(points_, color, width * pen_);
}

}  // namespace warpscope
