#include <cmath>
#include <utility>

#include "app/shell/controls.hpp"
#include "app/views/parts/view_parts.hpp"

namespace warpscope {
namespace {

constexpr float paint_padding = 12;
constexpr float name_from = 164;  // the program's name needs so much room

void draw_icon(Canvas& canvas, Point c, Icon icon, Color color) {
  const auto arrow = [&](float x, float direction) {
    canvas.triangle({x - 5 * direction, c.y - 6}, {x + 5 * direction, c.y},
                    {x - 5 * direction, c.y + 6}, color);
  };
  const auto bar = [&](float x, float width) {
    canvas.fill({x - width / 2, c.y - 6, width, 12}, color);
  };
  switch (icon) {
    case Icon::none: break;
    case Icon::to_start:
      bar(c.x - 5, 2);
      arrow(c.x + 1, -1);
      break;
    case Icon::previous: arrow(c.x, -1); break;
    case Icon::play:
      canvas.triangle({c.x - 6, c.y - 8}, {c.x + 8, c.y}, {c.x - 6, c.y + 8}, color);
      break;
    case Icon::pause:
      bar(c.x - 4, 4);
      bar(c.x + 4, 4);
      break;
    case Icon::next: arrow(c.x, 1); break;
    case Icon::to_end:
      arrow(c.x - 1, 1);
      bar(c.x + 5, 2);
      break;
    case Icon::banks:
      for (const auto& [x, words] : {std::pair{-6, 1}, {-2, 3}, {2, 1}, {6, 2}}) {
        const auto high = static_cast<float>(words * 4);
        canvas.fill({c.x + static_cast<float>(x) - 1.5F, c.y + 6 - high, 3, high}, color);
      }
      break;
    case Icon::more:
      for (const float x : {-6.0F, 0.0F, 6.0F}) canvas.circle({c.x + x, c.y}, 2, color);
      break;
    case Icon::back:
    case Icon::forward: {
      const float way = icon == Icon::back ? -1.0F : 1.0F;
      const Point tip{c.x + 7 * way, c.y};
      canvas.line({c.x - 7 * way, c.y}, tip, color, 2);
      canvas.line({c.x + 2 * way, c.y - 5}, tip, color, 2);
      canvas.line({c.x + 2 * way, c.y + 5}, tip, color, 2);
      break;
    }
    case Icon::lecture: {  // a screen on its stand
      canvas.stroke({c.x - 8, c.y - 7, 16, 10}, color, 2, 1);
      canvas.line({c.x, c.y + 3}, {c.x, c.y + 7}, color, 2);
      canvas.line({c.x - 4, c.y + 7}, {c.x + 4, c.y + 7}, color, 2);
      break;
    }
    case Icon::theme:  // half dark, half light
      for (int slice = 0; slice < 7; ++slice) {
        const float x = static_cast<float>(slice), half = std::sqrt(49 - x * x);
        canvas.fill({c.x - x - 1, c.y - half, 1, 2 * half}, color);
      }
      canvas.ring(c, 7, color, 1.5F);
      break;
    case Icon::close:
      canvas.line({c.x - 4, c.y - 4}, {c.x + 4, c.y + 4}, color, 1.5F);
      canvas.line({c.x - 4, c.y + 4}, {c.x + 4, c.y - 4}, color, 1.5F);
      break;
    case Icon::panes:
      canvas.fill({c.x - 8, c.y - 6, 4, 12}, color, 1);
      canvas.fill({c.x - 3, c.y - 6, 6, 7}, color, 1);
      canvas.fill({c.x - 3, c.y + 2, 6, 4}, color, 1);
      canvas.fill({c.x + 4, c.y - 6, 4, 12}, color, 1);
      break;
  }
}

}  // namespace

void draw_control(Canvas& canvas, const Control& control, const Theme& theme, bool enabled,
                  bool hovered) {
  const Rect& r = control.rect;
  const Color ground = control.active ? theme.active : theme.raised;
  if (control.framed) {
    canvas.fill(r, hovered && enabled ? mix(ground, theme.text, 0.08F) : ground, 6);
    canvas.stroke(r, control.active ? theme.active : theme.hairline, 1, 6);
  } else if (hovered && enabled) {
    canvas.fill(r, theme.raised, 6);
  }
  Color ink = control.active ? theme.on_accent : control.framed ? theme.text : theme.muted;
  if (!enabled) ink = ink.alpha(0.4F);
  if (control.icon != Icon::none) return draw_icon(canvas, r.center(), control.icon, ink);

  TextStyle style =
      control.framed ? TextStyle{Face::sans_bold, 14, {}} : TextStyle{Face::sans, 14, {}};
  style.color = ink;
  Rect room = r.inset(control.framed ? paint_padding : 6, 0);
  const float y = r.center().y;
  if (control.lamp != Lamp::none) {
    const Color light = control.lamp == Lamp::good  ? theme.free
                        : control.lamp == Lamp::bad ? theme.costly
                                                    : theme.now;
    canvas.circle({room.x + 4, y}, 4, light);
    room.cut_left(16);
  }
  if (control.opens) {
    const Point tip = Rect(room.cut_right(8)).center();
    canvas.triangle({tip.x - 4, y - 2.5F}, {tip.x + 4, y - 2.5F}, {tip.x, y + 3}, ink);
    room.cut_right(8);
  }
  if (!control.label.empty()) {
    TextStyle label{Face::sans, 14, {}};
    label.color = theme.muted;
    canvas.text({room.x, y}, control.label, label);
    room.cut_left(canvas.width(control.label, label) + paint_padding);
  }
  const std::string_view value = fitting_name(canvas, control.value, style, room.w);
  if (control.opens && control.framed) {
    canvas.text_fit({room.right(), y}, value, style, room.w, Align::right);
  } else {
    canvas.text_fit(room.center(), value, style, room.w, Align::center);
  }
}

void draw_brand(Canvas& canvas, Rect area, float until, const Theme& theme) {
  const Point sign{area.x + 28, area.center().y};
  canvas.ring(sign, 9, theme.active, 2.5F);
  canvas.circle(sign, 3.5F, theme.active);
  if (until - area.x >= name_from) {
    canvas.text({area.x + 50, sign.y}, "Warpscope", {Face::sans_bold, 16, theme.text});
  }
}

}  // namespace warpscope
