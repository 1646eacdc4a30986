#pragma once

#include <string>

#include "app/subject/fault_story.hpp"
#include "app/views/parts/view_parts.hpp"
#include "app/views/view.hpp"

namespace warpscope {

/// What is wrong, and where it is drawn.
struct FaultScene {
  const Frame& frame;
  const FaultStory& story;
  TypeScale type;

  [[nodiscard]] const Theme& theme() const { return *frame.theme; }
  [[nodiscard]] const Trace& trace() const { return *frame.document->trace; }
  [[nodiscard]] TextStyle words(Color color) const { return {Face::sans, type.small, color}; }
  [[nodiscard]] TextStyle digits(Color color) const { return {Face::mono, type.small, color}; }
};

/// A lane of a warp in a row of them.
[[nodiscard]] Point lane_place(Rect row, int lane);
/// The lanes of the finding's warp: those at fault red, those that took part blue. Names the warp above.
void draw_fault_lanes(Canvas& canvas, Rect row, const FaultScene& scene);
/// Height of that row with its name.
[[nodiscard]] float fault_lanes_height(const FaultScene& scene);

/// Who touched the element of a race in which order, and what is missing between the two.
void draw_fault_history(Canvas& canvas, Rect area, const FaultScene& scene, Wishes& wishes);
/// The end of an array, the cells beyond it that lanes want, and the lanes.
void draw_fault_beyond(Canvas& canvas, Rect area, const FaultScene& scene, Wishes& wishes);
/// The thread that waits at a barrier, and the one that passes it or never comes, before a gap in the barrier.
void draw_fault_barrier(Canvas& canvas, Rect area, const FaultScene& scene);
/// The element with what is wrong with it, and the lanes; of a finding about no element the lanes alone.
void draw_fault_cell(Canvas& canvas, Rect area, const FaultScene& scene);

}  // namespace warpscope
