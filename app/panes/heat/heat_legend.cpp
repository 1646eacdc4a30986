
#include <algorithm>
#include <utility>

#include "app/panes/heat/heat_view.hpp"
#include "app/panes/memory/memory_shade.hpp"
#include "app/views/parts/view_parts.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

/// Entries of a legend, from left to right as far as they fit.
class Entries {
 public:
  Entries(Canvas& canvas, Rect row, float size, const Theme& theme)
      : canvas_(canvas),
        row_(row),
        y_(row.bottom() - size * 0.75F),
        size_(size),
        hairline_(theme.hairline) {}

  /// A swatch with its meaning, or nothing.
  void add(Color color, std::string_view text, const TextStyle& style, float behind) {
    const float box = size_ * 1.4F;
    if (box + 5 + canvas_.width(text, style) > row_.w) {
      row_.w = 0;
      return;
    }
    const Rect swatch{row_.x, y_ - size_ / 2, box, size_};
    canvas_.fill(swatch, color, 2);
    canvas_.stroke(swatch, hairline_, 1, 2);
    row_.cut_left(box + 5);
    say(text, style, behind);
  }
  void say(std::string_view text, const TextStyle& style, float behind) {
    const float width = canvas_.width(text, style);
    if (width > row_.w) return;
    canvas_.text({row_.x, y_}, text, style);
    row_.cut_left(std::min(row_.w, width + behind));
  }

 private:
  Canvas& canvas_;
  Rect row_;
  float y_, size_;
  Color hairline_;
};

}  // namespace

Color HeatView::color_of(const Theme& theme, int value) const {
  if (of_banks()) return heat_color(theme, value);
  if (value == WordUse::unwritten) return theme.raised;
  if (rows_ == HeatRows::use) {
    return value == WordUse::holds  ? mix(theme.raised, theme.active, 0.2F)
           : value == WordUse::read ? theme.active
                                    : theme.now;
  }
  if (rows_ == HeatRows::writer) {
    const int last = std::max(1, warps_ - 1);
    const float share = static_cast<float>(value - 1) / static_cast<float>(last);
    return shade_tint(theme, CellShade::warp, warps_ > 1 ? share : 1).fill;
  }
  const float share = static_cast<float>(value - 1) / static_cast<float>(youngest - 1);
  return shade_tint(theme, CellShade::age, share).fill;
}

std::string HeatView::number_of(int value) const {
  if (of_banks()) return std::to_string(value);
  switch (rows_) {
    case HeatRows::use:
      return value == WordUse::read      ? tr_c("one letter", "r")
             : value == WordUse::written ? tr_c("one letter", "w")
                                         : "";
    case HeatRows::writer: return std::to_string(value - 1);
    default: return value == youngest ? tr_c("one letter", "w") : "";
  }
}

void HeatView::draw_axes(Canvas& canvas, const Frame& frame, Wishes& wishes) const {
  const Theme& theme = *frame.theme;
  const TextStyle words{Face::sans, type_size_, theme.muted};
  const TextStyle number{Face::mono, type_size_, theme.muted};
  if (layout_.steps.h > 0) {
    const std::string_view name = of_banks() ? tr("bank") : tr("word");
    const float width = canvas.width(name, words);
    const Rect head{layout_.map.x - 8 - width, layout_.steps.y, width, layout_.steps.h};
    canvas.text({head.right(), layout_.steps.y + type_size_ * 0.75F}, name, words, Align::right);
    offer_next(canvas, head, frame, wishes);
  }
  const float room = canvas.width(std::to_string(map().accesses()), number);
  const std::string name = std::string(tr("access")) + " ";
  const float named = canvas.width(name, words);
  const float y = layout_.ticks.center().y;
  bool first = true;
  for (const HeatTick& tick : heat_ticks(layout_, map().accesses(), named + 1.5F * room + 16)) {
    const std::string text = std::to_string(tick.access);
    if (std::exchange(first, false)) {
      canvas.text({layout_.map.x, y}, name, words);
      canvas.text({layout_.map.x + named, y}, text, number);
      continue;
    }
    if (tick.x + room / 2 > layout_.map.right()) break;
    canvas.text({tick.x, y}, text, number, Align::center);
  }
}

void HeatView::offer_next(Canvas& canvas, Rect button, const Frame& frame, Wishes& wishes) const {
  if (!frame.pointer.over_control(button) || words_.rows == 0) return;
  const Color color = frame.theme->text;
  canvas.line({button.x, button.bottom() - 1}, {button.right(), button.bottom() - 1}, color);
  wishes.tooltip = tr("click or Shift A: {}", tr(names_of(next_choice(rows_)).label));
  if (frame.pointer.pressed) wishes.command = "heat.next";
}

void HeatView::draw_switch(Canvas& canvas, Rect& row, const Frame& frame, Wishes& wishes) const {
  const TextStyle style{Face::sans, type_size_, frame.theme->muted};
  const std::string text = tr("shows: {}", tr(names_of(rows_).label));
  const float width = canvas.width(text, style);
  if (width > row.w) return;
  const Rect button{row.right() - width, row.y, width, row.h};
  canvas.text({row.right(), row.bottom() - type_size_ * 0.75F}, text, style, Align::right);
  offer_next(canvas, button, frame, wishes);
  row.w = std::max(0.0F, row.w - width - 16);
}

void HeatView::draw_legend(Canvas& canvas, const Frame& frame, Wishes& wishes) const {
  if (layout_.legend.h <= 0) return;
  Rect row = layout_.legend;
  row.cut_left(layout_.map.x - row.x);
  draw_switch(canvas, row, frame, wishes);
  draw_scale(canvas, row, frame);
}

void HeatView::draw_scale(Canvas& canvas, Rect row, const Frame& frame) const {
  const Theme& theme = *frame.theme;
  const TextStyle number{Face::mono, type_size_, theme.muted};
  const TextStyle words{Face::sans, type_size_, theme.muted};
  Entries legend(canvas, row, type_size_, theme);
  const auto swatch = [&](int value, std::string_view text, const TextStyle& style, float behind) {
    legend.add(color_of(theme, value), text, style, behind);
  };
  switch (rows_) {
    case HeatRows::banks:
      for (int value = 1; value <= 32; value *= 2) {
        const bool last = value == 32;
        swatch(value, std::to_string(value), number, last ? 6 : 10);
      }
      legend.say(tr("wavefronts"), words, 16);
      swatch(0, tr("bank not used"), words, 0);
      break;
    case HeatRows::use:
      swatch(WordUse::written, tr("written"), words, 12);
      swatch(WordUse::read, tr("read"), words, 12);
      swatch(WordUse::holds, tr("holds a value"), words, 12);
      swatch(WordUse::unwritten, tr("not yet written"), words, 0);
      break;
    case HeatRows::writer: {
      const int step = std::max(1, (warps_ + 3) / 4);
      legend.say(tr("written by warp"), words, 8);
      for (int warp = 0; warp < warps_; warp += step) {
        swatch(warp + 1, std::to_string(warp), number, 10);
      }
      swatch(WordUse::unwritten, tr("not yet written"), words, 0);
      break;
    }
    case HeatRows::age:
      swatch(youngest, tr("written now"), words, 12);
      swatch(1, tr("long ago"), words, 12);
      swatch(WordUse::unwritten, tr("not yet"), words, 0);
      break;
    case HeatRows::count: break;
  }
}

}  // namespace warpscope
