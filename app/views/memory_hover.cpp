#include <algorithm>

#include "app/views/memory_shade.hpp"
#include "app/views/memory_text.hpp"
#include "app/views/memory_view.hpp"
#include "app/views/view_parts.hpp"

namespace warpscope {

void MemoryView::draw_legend(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) const {
  const Theme& theme = *frame.theme;
  const TextStyle style{Face::sans, type_scale(frame.lecture).small, theme.muted};
  const float y = area.bottom() - style.size / 2 - 1;
  float x = area.x;
  const auto entry = [&](std::string_view text, Color color, bool filled) {
    const Rect box{x, y - style.size / 2, style.size, style.size};
    if (filled) canvas.fill(box, color, 3);
    canvas.stroke(box.inset(1), color, 2, 3);
    x = box.right() + 8;
    canvas.text({x, y}, text, style);
    x += canvas.width(text, style) + 16;
  };
  entry("read now", theme.active, false);
  entry("written now", theme.now, false);
  if (frame.cells == CellShade::value) entry("changed", theme.now, true);
  draw_scale(canvas, {x, area.y, area.right() - x, area.h}, frame, wishes);
}

/// What the colours mean, at the right end; a click goes to the next meaning.
void MemoryView::draw_scale(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) const {
  const Theme& theme = *frame.theme;
  const TextStyle style{Face::sans, type_scale(frame.lecture).small, theme.muted};
  const ShadeEnds ends = shade_ends(*frame.document->trace, frame.cells, frame.access);
  const std::string what = "colour: " + std::string(name(frame.cells));
  constexpr float ramp = 64, gap = 6;
  const float least = canvas.width(what, style) + 12 + ramp;
  const float whole =
      least + canvas.width(ends.low, style) + canvas.width(ends.high, style) + 2 * gap;
  const bool named = whole <= area.w;
  if (least > area.w) return;
  const float y = area.bottom() - style.size / 2 - 1;
  float right = area.right();
  if (named) {
    canvas.text({right, y}, ends.high, style, Align::right);
    right -= canvas.width(ends.high, style) + gap;
  }
  constexpr int strips = 16;
  const float strip = ramp / strips;
  for (int i = 0; i < strips; ++i) {
    const float share = static_cast<float>(i) / (strips - 1);
    canvas.fill(
        {right - ramp + strip * static_cast<float>(i), y - style.size / 2, strip, style.size},
        shade_tint(theme, frame.cells, share).fill);
  }
  right -= ramp + gap;
  if (named) {
    canvas.text({right, y}, ends.low, style, Align::right);
    right -= canvas.width(ends.low, style) + gap;
  }
  const Rect button{area.right() - (named ? whole : least), area.y, named ? whole : least, area.h};
  const bool hovered = frame.pointer.inside && button.contains(frame.pointer.at);
  canvas.text({right - 6, y}, what, {style.face, style.size, hovered ? theme.text : theme.muted},
              Align::right);
  if (!hovered) return;
  wishes.tooltip = "click or A: colour by " + std::string(name(next_shade(frame.cells)));
  if (frame.pointer.pressed) wishes.command = "cells.next";
}

void MemoryView::hover(Rect cells, const Frame& frame, Wishes& wishes) const {
  const Pointer& pointer = frame.pointer;
  if (!pointer.inside || !cells.contains(pointer.at)) return;
  const Trace& trace = *frame.document->trace;
  const auto hit = layout_.hit(trace, {pointer.at.x - cells.x, pointer.at.y - cells.y + scroll_});
  if (!hit) return;
  const Cell cell = look_at(frame, hit->array, hit->index);
  const Array& array = trace.arrays[static_cast<std::size_t>(hit->array)];
  const auto address = array.base + static_cast<std::uint32_t>(hit->index * array.type.bytes());
  std::string& text = wishes.tooltip;
  text = cell_text(array, hit->index);
  if (cell.writer != 0) text += " = " + format_value(array.type, cell.words);
  if (array.columns > 0) text += "\n" + matrix_place(array, hit->index);
  text += "\nbyte " + std::to_string(address) + ", bank " +
          std::to_string(bank_of(frame.document->summary.model, address));
  if (cell.pad) {
    text += "\nnever touched in this launch: it only shifts what follows to other banks";
  } else if (cell.writer == 0) {
    text += "\nnot written yet";
  } else {
    const auto writer = last_writer(trace, hit->array, hit->index, cell.writer - 1);
    text += "\n" + (writer ? describe_writer(trace, *writer, hit->index)
                           : "not written yet; others of its word are");
    if (!writer) return;
    if (*writer < frame.access) text += ", " + counted(frame.access - *writer, "access") + " ago";
    if (pointer.pressed) wishes.seek = *writer;
  }
}

}  // namespace warpscope
