#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <vector>

#include "app/panes/multiprocessor/occupancy_layout.hpp"
#include "app/panes/multiprocessor/occupancy_scene.hpp"
#include "app/panes/multiprocessor/occupancy_text.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

constexpr float bar_label_gap = 8;

/// Blocks take turns with two shades, so that neighbours can be told apart.
Color block_color(const Theme& theme, int block) {
  return block % 2 == 0 ? theme.active : mix(theme.active, theme.panel, 0.3F);
}

/// Neither a block's colour nor that of a limit.
Color lost_color(const Theme& theme) { return theme.muted.alpha(0.85F); }

/// A resource's name and how much of it is taken; in the colour of limits if it is one.
struct ResourceLabel {
  OccupancyLimit limit = OccupancyLimit::warps;
  std::string_view name;
  std::string amount;
  std::string_view brief = name;  ///< for less room
};

/// Draws it at the left of `row`, the amount right behind the name. Returns the width.
float draw_label(Canvas& canvas, Rect row, const ResourceLabel& label, const OccupancyScene& scene,
                 bool spread) {
  const bool limits = scene.marks(label.limit);
  const Theme& theme = scene.theme();
  const TextStyle name{limits ? Face::sans_bold : Face::sans, scene.type.small,
                       limits ? scene.limit_color() : theme.muted};
  const TextStyle amount{Face::mono, scene.type.small, limits ? scene.limit_color() : theme.text};
  const float y = row.center().y;
  const float amount_width = std::min(canvas.width(label.amount, amount), row.w);
  const float name_room = row.w - amount_width - bar_label_gap;
  const std::string_view text =
      canvas.width(label.name, name) <= name_room ? label.name : label.brief;
  float used = 0;
  if (name_room > 0) used = canvas.text_fit({row.x, y}, text, name, name_room);
  if (spread) {
    canvas.text_fit({row.right(), y}, label.amount, amount, amount_width, Align::right);
    return row.w;
  }
  canvas.text_fit({row.x + used + bar_label_gap, y}, label.amount, amount, amount_width);
  return used + bar_label_gap + amount_width;
}

void draw_slots(Canvas& canvas, Rect area, const OccupancyScene& scene, Wishes& wishes) {
  const Theme& theme = scene.theme();
  const Occupancy& found = scene.found;
  const SlotGrid grid = slot_grid(area, found.warp_slots);
  const float gap = std::min(grid.cell(0).h, grid.cell(0).w) > 9 ? 1.5F : 0.75F;
  for (int block = 0; block < found.blocks; ++block) {
    // A box around each block's warps, in as many pieces as it has rows.
    for (const Rect& piece : grid.cover(block * found.block_warp_slots, found.block_warp_slots)) {
      canvas.fill(piece.inset(0.5F), block_color(theme, block).alpha(0.35F), 3);
    }
  }
  for (int slot = 0; slot < found.warp_slots; ++slot) {
    const Rect cell = grid.cell(slot).inset(gap + 0.75F);
    const SlotUse use = slot_use(found, slot);
    const int block = found.block_warp_slots == 0 ? 0 : slot / found.block_warp_slots;
    if (use == SlotUse::warp) canvas.fill(cell, block_color(theme, block), 2);
    if (use == SlotUse::wasted) canvas.fill(cell, lost_color(theme), 2);
    if (use == SlotUse::free) canvas.stroke(cell, theme.hairline, 1, 2);
    if (scene.points_at(grid.cell(slot))) {
      wishes.tooltip = slot_text(found, slot);
      wishes.about = grid.cell(slot);
    }
  }
  const Rect first = grid.cell(0);
  if (first.h < scene.type.small + 4 || first.w < scene.type.small * 1.7F) return;
  for (int block = 0; block < found.blocks; ++block) {
    const Color paper = block_color(theme, block);
    const Color ink = contrast(theme.on_accent, paper) > contrast(theme.text, paper)
                          ? theme.on_accent
                          : theme.text;
    canvas.text(grid.cell(block * found.block_warp_slots).center(), std::to_string(block),
                {Face::mono, scene.type.small, ink}, Align::center);
  }
}

Color piece_color(const Theme& theme, const BarPiece& piece) {
  switch (piece.part) {
    case BarPart::used: return block_color(theme, std::max(piece.block, 0));
    case BarPart::reserved: return theme.other;
    case BarPart::wasted: return lost_color(theme);
    case BarPart::free: return theme.raised;
    case BarPart::cache: return theme.panel;
  }
  return theme.panel;
}

void draw_bar(Canvas& canvas, Rect bar, std::span<const BarPiece> pieces,
              const OccupancyScene& scene, OccupancyLimit limit, Wishes& wishes) {
  const Theme& theme = scene.theme();
  double all = 0, from = 0;
  for (const BarPiece& piece : pieces) all += piece.amount;
  for (const BarPiece& piece : pieces) {
    const auto x = [&](double amount) {
      return bar.x + bar.w * static_cast<float>(all > 0 ? amount / all : 0);
    };
    const Rect at{x(from), bar.y, x(from + piece.amount) - x(from), bar.h};
    from += piece.amount;
    const bool apart = piece.part == BarPart::used && at.w > 3;
    canvas.fill(apart ? Rect{at.x + 0.5F, at.y, at.w - 0.5F, at.h} : at, piece_color(theme, piece));
    if (piece.part == BarPart::cache) {
      canvas.stroke(at, theme.hairline, 1);
      const TextStyle style{Face::sans, scene.type.small, theme.muted};
      if (at.w > canvas.width("L1", style) + 6 && at.h >= scene.type.small + 2) {
        canvas.text(at.center(), "L1", style, Align::center);
      }
    }
    if (!scene.points_at(at)) continue;
    wishes.tooltip =
        limit == OccupancyLimit::registers
            ? registers_text(scene.machine(), scene.choice.request, scene.found, piece.part)
            : shared_text(scene.machine(), scene.choice.request, scene.found, piece.part);
    wishes.about = bar;
  }
}

}  // namespace

void draw_multiprocessor(Canvas& canvas, Rect area, const OccupancyScene& scene, Wishes& wishes) {
  const MultiprocessorLimits& machine = scene.machine();
  const Occupancy& found = scene.found;
  const float label = scene.type.small * (area.h < 9 * scene.type.small ? 1.2F : 1.45F);
  const float bar = std::clamp(area.h * 0.08F, 7.0F, scene.type.row);
  const float gap = std::clamp(area.h * 0.03F, 2.0F, 12.0F);
  const float bars_height = 2 * (label + bar + gap);
  Rect head = area.cut_top(label);
  const float slots_width =
      draw_label(canvas, head,
                 {OccupancyLimit::warps, limit_name(OccupancyLimit::warps),
                  fmt::format("{}/{}", found.blocks * found.block_warp_slots, found.warp_slots)},
                 scene, false);
  head.cut_left(slots_width + 2 * bar_label_gap);
  const ResourceLabel blocks{OccupancyLimit::blocks, tr_c("in brief", "blocks"),
                             fmt::format("{}/{}", found.blocks, machine.blocks)};
  const float blocks_width = canvas.width(blocks.name, {Face::sans_bold, scene.type.small, {}}) +
                             bar_label_gap +
                             canvas.width(blocks.amount, {Face::mono, scene.type.small, {}});
  if (blocks_width <= head.w) {
    draw_label(canvas, head.cut_right(blocks_width), blocks, scene, true);
  }
  const float most_rows = static_cast<float>(slot_grid(area, found.warp_slots).rows());
  const Rect slots =
      area.cut_top(std::min(most_rows * scene.type.row * 3, std::max(0.0F, area.h - bars_height)));
  draw_slots(canvas, slots, scene, wishes);

  Rect bars = area;
  bars.cut_top(gap);
  draw_label(canvas, bars.cut_top(label),
             {OccupancyLimit::registers, limit_name(OccupancyLimit::registers),
              amount_of(found.blocks * found.block_registers, machine.registers)},
             scene, true);
  draw_bar(canvas, bars.cut_top(bar), visible_pieces(register_pieces(machine, found), bars.w),
           scene, OccupancyLimit::registers, wishes);
  bars.cut_top(gap);
  draw_label(canvas, bars.cut_top(label),
             {OccupancyLimit::shared, limit_name(OccupancyLimit::shared),
              kib_of(found.blocks * found.block_shared, found.shared), tr_c("in brief", "shared")},
             scene, true);
  draw_bar(canvas, bars.cut_top(bar), visible_pieces(shared_pieces(machine, found), bars.w), scene,
           OccupancyLimit::shared, wishes);
}

void draw_machine_legend(Canvas& canvas, Rect area, const OccupancyScene& scene) {
  const Theme& theme = scene.theme();
  const Occupancy& found = scene.found;
  struct Entry {
    Color color, second;
    std::string text;
  };
  std::vector<Entry> entries;
  if (found.blocks > 0) {
    entries.push_back({block_color(theme, 0), block_color(theme, 1),
                       tr("resident blocks (two shades alternate)")});
  }
  if (found.blocks > 0 && scene.machine().reserved_shared > 0) {
    entries.push_back(
        {theme.other, theme.other,
         tr("reserved by CUDA, {} a block", bytes_text(scene.machine().reserved_shared))});
  }
  if (found.blocks > 0 && loses_to_rounding(found))
    entries.push_back({lost_color(theme), lost_color(theme), tr("lost to rounding up")});
  const float row = scene.type.small * 1.6F, side = scene.type.small * 0.8F;
  for (const Entry& entry : entries) {
    if (area.h < row || area.w < 8 * side) return;
    const Rect line = area.cut_top(row);
    const Rect box{line.x, line.center().y - side / 2, side, side};
    canvas.fill(box, entry.color, 2);
    canvas.fill({box.right() + 2, box.y, side, side}, entry.second, 2);
    const float left = box.right() + side + 10;
    draw_parts(canvas, {left, line.center().y}, entry.text,
               {Face::sans, scene.type.small, theme.muted}, line.right() - left);
  }
}

}  // namespace warpscope
