#pragma once

#include <cstdint>
#include <vector>

#include "app/views/view.hpp"
#include "instrumentation/analysis/bank_fix.hpp"

namespace warpscope {

/// Buttons that offer another layout of the array: "try tile[32][33]: 1 wavefront". A last one, where there is room, opens the
/// fields for an index of one's own.
class LayoutButtons {
 public:
  /// The offers for the present access; none while they are being computed. Asks `wishes` for
  /// another frame then.
  void follow(const Frame& frame, Wishes& wishes);
  void forget() { known_ = false; }  ///< another document comes
  [[nodiscard]] bool empty() const { return offers_.empty() && !own_; }
  /// Draws as many as `area` has room for at its bottom, at least one, and shrinks it. A click
  /// wishes for the comparison.
  void draw(Canvas& canvas, Rect& area, const Frame& frame, Wishes& wishes) const;

 private:
  const Document* document_ = nullptr;  // that offers_ are of, at access_
  std::uint32_t access_ = 0;
  bool known_ = false;
  bool own_ = false;  // the access has conflicts, whatever is offered against them
  std::vector<OfferedFix> offers_;
};

}  // namespace warpscope
