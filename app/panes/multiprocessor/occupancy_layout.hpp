#pragma once

#include <vector>

#include "app/layout/geometry.hpp"
#include "instrumentation/analysis/occupancy.hpp"

namespace warpscope {

/// The places of the occupancy page. A part without room has no width.
struct OccupancyLayout {
  Rect verdict;  ///< the share, what is resident, what limits it
  int verdict_lines = 1;
  Rect sliders;
  float slider_row = 0;
  Rect machine;              ///< the multiprocessor
  std::vector<Rect> curves;  ///< one beside the others: none, one or three
  Rect legend;               ///< what the colours mean
  Rect source;               ///< where the figures come from
};
/// `small` and `row` are the type's; `verdict_width` is what the verdict takes in one line.
[[nodiscard]] OccupancyLayout occupancy_layout(Rect area, float small, float row,
                                               float verdict_width);

/// The warp slots of a multiprocessor as cells in rows; a block's slots follow one another.
struct SlotGrid {
  Rect area;
  int slots = 0;
  int columns = 1;
  [[nodiscard]] int rows() const { return (slots + columns - 1) / columns; }
  [[nodiscard]] Rect cell(int slot) const;
  /// The rectangles that cover slots [first, first + count), one for each row that they touch.
  [[nodiscard]] std::vector<Rect> cover(int first, int count) const;
};
[[nodiscard]] SlotGrid slot_grid(Rect area, int slots);

/// What the slots from 0 on hold.
enum class SlotUse : std::uint8_t { warp, wasted, free };
[[nodiscard]] SlotUse slot_use(const Occupancy& occupancy, int slot);

/// A piece of a bar that shows a resource of the multiprocessor.
enum class BarPart : std::uint8_t { used, reserved, wasted, free, cache };
struct BarPiece {
  BarPart part = BarPart::free;
  int block = -1;  ///< whose it is; -1: no block's, or that of all blocks together
  int amount = 0;  ///< registers, or bytes
};
/// From the left: each resident block's own, then what is left. They add up to the machine's.
[[nodiscard]] std::vector<BarPiece> register_pieces(const MultiprocessorLimits& machine,
                                                    const Occupancy& occupancy);
/// The same of shared memory; behind it what the L1 cache has, where the two share their room.
[[nodiscard]] std::vector<BarPiece> shared_pieces(const MultiprocessorLimits& machine,
                                                  const Occupancy& occupancy);
/// The same pieces as long as each is wide enough to be seen in a bar of `width`; otherwise those of
/// all blocks together by their kind, so that what is drawn remains in proportion.
[[nodiscard]] std::vector<BarPiece> visible_pieces(std::vector<BarPiece> pieces, float width);
/// Whether resident blocks take more slots, registers or shared memory than they ask for.
[[nodiscard]] bool loses_to_rounding(const Occupancy& occupancy);

}  // namespace warpscope
