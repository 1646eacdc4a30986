#include <algorithm>
#include <cmath>

#include "app/stage/network/network_scene.hpp"
#include "app/views/parts/view_parts.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

constexpr float row_text = 5.0F / 6;  // of the usual size: all values are worth smaller digits
constexpr float beside_value = 4;
constexpr float widest_value_cell = 32;

TextStyle row_style(const Frame& frame) {
  return {Face::mono, std::floor(type_scale(frame.lecture).small * row_text), {}};
}

TextStyle row_name(const Frame& frame) {
  return {Face::sans, type_scale(frame.lecture).small, frame.theme->muted};
}

float name_width(const Canvas& canvas, const Frame& frame) {
  return canvas.width(tr("now"), row_name(frame)) + 8;
}

}  // namespace

float network_row_width(const Canvas& canvas, const NetworkScene& scene) {
  const float digits = static_cast<float>(scene.value_digits);
  const float cell = digits * canvas.width("0", row_style(scene.frame)) + beside_value;
  return name_width(canvas, scene.frame) + cell * static_cast<float>(scene.layout.wires().size());
}

float network_row_height(const Frame& frame) { return row_style(frame).size + 4; }

void draw_network_row(Canvas& canvas, const NetworkScene& whole,
                      std::span<const std::int32_t> large, Rect strip) {
  const Theme& theme = whole.theme();
  const Frame& frame = whole.frame;
  canvas.text({strip.x, strip.center().y}, tr("now"), row_name(frame));
  strip.cut_left(name_width(canvas, frame));
  const auto wires = static_cast<std::int32_t>(whole.layout.wires().size());
  const float pitch = std::min(strip.w / static_cast<float>(wires), widest_value_cell);
  const bool arrived = frame.motion >= 1;
  for (std::int32_t wire = 0; wire < wires; ++wire) {
    const std::uint32_t word = whole.layout.word_at(wire, frame.access, arrived);
    const Rect box{strip.x + pitch * static_cast<float>(wire) + 0.5F, strip.y, pitch - 1, strip.h};
    const Color ground = whole.shade(wire, word);
    canvas.fill(box, ground, 2);
    TextStyle style = row_style(frame);
    style.color = ink_on(ground, theme);
    canvas.text(box.center(), whole.shown(wire, word), style, Align::center);
  }
  // Runs of wires that are large have a frame each, as on the map.
  for (std::size_t first = 0, i = 1; i <= large.size(); ++i) {
    if (i < large.size() && large[i] == large[i - 1] + 1) continue;
    const float from = strip.x + pitch * static_cast<float>(large[first]);
    const float to = strip.x + pitch * static_cast<float>(large[i - 1] + 1);
    canvas.stroke({from - 0.5F, strip.y - 1, to - from + 1, strip.h + 2}, theme.now, 1.5F, 2);
    first = i;
  }
}

}  // namespace warpscope
