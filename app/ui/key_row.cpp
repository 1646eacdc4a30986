#include <algorithm>
#include <cmath>
#include <vector>

#include "app/ui/imgui_compat.h"
#include "app/ui/screen_canvas.hpp"
#include "app/ui/widgets.hpp"

namespace warpscope {
namespace {

constexpr float key_padding = 12;

/// The parts of "Ctrl+K"; "Ctrl++" ends in the key "+".
std::vector<std::string_view> key_names(std::string_view keys) {
  std::vector<std::string_view> names;
  while (!keys.empty()) {
    const auto plus = keys.find('+', 1);
    names.push_back(keys.substr(0, plus));
    keys = plus == std::string_view::npos ? std::string_view{} : keys.substr(plus + 1);
  }
  return names;
}

float cap_width(const Fonts& fonts, std::string_view key) {
  return std::max(20.0F, fonts.width(key, {Face::sans, 12, {}}) + 12);
}

}  // namespace

float key_row_width(const Fonts& fonts, std::string_view text, std::string_view keys) {
  float caps = 0;
  for (const std::string_view key : key_names(keys)) caps += cap_width(fonts, key) + 4;
  return fonts.width(text, {Face::sans, 14, {}}) + key_padding + caps;
}

void key_row(const WidgetStyle& style, std::string_view text, std::string_view keys, float height) {
  const float cap = std::min(20.0F, height - 3);
  const float scale = style.fonts.scale();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float room = std::max(1.0F, ImGui::GetContentRegionAvail().x / scale);
  ImGui::Dummy({room * scale, std::round(height * scale)});
  ScreenCanvas canvas(*ImGui::GetWindowDrawList(), style.fonts, {at.x, at.y});
  const TextStyle muted{Face::sans, 12, style.theme.muted};
  float right = room;
  const std::vector<std::string_view> names = key_names(keys);
  for (auto key = names.rbegin(); key != names.rend(); ++key) {
    const float width = cap_width(style.fonts, *key);
    const Rect rect{right - width, (height - cap) / 2, width, cap};
    canvas.fill(rect, style.theme.raised, 4);
    canvas.stroke(rect, style.theme.hairline, 1, 4);
    canvas.text(rect.center(), *key, muted, Align::center);
    right = rect.x - 4;
  }
  const TextStyle words{Face::sans, 14, style.theme.text};
  const float used = canvas.text_fit({0, height / 2}, text, words, right - key_padding);
  if (used < canvas.width(text, words)) write_out(style, text);
}

}  // namespace warpscope
