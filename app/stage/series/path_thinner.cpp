#include "app/stage/series/path_thinner.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace warpscope {

void PathThinner::add(Point point) {
  if (taken_) kept_.clear();
  taken_ = false;
  const bool same =
      !column_.empty() && std::floor(point.x / step_) == std::floor(column_.front().x / step_);
  if (!same) close();
  column_.push_back(point);
}

void PathThinner::close() {
  if (column_.size() <= 4) {
    kept_.insert(kept_.end(), column_.begin(), column_.end());
  } else {
    const auto [low, high] = std::ranges::minmax_element(column_, {}, &Point::y);
    const auto end = column_.end() - 1;
    kept_.push_back(column_.front());
    for (const auto at : {std::min(low, high), std::max(low, high)}) {
      if (at != column_.begin() && at != end) kept_.push_back(*at);
    }
    kept_.push_back(*end);
  }
  column_.clear();
}

const std::vector<Point>& PathThinner::take() {
  close();
  if (taken_) kept_.clear();
  taken_ = true;
  return kept_;
}

}  // namespace warpscope
