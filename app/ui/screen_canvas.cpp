#include "app/ui/screen_canvas.hpp"

#include <glad/gl.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

#include "app/ui/drawn_texts.hpp"
#include "app/ui/heat_painter.hpp"
#include "app/ui/imgui_compat.h"

namespace warpscope {
namespace {

ImU32 packed(Color c) { return IM_COL32(c.r, c.g, c.b, c.a); }
ImVec2 vec(Point p) { return {p.x, p.y}; }

/// Pixels from which on an opaque rectangle is cleared rather than drawn.
constexpr float least_ground = 128 * 128;

/// Pixels of a corner's radius up to which it is cut in steps, and of the side of such a cell.
constexpr float most_notched = 4.5F, largest_cell = 64;

/// Gives a command's clip rectangle one colour. A software rasteriser clears a screen in a fifth of
/// the time that it needs for a quad.
void clear_ground(const ImDrawList* /*list*/, const ImDrawCmd* command) {
  const ImDrawData& data = *ImGui::GetDrawData();
  const auto pixels = [](float at, float origin, float scale) {
    return static_cast<GLint>(std::round((at - origin) * scale));
  };
  const ImVec2 scale = data.FramebufferScale;
  const GLint left = pixels(command->ClipRect.x, data.DisplayPos.x, scale.x);
  const GLint top = pixels(command->ClipRect.y, data.DisplayPos.y, scale.y);
  const GLint right = pixels(command->ClipRect.z, data.DisplayPos.x, scale.x);
  const GLint bottom = pixels(command->ClipRect.w, data.DisplayPos.y, scale.y);
  if (right <= left || bottom <= top) return;
  const auto color =
      static_cast<ImU32>(reinterpret_cast<std::uintptr_t>(command->UserCallbackData));
  const ImVec4 parts = ImGui::ColorConvertU32ToFloat4(color);
  glScissor(left, pixels(data.DisplaySize.y, 0, scale.y) - bottom, right - left, bottom - top);
  glClearColor(parts.x, parts.y, parts.z, 1);
  glClear(GL_COLOR_BUFFER_BIT);
}

/// Lines thinner than a pixel are drawn a pixel wide and fainter.
struct Pen {
  Pen(Color wanted, float pixels)
      : color(packed(wanted.alpha(std::min(pixels, 1.0F)))), width(std::max(pixels, 1.0F)) {}
  ImU32 color;
  float width;
};

}  // namespace

std::optional<std::uint64_t> ScreenCanvas::callback_key(const ImDrawCmd& command) {
  if (command.UserCallback != clear_ground) return std::nullopt;
  return reinterpret_cast<std::uintptr_t>(command.UserCallbackData);
}

Point ScreenCanvas::pixel(Point p) const {
  return {origin_.x + p.x * fonts_.scale(), origin_.y + p.y * fonts_.scale()};
}

Rect ScreenCanvas::snapped(Rect rect) const {
  const Point from = pixel({rect.x, rect.y});
  const Point to = pixel({rect.right(), rect.bottom()});
  const float x = std::round(from.x), y = std::round(from.y);
  return {x, y, std::max(1.0F, std::round(to.x) - x), std::max(1.0F, std::round(to.y) - y)};
}

void ScreenCanvas::fill(Rect rect, Color color, float radius) {
  if (rect.w <= 0 || rect.h <= 0) return;
  // A stroke thinner than a pixel becomes a pixel wide and fainter, so that it does not vanish.
  const float thin =
      std::min(1.0F, rect.w * fonts_.scale()) * std::min(1.0F, rect.h * fonts_.scale());
  const Rect r = snapped(rect);
  if (color.a == 255 && thin >= 1 && r.w * r.h >= least_ground) {
    return fill_ground(r, color, radius * fonts_.scale());
  }
  const ImU32 ink = packed(color.alpha(thin));
  const float rounding = radius * fonts_.scale();
  if (rounding < 1 || rounding > most_notched || std::max(r.w, r.h) > largest_cell ||
      std::min(r.w, r.h) < 6) {
    return list_.AddRectFilled({r.x, r.y}, {r.right(), r.bottom()}, ink, rounding);
  }
  // Corners this small are a few pixels: a tenth of the triangles, and there may be thousands of
  // cells.
  const auto rows = [&](float y, float height, float inset) {
    list_.AddRectFilled({r.x + inset, y}, {r.right() - inset, y + height}, ink);
  };
  const float steps = rounding > 2.5F ? 2.0F : 1.0F;
  for (float step = 0; step < steps; ++step) {
    rows(r.y + step, 1, steps - step);
    rows(r.bottom() - 1 - step, 1, steps - step);
  }
  rows(r.y + steps, r.h - 2 * steps, 0);
}

void ScreenCanvas::fill_ground(Rect pixels, Color color, float radius) {
  const ImU32 ink = packed(color);
  const auto clear = [&](Rect area) {
    list_.PushClipRect({area.x, area.y}, {area.right(), area.bottom()}, true);
    // The pointer is the colour: a callback gets nothing else.
    void* data = reinterpret_cast<void*>(std::uintptr_t{ink});  // NOLINT(performance-no-int-to-ptr)
    list_.AddCallback(clear_ground, data);
    list_.PopClipRect();
  };
  if (radius > 0) {  // only the corners need drawing
    const float edge = std::ceil(radius) + 1;
    Rect upper = pixels.cut_top(edge), lower = pixels.cut_bottom(edge);
    const auto corner = [&](Rect square, ImDrawFlags which) {
      list_.AddRectFilled({square.x, square.y}, {square.right(), square.bottom()}, ink, radius,
                          which);
    };
    corner(upper.cut_left(edge), ImDrawFlags_RoundCornersTopLeft);
    corner(upper.cut_right(edge), ImDrawFlags_RoundCornersTopRight);
    corner(lower.cut_left(edge), ImDrawFlags_RoundCornersBottomLeft);
    corner(lower.cut_right(edge), ImDrawFlags_RoundCornersBottomRight);
    clear(upper);
    clear(lower);
  }
  clear(pixels);
}

void ScreenCanvas::stroke(Rect rect, Color color, float width, float radius) {
  const Pen pen(color, width * fonts_.scale());
  const float half = pen.width / 2;
  const Rect r = snapped(rect).inset(half);
  list_.PathRect({r.x, r.y}, {r.right(), r.bottom()},
                 std::max(0.0F, radius * fonts_.scale() - half));
  list_.PathStroke(pen.color, ImDrawFlags_Closed, pen.width);
}

void ScreenCanvas::line(Point a, Point b, Color color, float width) {
  const Pen pen(color, width * fonts_.scale());
  const Point from = pixel(a), to = pixel(b);
  if (a.x != b.x && a.y != b.y) {
    const ImVec2 points[] = {vec(from), vec(to)};
    list_.AddPolyline(points, 2, pen.color, ImDrawFlags_None, pen.width);
    return;
  }
  const float thickness = std::round(pen.width);
  const auto [left, right] = std::minmax(from.x, to.x);
  const auto [top, bottom] = std::minmax(from.y, to.y);
  const bool level = a.y == b.y;
  const float x = std::round(level ? left : left - thickness / 2);
  const float y = std::round(level ? top - thickness / 2 : top);
  list_.AddRectFilled(
      {x, y},
      {level ? std::round(right) : x + thickness, level ? y + thickness : std::round(bottom)},
      pen.color);
}

void ScreenCanvas::polyline(std::span<const Point> points, Color color, float width) {
  const Pen pen(color, width * fonts_.scale());
  for (const Point p : points) list_.PathLineTo(vec(pixel(p)));
  list_.PathStroke(pen.color, ImDrawFlags_None, pen.width);
}

void ScreenCanvas::circle(Point center, float radius, Color color) {
  list_.AddCircleFilled(vec(pixel(center)), radius * fonts_.scale(), packed(color));
}

void ScreenCanvas::ring(Point center, float radius, Color color, float width) {
  if (width <= 0) return;  // the soft rim of a spotlight may be wider than the spotlight
  const Pen pen(color, width * fonts_.scale());
  // AddCircle itself takes half a pixel off the radius.
  list_.AddCircle(vec(pixel(center)), radius * fonts_.scale() - pen.width / 2 + 0.5F, pen.color, 0,
                  pen.width);
}

void ScreenCanvas::triangle(Point a, Point b, Point c, Color color) {
  // Anti-aliasing grows outwards only if the corners run clockwise.
  if ((b.x - a.x) * (c.y - a.y) < (b.y - a.y) * (c.x - a.x)) std::swap(b, c);
  list_.AddTriangleFilled(vec(pixel(a)), vec(pixel(b)), vec(pixel(c)), packed(color));
}

void ScreenCanvas::text(Point at, std::string_view text, const TextStyle& style, Align align) {
  const SizedFont sized = fonts_.find(style.face, style.size);
  Point pen = pixel(at);
  if (align != Align::left) {
    const float whole = width(text, style) * fonts_.scale();
    pen.x -= align == Align::center ? whole / 2 : whole;
  }
  const float baseline = std::round(pen.y + sized.cap_height / 2);
  list_.AddText(sized.font, sized.line_height,
                {std::round(pen.x), std::round(baseline - sized.baseline)}, packed(style.color),
                text.data(), text.data() + text.size());
  DrawnTexts::hear(
      list_, text,
      {pen.x, baseline - sized.cap_height, width(text, style) * fonts_.scale(), sized.cap_height});
}

void ScreenCanvas::heat(Rect rect, const HeatSlice& slice) {
  if (rect.w <= 0 || rect.h <= 0 || slice.columns <= 0 || slice.rows <= 0) return;
  const Rect r = snapped(rect);
  if (heat_ != nullptr && heat_->add(list_, r, slice)) return;
  const Image image = heat_image(slice, static_cast<int>(r.w), slice.rows);
  const float height = r.h / static_cast<float>(slice.rows);
  for (int row = 0; row < image.height; ++row) {
    const float top = std::round(r.y + height * static_cast<float>(row));
    const float bottom = std::round(r.y + height * static_cast<float>(row + 1));
    const auto color = [&](int x) {
      const std::uint8_t* p = image.pixel(x, row);
      return IM_COL32(p[0], p[1], p[2], 255);
    };
    for (int first = 0, x = 1; x <= image.width; ++x) {
      if (x < image.width && color(x) == color(first)) continue;
      list_.AddRectFilled({r.x + static_cast<float>(first), top},
                          {r.x + static_cast<float>(x), bottom}, color(first));
      first = x;
    }
  }
}

void ScreenCanvas::push_clip(Rect rect) {
  const Point from = pixel({rect.x, rect.y});
  const Point to = pixel({rect.right(), rect.bottom()});
  list_.PushClipRect({std::round(from.x), std::round(from.y)}, {std::round(to.x), std::round(to.y)},
                     true);
}

void ScreenCanvas::pop_clip() { list_.PopClipRect(); }

}  // namespace warpscope
