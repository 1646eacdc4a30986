#pragma once

#include <cstdint>
#include <vector>

#include "app/layout/geometry.hpp"

namespace warpscope {

/// Something in the window that the mouse can point at, and so can keys.
struct Spot {
  enum class Kind : std::uint8_t {
    element,  ///< a cell, a line, a node: arrow keys go from one to the next
    control,  ///< a button, a link, a tab: Tab comes to it
    slider,   ///< likewise; Left and Right move it by a step
  };
  Rect rect;
  Kind kind = Kind::element;
  /// What is shown there, so that it is found again where it has moved to; 0: only the place tells.
  std::uint64_t key = 0;
  bool present = false;  ///< where the playhead is: keys come here first
  int place = 0;         ///< the part of the window
};

/// The spots of a frame, told while it is drawn.
class Spots {
 public:
  /// A part of the window begins; only what lies in `seen` can be pointed at.
  void enter(int place, Rect seen) {
    place_ = place;
    seen_ = seen;
  }
  void add(Spot spot) {
    const Point middle = spot.rect.center();
    if (spot.rect.w <= 0 || spot.rect.h <= 0 || !seen_.contains(middle)) return;
    spot.place = place_;
    all_.push_back(spot);
  }
  [[nodiscard]] const std::vector<Spot>& all() const { return all_; }
  void clear() { all_.clear(); }

 private:
  int place_ = 0;
  Rect seen_;
  std::vector<Spot> all_;
};

}  // namespace warpscope
