#pragma once

#include <vector>

#include "app/layout/geometry.hpp"

namespace warpscope {

/// Where a pointer was a moment ago, so that an audience sees where it went.
class LaserTrail {
 public:
  static constexpr float lifetime = 0.4F;  ///< seconds
  static constexpr float spacing = 3;      ///< logical pixels between two dots

  struct Dot {
    Point at;
    float seconds = 0;                                              ///< since the pointer was there
    [[nodiscard]] float age() const { return seconds / lifetime; }  ///< 0..1
  };

  /// Lets time pass, then goes to `at` and leaves dots on the straight way there.
  void move(Point at, float seconds);
  /// Lets time pass; the next move starts anew.
  void rest(float seconds);
  void clear();

  [[nodiscard]] const std::vector<Dot>& dots() const { return dots_; }  ///< the oldest first
  [[nodiscard]] bool empty() const { return dots_.empty(); }

 private:
  void fade(float seconds);

  std::vector<Dot> dots_;
  Point last_;
  bool placed_ = false;
};

}  // namespace warpscope
