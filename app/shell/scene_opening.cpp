#include <string>
#include <string_view>

#include "app/layout/text_wrap.hpp"
#include "app/shell/controls.hpp"
#include "app/shell/scene.hpp"

namespace warpscope {

Rect Scene::cut_opening(const Pane& pane, Rect& content) const {
  constexpr float height = 52, gap = 8, least_stage = 150;
  const bool asks = session_.opening() && session_.layout == LayoutKind::study && !shows_both();
  if (!asks || !pane.has(Slot::stage) || content.h < least_stage + height) return {};
  const Rect strip = content.cut_bottom(height);
  content.cut_bottom(gap);
  return strip;
}

void Scene::draw_opening(Canvas& canvas, Rect strip, const Input& input) {
  const bool russian = session_.settings.language == "ru";
  constexpr float padding = 12, line_height = 20;
  canvas.fill(strip, theme().raised, 6);
  canvas.fill(strip.cut_left(4), theme().now, 2);
  strip = strip.inset(padding, 6);

  if (const Command* lesson = commands_.find("lesson"); lesson->enabled()) {
    Control button{.command = lesson->id, .value = russian ? "Начать урок" : "Start the lesson"};
    button.value += " (" + text(lesson->keys.front()) + ")";
    const TextStyle style{Face::sans_bold, 14, {}};
    button.rect = strip.cut_right(canvas.width(button.value, style) + 2 * padding + 1);
    button.rect = {button.rect.x, strip.center().y - 17, button.rect.w, 34};
    button.active = true;
    strip.cut_right(padding);
    const bool hovered = input.pointer.inside && button.rect.contains(input.pointer.at);
    draw_control(canvas, button, theme(), true, hovered);
    if (hovered) offer(*lesson, button.rect, input.pointer);
  }

  const std::string lead = russian ? "Начните отсюда. " : "Start here. ";
  const std::string words = (session_.newcomer ? lead : "") + session_.opening_text();
  const TextStyle style{Face::sans_bold, 14, theme().text};
  const auto measure = [&](std::string_view part) { return canvas.width(part, style); };
  const auto lines = wrap_text(words, strip.w, 2, measure);
  float y = strip.center().y - (static_cast<float>(lines.size()) - 1) * line_height / 2;
  for (const std::string_view line : lines) {
    canvas.text_fit({strip.x, y}, line, style, strip.w);
    y += line_height;
  }
}

}  // namespace warpscope
