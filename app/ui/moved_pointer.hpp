#pragma once

#include "app/layout/geometry.hpp"

namespace warpscope {

/// Decides whether the mouse means what lies below it: it was moved there, pressed or its wheel turned. One that
/// lies still after a key, or after the popup above it has closed, means nothing.
class MovedPointer {
 public:
  /// The input of a frame. `acted`: a button or the wheel was used. `key`: a key was.
  void hear(Point at, bool inside, bool acted, bool key) {
    const bool moved = at.x != at_.x || at.y != at_.y;
    at_ = at;
    if (!inside || key) means_ = false;
    if (inside && (moved || acted)) means_ = true;
  }
  [[nodiscard]] bool means_it() const { return means_; }

 private:
  Point at_{-1, -1};
  bool means_ = false;
};

}  // namespace warpscope
