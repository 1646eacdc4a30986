#include "app/panes/multiprocessor/occupancy_layout.hpp"

#include <algorithm>

namespace warpscope {
namespace {

constexpr float part_gap = 24;
constexpr float least_machine = 96;  // at 12 pixels of text
constexpr float least_piece = 1.5F;  // pixels that a piece of a bar needs to be seen
constexpr int slider_count = 5;
constexpr float tall_floors = 58;  // lines; the multiprocessor needs no more than half of it

/// Sliders, multiprocessor and one curve beside each other.
void lay_in_columns(OccupancyLayout& layout, Rect area, float scale) {
  layout.sliders = area.cut_left(area.w * 0.41F);
  area.cut_left(part_gap);
  if (area.w >= 310 * scale && area.h >= 76 * scale) {
    layout.curves.push_back(area.cut_right(area.w * 0.38F));
    area.cut_right(part_gap);
  }
  layout.machine = area;
}

/// Sliders and multiprocessor above three curves.
void lay_in_floors(OccupancyLayout& layout, Rect area, float small) {
  layout.source = area.cut_bottom(small * 1.8F);
  const bool tall = area.h >= tall_floors * small;
  Rect curves = area.cut_bottom(area.h * (tall ? 0.5F : 0.42F));
  area.cut_bottom(part_gap * 0.7F);
  layout.sliders = area.cut_left(area.w * 0.4F);
  area.cut_left(part_gap * 1.5F);
  layout.machine = area;
  layout.legend = layout.sliders;
  layout.sliders = layout.legend.cut_top(slider_count * layout.slider_row);
  layout.legend.cut_top(small);
  const float width = (curves.w - 2 * part_gap) / 3;
  for (int i = 0; i < 3; ++i) {
    layout.curves.push_back(curves.cut_left(width));
    curves.cut_left(part_gap);
  }
}

/// Everything below one another, as far as it fits.
void lay_in_rows(OccupancyLayout& layout, Rect area, float scale) {
  const float sliders = slider_count * layout.slider_row;
  area.cut_bottom(6 * scale);
  layout.sliders = area.cut_top(std::min(area.h, sliders));
  area.cut_top(8 * scale);
  if (area.h < least_machine * scale) return;
  layout.machine = area.cut_top(std::min(area.h, 170 * scale));
  area.cut_top(14 * scale);
  if (area.h >= 100 * scale) layout.curves.push_back(area);
}

}  // namespace

OccupancyLayout occupancy_layout(Rect area, float small, float row, float verdict_width) {
  const float scale = small / 12;
  OccupancyLayout layout;
  layout.verdict_lines = verdict_width <= area.w ? 1 : 2;
  layout.verdict = area.cut_top(static_cast<float>(layout.verdict_lines) * row);
  area.cut_top(std::min(6.0F, area.h * 0.05F));
  const bool wide = area.w >= 430 * scale;
  const bool floors = wide && area.h >= 330 * scale;
  const float room = floors ? area.h * 0.5F : area.h;
  layout.slider_row = std::clamp(room / (slider_count + (floors ? 3.5F : 0.0F)), small + 5,
                                 row * (floors ? 1.5F : 1.2F));
  if (!wide && area.h > 0) {
    // Sliders give way to the picture before it is left out.
    const float with_machine = (area.h - (14 + least_machine) * scale) / slider_count;
    if (with_machine >= small + 5) layout.slider_row = std::min(layout.slider_row, with_machine);
  }
  if (floors) {
    lay_in_floors(layout, area, small);
  } else if (wide) {
    lay_in_columns(layout, area, scale);
  } else {
    lay_in_rows(layout, area, scale);
  }
  return layout;
}

Rect SlotGrid::cell(int slot) const {
  const float width = area.w / static_cast<float>(columns);
  const float height = area.h / static_cast<float>(rows());
  const int row = slot / columns;
  return {area.x + width * static_cast<float>(slot % columns),
          area.y + height * static_cast<float>(row), width, height};
}

std::vector<Rect> SlotGrid::cover(int first, int count) const {
  std::vector<Rect> rects;
  for (int slot = first; slot < first + count;) {
    const int end = std::min(first + count, (slot / columns + 1) * columns);
    Rect rect = cell(slot);
    rect.w *= static_cast<float>(end - slot);
    rects.push_back(rect);
    slot = end;
  }
  return rects;
}

SlotGrid slot_grid(Rect area, int slots) {
  // Powers of two, so that the usual blocks end where rows do; 24 and 48 slots take 12 and 16.
  const int columns = slots == 24 ? 12 : 16;
  return {area, slots, columns};
}

SlotUse slot_use(const Occupancy& occupancy, int slot) {
  if (slot >= occupancy.blocks * occupancy.block_warp_slots) return SlotUse::free;
  return slot % occupancy.block_warp_slots < occupancy.block_warps ? SlotUse::warp
                                                                   : SlotUse::wasted;
}

std::vector<BarPiece> register_pieces(const MultiprocessorLimits& machine,
                                      const Occupancy& occupancy) {
  std::vector<BarPiece> pieces;
  for (int block = 0; block < occupancy.blocks; ++block) {
    pieces.push_back(
        {BarPart::used, block, occupancy.block_registers - occupancy.wasted_registers});
    pieces.push_back({BarPart::wasted, block, occupancy.wasted_registers});
  }
  pieces.push_back(
      {BarPart::free, -1, machine.registers - occupancy.blocks * occupancy.block_registers});
  std::erase_if(pieces, [](const BarPiece& piece) { return piece.amount == 0; });
  return pieces;
}

std::vector<BarPiece> shared_pieces(const MultiprocessorLimits& machine,
                                    const Occupancy& occupancy) {
  std::vector<BarPiece> pieces;
  const int own = occupancy.block_shared - occupancy.wasted_shared - machine.reserved_shared;
  for (int block = 0; block < occupancy.blocks; ++block) {
    pieces.push_back({BarPart::used, block, own});
    pieces.push_back({BarPart::reserved, block, machine.reserved_shared});
    pieces.push_back({BarPart::wasted, block, occupancy.wasted_shared});
  }
  pieces.push_back(
      {BarPart::free, -1, occupancy.shared - occupancy.blocks * occupancy.block_shared});
  if (machine.shared_and_l1 > 0) {
    pieces.push_back({BarPart::cache, -1, machine.shared_and_l1 - occupancy.shared});
  }
  std::erase_if(pieces, [](const BarPiece& piece) { return piece.amount == 0; });
  return pieces;
}

std::vector<BarPiece> visible_pieces(std::vector<BarPiece> pieces, float width) {
  double all = 0;
  for (const BarPiece& piece : pieces) all += piece.amount;
  const bool visible = std::ranges::all_of(pieces, [&](const BarPiece& piece) {
    return piece.block < 0 || piece.amount * static_cast<double>(width) >= least_piece * all;
  });
  if (visible) return pieces;
  std::vector<BarPiece> sums;
  for (const BarPiece& piece : pieces) {
    const auto same = std::ranges::find(sums, piece.part, &BarPiece::part);
    if (same == sums.end()) {
      sums.push_back({piece.part, -1, piece.amount});
    } else {
      same->amount += piece.amount;
    }
  }
  std::ranges::stable_sort(sums, {}, &BarPiece::part);
  return sums;
}

bool loses_to_rounding(const Occupancy& occupancy) {
  return occupancy.blocks > 0 && (occupancy.wasted_registers > 0 || occupancy.wasted_shared > 0 ||
                                  occupancy.block_warp_slots > occupancy.block_warps);
}

}  // namespace warpscope
