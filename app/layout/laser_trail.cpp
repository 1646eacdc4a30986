#include "app/layout/laser_trail.hpp"

#include <algorithm>
#include <cmath>

namespace warpscope {

void LaserTrail::fade(float seconds) {
  for (Dot& dot : dots_) dot.seconds += seconds;
  const auto alive =
      std::ranges::find_if(dots_, [](const Dot& dot) { return dot.seconds < lifetime; });
  dots_.erase(dots_.begin(), alive);
}

void LaserTrail::move(Point at, float seconds) {
  fade(seconds);
  if (!placed_) last_ = at;
  placed_ = true;
  const float way = std::hypot(at.x - last_.x, at.y - last_.y);
  const int count = std::min(static_cast<int>(way / spacing), 400);
  for (int i = 0; i < count; ++i) {
    // The pointer moved evenly during this frame, so dots further back are older.
    const float share = static_cast<float>(i) / static_cast<float>(count);
    const float age = std::min(seconds, lifetime / 2) * (1 - share);
    dots_.push_back({{std::lerp(last_.x, at.x, share), std::lerp(last_.y, at.y, share)}, age});
  }
  if (count > 0) last_ = at;
}

void LaserTrail::rest(float seconds) {
  fade(seconds);
  placed_ = false;
}

void LaserTrail::clear() {
  dots_.clear();
  placed_ = false;
}

}  // namespace warpscope
