#pragma once

#include <vector>

#include "app/layout/geometry.hpp"

namespace warpscope {

/// Gathers a path that runs from left to right. Of the points within a column `step` wide it keeps
/// the first, the last and the extremes, in their order: nobody would see more.
class PathThinner {
 public:
  explicit PathThinner(float step) : step_(step) {}

  void add(Point point);
  /// Returns the path gathered so far; the next point begins a new one.
  [[nodiscard]] const std::vector<Point>& take();

 private:
  void close();

  float step_;
  std::vector<Point> kept_;
  std::vector<Point> column_;  ///< first, then what may be an extreme, then last
  bool taken_ = false;
};

}  // namespace warpscope
