#include "app/views/parts/place_parts.hpp"

#include <vector>

#include "app/subject/console_page.hpp"

namespace warpscope {
namespace {

constexpr float chip_padding = 8;

}  // namespace

FilePlace place_of(const Frame& frame, const std::string& file, std::uint32_t line) {
  if (frame.ask<ConsolePage>() == nullptr) return {file, line};
  return {frame.ask<ConsolePage>()->folder / file, line};
}

bool is_in_file(const Frame& frame, const FilePlace& place, const std::string& file) {
  if (frame.ask<ConsolePage>() == nullptr)
    return place.file.filename() == std::filesystem::path(file).filename();
  return place.file.lexically_normal() ==
         (frame.ask<ConsolePage>()->folder / file).lexically_normal();
}

void wish_place(const FilePlace& place, const Pointer& pointer, Wishes& wishes) {
  if (place.file.empty() || !pointer.inside) return;
  if (pointer.double_clicked || (pointer.pressed && pointer.ctrl)) {
    wishes.edit = place;
  } else if (pointer.pressed) {
    wishes.read = place;
  }
}

float chip_width(const Canvas& canvas, std::string_view text, const TextStyle& style) {
  return canvas.width(text, style) + 2 * chip_padding;
}

void draw_chip(Canvas& canvas, Rect rect, std::string_view text, TextStyle style, Color color,
               const Theme& theme) {
  const Color ground = mix(theme.panel, color, 0.12F);
  canvas.fill(rect, ground, 4);
  canvas.stroke(rect, color.alpha(0.7F), 1, 4);
  style.color = readable(color, ground, theme);
  canvas.text_fit({rect.x + chip_padding, rect.center().y}, text, style, rect.w - 2 * chip_padding);
}

void draw_wave(Canvas& canvas, float left, float right, float y, Color color) {
  constexpr float half = 3, height = 1.5F;
  std::vector<Point> points;
  bool up = true;
  for (float x = left; x < right; x += half) {
    points.push_back({x, y + (up ? height : -height)});
    up = !up;
  }
  if (points.size() > 1) canvas.polyline(points, color, 1);
}

}  // namespace warpscope
