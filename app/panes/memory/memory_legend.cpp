#include <algorithm>

#include "app/panes/memory/memory_shade.hpp"
#include "app/panes/memory/memory_view.hpp"
#include "app/views/parts/axis_text.hpp"
#include "app/views/parts/strokes.hpp"
#include "app/views/parts/view_parts.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

/// All colours of the scale, or that of numbers which are all equal.
void draw_ramp(Canvas& canvas, Rect ramp, const Theme& theme, CellShade shade, bool one) {
  const int strips = one ? 1 : 16;
  const float width = ramp.w / static_cast<float>(strips);
  for (int i = 0; i < strips; ++i) {
    const float share = one ? equal_share : static_cast<float>(i) / static_cast<float>(strips - 1);
    const float x = ramp.x + width * static_cast<float>(i);
    canvas.fill({x, ramp.y, width, ramp.h}, shade_tint(theme, shade, share).fill);
  }
}

}  // namespace

void MemoryView::draw_legend(Canvas& canvas, Rect area, const Frame& frame, Wishes& wishes) const {
  const Theme& theme = *frame.theme;
  const TextStyle style{Face::sans, type_scale(frame.lecture).small, theme.muted};
  const float y = area.bottom() - style.size / 2 - 1;
  draw_scale(canvas, area, frame, wishes);
  constexpr float apart = 10;
  const auto room = [&](std::string_view text) {
    return style.size + 6 + canvas.width(text, style) + apart;
  };
  const auto entry = [&](std::string_view text, const auto& draw) {
    if (room(text) > area.w + apart) return;
    const Rect box{area.x, y - style.size / 2, style.size, style.size};
    draw(box);
    canvas.text({box.right() + 6, y}, text, style);
    area.cut_left(std::min(area.w, room(text)));
  };
  const auto ring = [&](Color color) {
    return [&canvas, color](Rect box) { canvas.stroke(box.inset(1), color, 2, 3); };
  };
  const bool changes = frame.look.get<CellShade>() == CellShade::value;
  const std::string_view unknown =
      shows(frame, Space::global) ? tr("not seen yet") : tr("not written");
  // With "now" where that leaves room for all: it says which moment is meant.
  const std::string_view same = tr("the same value"), idle = tr("not used here");
  const bool same_shown = changes && any_same_;
  const float others = (same_shown ? room(same) : 0) + (any_padding_ ? room(tr("padding")) : 0) +
                       (any_idle_ ? room(idle) : 0) + (any_unwritten_ ? room(unknown) : 0);
  if (changes) {
    const bool roomy = room(tr("read now")) + room(tr("written now")) + others <= area.w + apart;
    entry(roomy ? tr("read now") : tr("read"), ring(theme.now));
    if (any_raced_) {
      entry(tr("a race: another value was read"),
            [&](Rect box) { canvas.fill(box, mix(theme.panel, theme.costly, 0.35F), 3); });
    } else {
      entry(roomy ? tr("written now") : tr("written"),
            [&](Rect box) { canvas.fill(box, theme.now, 3); });
    }
    if (same_shown) entry(same, [&](Rect box) { canvas.fill(box, same_tint(theme), 3); });
  } else {
    entry(tr("read or written now"), ring(theme.now));
  }
  if (any_padding_)
    entry(tr("padding"), [&](Rect box) { draw_hatching(canvas, box, theme.faint); });
  if (any_unwritten_) {
    entry(unknown, [&](Rect box) {
      canvas.fill(box, theme.raised, 3);
      canvas.text(box.center(), "·", {Face::mono, style.size, theme.muted}, Align::center);
    });
  }
  const std::string note = tables_.size() == 1 ? tables_[0].note() : "";
  if (!note.empty()) {
    canvas.text_fit({area.x, y}, note, style, area.w);
    area.cut_left(std::min(area.w, canvas.width(note, style) + apart));
  }
  if (any_idle_) {
    entry(idle, [&](Rect box) {
      canvas.fill(box, mix(theme.panel, theme.raised, 0.4F), 3);
      canvas.stroke(box, theme.hairline, 1, 3);
    });
  }
}

/// The numbers of the colours in sight, or who, or when.
ShadeEnds MemoryView::ends(const Frame& frame) const {
  if (frame.look.get<CellShade>() != CellShade::value) {
    return shade_ends(*frame.document->trace, frame.look.get<CellShade>(), frame.access);
  }
  if (!values_.any) return {};
  const std::string low = value_text(values_.low);
  if (values_.low == values_.high) return {tr_c("values", "all"), low};
  return {low, value_text(values_.high)};
}

/// What the colours mean, at the right end; a click goes to the next meaning.
void MemoryView::draw_scale(Canvas& canvas, Rect& area, const Frame& frame, Wishes& wishes) const {
  const Theme& theme = *frame.theme;
  const TextStyle style{Face::sans, type_scale(frame.lecture).small, theme.muted};
  const ShadeEnds ends = this->ends(frame);
  const bool one =
      frame.look.get<CellShade>() == CellShade::value && values_.any && values_.low == values_.high;
  const std::string_view shade = tr(names_of(frame.look.get<CellShade>()).label);
  std::string what = tr("colour: {}", shade);
  constexpr float gap = 6;
  const float ramp = one ? style.size * 1.4F : 48;
  const float numbers = canvas.width(ends.low, style) + canvas.width(ends.high, style) + 2 * gap;
  if (area.w < 38 * style.size) what = shade;
  const float least = canvas.width(what, style) + 12 + ramp;
  const float whole = least + numbers;
  const bool named = !ends.high.empty() && whole <= area.w * 0.55F;
  if (least > area.w) return;
  const float y = area.bottom() - style.size / 2 - 1;
  float right = area.right();
  if (named) {
    canvas.text({right, y}, ends.high, style, Align::right);
    right -= canvas.width(ends.high, style) + gap;
  }
  draw_ramp(canvas, {right - ramp, y - style.size / 2, ramp, style.size}, theme,
            frame.look.get<CellShade>(), one);
  right -= ramp + gap;
  if (named) {
    canvas.text({right, y}, ends.low, style, Align::right);
    right -= canvas.width(ends.low, style) + gap;
  }
  const float width = named ? whole : least;
  const Rect button{area.right() - width, area.y, width, area.h};
  area.w -= width + 14;
  const bool hovered = frame.pointer.over_control(button);
  canvas.text({right - 6, y}, what, {style.face, style.size, hovered ? theme.text : theme.muted},
              Align::right);
  if (!hovered) return;
  wishes.tooltip =
      tr("click or A: colour by {}", tr(names_of(next_choice(frame.look.get<CellShade>())).label));
  if (frame.pointer.pressed) wishes.command = "cells.next";
}

}  // namespace warpscope
