#include "app/ui/screen_canvas.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/ui/imgui_compat.h"

namespace warpscope {
namespace {

ImU32 packed(Color c) { return IM_COL32(c.r, c.g, c.b, c.a); }
ImVec2 vec(Point p) { return {p.x, p.y}; }

/// Lines thinner than a pixel are drawn a pixel wide and fainter.
struct Pen {
  Pen(Color wanted, float pixels)
      : color(packed(wanted.alpha(std::min(pixels, 1.0F)))), width(std::max(pixels, 1.0F)) {}
  ImU32 color;
  float width;
};

}  // namespace

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
  // What is thinner than a pixel gets one, fainter, rather than none.
  const float thin =
      std::min(1.0F, rect.w * fonts_.scale()) * std::min(1.0F, rect.h * fonts_.scale());
  const Rect r = snapped(rect);
  list_.AddRectFilled({r.x, r.y}, {r.right(), r.bottom()}, packed(color.alpha(thin)),
                      radius * fonts_.scale());
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
  const Pen pen(color, width * fonts_.scale());
  // AddCircle takes half a pixel off the radius by itself.
  list_.AddCircle(vec(pixel(center)), radius * fonts_.scale() - pen.width / 2 + 0.5F, pen.color, 0,
                  pen.width);
}

void ScreenCanvas::triangle(Point a, Point b, Point c, Color color) {
  // Anti-aliasing grows outwards only where the corners run clockwise.
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
}

void ScreenCanvas::push_clip(Rect rect) {
  const Point from = pixel({rect.x, rect.y});
  const Point to = pixel({rect.right(), rect.bottom()});
  list_.PushClipRect({std::round(from.x), std::round(from.y)}, {std::round(to.x), std::round(to.y)},
                     true);
}

void ScreenCanvas::pop_clip() { list_.PopClipRect(); }

}  // namespace warpscope
