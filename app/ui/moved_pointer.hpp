#pragma once

#include "app/layout/geometry.hpp"

namespace warpscope {

/// Decides whether the mouse means what lies below it: it was moved there, pressed or its wheel turned. One that
/// lies still while something else comes below it, by a key or by a choice in a popup, means nothing.
class MovedPointer {
 public:
  /// The input of a frame. `acted`: a button or the wheel was used. `changed`: a key or anything else has changed
  /// what lies below.
  void hear(Point at, bool inside, bool acted, bool changed) {
    const bool moved = at.x != at_.x || at.y != at_.y;
    at_ = at;
    if (!inside || changed) means_ = false;
    if (inside && (moved || acted)) means_ = true;
  }
  [[nodiscard]] bool means_it() const { return means_; }

 private:
  Point at_{-1, -1};
  bool means_ = false;
};

}  // namespace warpscope
