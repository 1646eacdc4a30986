#include "app/panes/banks/sector_picture.hpp"
#include "app/panes/banks/lane_spots.hpp"

#include <algorithm>
#include <bit>

#include "app/layout/banks_layout.hpp"
#include "app/views/parts/pin_parts.hpp"
#include "app/views/parts/view_parts.hpp"
#include "instrumentation/analysis/coalescing.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

struct SectorScene {
  Canvas& canvas;
  const Frame& frame;
  const Theme& theme;
  const Trace& trace;
  const Access& access;
  int bytes;
  bool costly;
  SectorsLayout layout;
};

std::uint32_t lanes_of(const SectorColumn& column) {
  std::uint32_t lanes = 0;
  for (const std::uint32_t word : column.lanes) lanes |= word;
  return lanes;
}

int used_words(const SectorColumn& column) {
  int used = 0;
  for (const std::uint32_t word : column.lanes) used += word != 0 ? 1 : 0;
  return used;
}

/// Lanes that the mouse points at, directly or through a sector; writes the tooltip.
std::uint32_t point(const SectorScene& scene, Wishes& wishes) {
  const Pointer& pointer = scene.frame.pointer;
  tell_lanes(pointer, scene.layout.lanes, 0);
  for (const SectorColumn& column : scene.layout.sectors) pointer.tell({.rect = column.rect});
  if (!pointer.inside) return 0;
  if (const int lane = scene.layout.lanes.lane_at(pointer.at); lane >= 0) {
    wish_lane(scene.frame, lane, wishes);
    if (!has_lane(scene.access.mask, lane)) {
      wishes.tooltip = tr("lane {}: inactive", lane);
      return 0;
    }
    const int k = packed_position(scene.access.mask, lane);
    const ElementIndex index = scene.trace.lane_indices(scene.access)[static_cast<std::size_t>(k)];
    const Array& array = scene.trace.arrays[scene.access.array];
    const std::string cell =
        cell_text(scene.trace, launch_of(scene.frame), scene.access.array, index);
    wishes.tooltip = tr("lane {}", lane) + "\n" +
                     tr("{0}, byte address {1}", cell, std::int64_t{index} * scene.bytes);
    if (array.columns > 0) wishes.tooltip += "\n" + matrix_place(array, index);
    wishes.tooltip +=
        "\n" + tr("value {}", format_value(array.type, scene.trace.lane_value(scene.access, k)));
    return 1U << static_cast<unsigned>(lane);
  }
  for (const SectorColumn& column : scene.layout.sectors) {
    if (!column.rect.contains(pointer.at)) continue;
    const std::uint32_t lanes = lanes_of(column);
    const auto first = column.sector * sector_bytes;
    wishes.tooltip =
        tr("sector {0}, bytes {1} … {2}\n{3} of 8 words wanted, by {4}\nin line {5} of 128 bytes",
           column.sector, first, first + sector_bytes - 1, used_words(column), lanes_text(lanes),
           column.sector / line_sectors);
    return lanes;
  }
  return 0;
}

void draw_edges(const SectorScene& scene, std::uint32_t focus) {
  for (const SectorColumn& column : scene.layout.sectors) {
    const Point end{column.rect.center().x, scene.layout.headings.y};
    for_each_lane(lanes_of(column), [&](int lane, int) {
      Point start = scene.layout.lanes.at[static_cast<std::size_t>(lane)];
      start.y += scene.layout.lanes.radius;
      const bool looked_at = has_lane(focus, lane);
      scene.canvas.line(
          start, end,
          looked_at ? scene.theme.now
                    : rest_color(scene.frame, mix(scene.theme.panel, scene.theme.active, 0.5F)),
          looked_at ? 2.0F : 1.0F);
    });
  }
}

/// The elements that a word holds: "12"; for bytes "48…51"; a wide element is named by its first
/// word only.
std::string word_text(std::int64_t byte, int size) {
  if (byte % size != 0 && size > 4) return "";
  const std::int64_t first = byte / size;
  return std::to_string(first) + (size < 4 ? "…" + std::to_string((byte + 3) / size) : "");
}

void draw_column(const SectorScene& scene, const SectorColumn& column, std::uint32_t focus) {
  const Theme& theme = scene.theme;
  const TextStyle text{Face::mono, type_scale(scene.frame.lecture).small, theme.text};
  for (int i = 0; i < 8; ++i) {
    const std::uint32_t lanes = column.lanes[static_cast<std::size_t>(i)];
    Rect cell = column.word(i);
    cell.h -= cell.h >= 8 ? 2.0F : 1.0F;
    const float radius = std::min(3.0F, cell.w / 4);
    const bool now = (lanes & focus) != 0;
    if (lanes == 0) {
      // Fetched and thrown away: that is the price of too many sectors.
      const Color waste = scene.costly ? mix(theme.panel, theme.costly, 0.22F) : theme.raised;
      scene.canvas.fill(cell, rest_color(scene.frame, waste), radius);
      continue;
    }
    const Color wanted = rest_color(scene.frame, mix(theme.panel, theme.active, 0.5F));
    scene.canvas.fill(cell, now ? theme.now : wanted, radius);
    const std::string index = word_text(column.sector * sector_bytes + 4 * i, scene.bytes);
    if (!index.empty() && cell.h >= text.size && scene.canvas.width(index, text) + 4 <= cell.w) {
      scene.canvas.text(cell.center(), index,
                        {text.face, text.size, now ? theme.on_accent : theme.text}, Align::center);
    }
  }
}

/// A bracket under the sectors of each line of 128 bytes.
void draw_lines(const SectorScene& scene) {
  const Color color = scene.theme.faint;
  for (const SectorLine& line : scene.layout.lines) {
    const Rect& rect = line.rect;
    const float y = rect.bottom() + 4;
    scene.canvas.fill({rect.x, y, rect.w, 1}, color);
    scene.canvas.fill({rect.x, y - 3, 1, 3}, color);
    scene.canvas.fill({rect.right() - 1, y - 3, 1, 3}, color);
  }
}

void draw_headings(const SectorScene& scene) {
  const TextStyle style{Face::mono, type_scale(scene.frame.lecture).small, scene.theme.muted};
  const auto& sectors = scene.layout.sectors;
  if (sectors.empty()) return;
  float pitch = scene.layout.headings.w;
  for (std::size_t i = 1; i < sectors.size(); ++i) {
    pitch = std::min(pitch, sectors[i].rect.x - sectors[i - 1].rect.x);
  }
  const float widest = scene.canvas.width(std::to_string(sectors.back().sector), style) + 8;
  std::size_t every = 1;
  while (pitch * static_cast<float>(every) < widest) every *= 2;
  for (std::size_t i = 0; i < sectors.size(); i += every) {
    // A number may be wider than its column; then it begins at the column's left edge.
    const Rect& column = sectors[i].rect;
    const std::string number = std::to_string(sectors[i].sector);
    const float width = scene.canvas.width(number, style);
    const float x = every == 1 ? column.center().x - width / 2 : column.x;
    if (x + width > scene.layout.headings.right()) continue;
    scene.canvas.text({x, scene.layout.headings.center().y}, number, style);
  }
}

}  // namespace

void draw_sector_picture(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) {
  const Trace& trace = *frame.document->trace;
  const Access& access = trace.accesses[frame.access];
  const int bytes = trace.arrays[access.array].type.bytes();
  const TypeScale type = type_scale(frame.lecture);
  const Rect legend = area.cut_bottom(type.small * 2);
  const bool costly =
      frame.document->summary.accesses[frame.access].sectors > ideal_sectors(trace, access);
  const SectorScene scene{
      canvas,
      frame,
      *frame.theme,
      trace,
      access,
      bytes,
      costly,
      sectors_layout(area, access.mask, trace.lane_indices(access), bytes, access.elements)};
  std::uint32_t focus = point(scene, wishes);
  if (focus == 0) focus = pinned_lanes(frame, 0) & access.mask;
  draw_edges(scene, focus);
  draw_headings(scene);
  draw_lines(scene);
  int used = 0;
  for (const SectorColumn& column : scene.layout.sectors) {
    draw_column(scene, column, focus);
    used += used_words(column);
  }
  draw_lanes(canvas, scene.theme, scene.layout.lanes, access.mask, focus,
             pinned_lanes(frame, all_lanes));
  const std::size_t all = scene.layout.sectors.size() * 8;
  const std::string counts = tr("{0} of {1} words wanted", used, all);
  const TextStyle style{Face::sans, type.small, scene.theme.muted};
  const int requests = global_request(trace, access).requests;
  const std::string whole =
      requests > 1
          ? tr_n("an element takes {} request, which fetches these sectors again and again",
                 "an element takes {} requests, which fetch these sectors again and again",
                 requests)
          : tr("a column is a sector of 8 words, a bracket a line; {0} of {1} words wanted", used,
               all);
  const std::string shorter = tr("a column is a sector; {0} of {1} words wanted", used, all);
  const auto fits = [&](const std::string& text) { return canvas.width(text, style) <= legend.w; };
  const std::string& text = fits(whole) ? whole : fits(shorter) && requests == 1 ? shorter : counts;
  canvas.text_fit({legend.x, legend.center().y}, text, style, legend.w);
}

}  // namespace warpscope
