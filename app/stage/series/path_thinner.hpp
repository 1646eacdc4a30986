#pragma once

#include <vector>

#include "app/layout/geometry.hpp"

namespace warpscope {

/// Gathers a path that runs from left to right. Of the points within a column `step` wide it keeps
/// the first, the last and the extremes, in their order: more would not be seen.
class PathThinner {
 public:
  explicit PathThinner(float step) : step_(step) {}

  void add(Point point);
  /// What was gathered; begins a new path with the next point.
  [[nodiscard]] const std::vector<Point>& take();

 private:
  void close();

  float step_;
  std::vector<Point> kept_;
  std::vector<Point> column_;  ///< first, then what may be an extreme, then last
  bool taken_ = false;
};

}  // namespace warpscope
