#pragma once

#include <array>
#include <vector>

#include "app/panes/multiprocessor/occupancy_sliders.hpp"
#include "app/views/parts/view_parts.hpp"
#include "app/views/view.hpp"

namespace warpscope {

/// What is drawn on the occupancy page.
struct OccupancyScene {
  const OccupancyChoice& choice;
  const Occupancy& found;
  const Frame& frame;
  TypeScale type;
  [[nodiscard]] const MultiprocessorLimits& machine() const { return *choice.machine; }
  [[nodiscard]] const Theme& theme() const { return *frame.theme; }
  /// Of what limits, in words and over the picture: green if all warp slots are taken.
  [[nodiscard]] Color limit_color() const { return found.full() ? theme().free : theme().costly; }
  /// What is marked as the limit. If all slots are taken, that nothing else has room matters little.
  [[nodiscard]] bool marks(OccupancyLimit limit) const {
    return found.binds(limit) && (!found.full() || limit == OccupancyLimit::warps);
  }
  [[nodiscard]] bool points_at(Rect rect) const { return frame.pointer.over(rect); }
};

/// The multiprocessor: its warp slots with the resident blocks, its registers, its shared memory.
void draw_multiprocessor(Canvas& canvas, Rect area, const OccupancyScene& scene, Wishes& wishes);
/// The meaning of its colours, as far as there is room.
void draw_machine_legend(Canvas& canvas, Rect area, const OccupancyScene& scene);

/// Occupancy over what a slider sets. A click sets it, and so does the mouse while it holds the
/// curve.
struct OccupancyCurve {
  OccupancySlider slider = OccupancySlider::threads;
  std::vector<OccupancyPoint> points;  ///< rising; not empty
};
void draw_occupancy_curve(Canvas& canvas, Rect area, const OccupancyCurve& curve, bool held,
                          const OccupancyScene& scene, Wishes& wishes);

}  // namespace warpscope
