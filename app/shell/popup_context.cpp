#include <algorithm>
#include <cmath>

#include "app/shell/popups.hpp"
#include "app/shell/scene.hpp"
#include "app/ui/imgui_compat.h"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

constexpr float menu_entry_height = 28, menu_title_height = 24, menu_line_height = 8;
constexpr float menu_between = 4;   // rows, see apply_style
constexpr float menu_padding = 16;  // likewise
constexpr float menu_indent = 10, menu_row_end = 12;
constexpr float menu_before_keys = 32;
constexpr float least_menu_width = 200, menu_edge = 8;

constexpr TextStyle menu_words{Face::sans, 14, {}}, menu_title_words{Face::sans_bold, 14, {}};

}  // namespace

Rect Popups::menu_place(const MenuShown& menu, const WidgetStyle& style, float room_w,
                        float room_h) {
  float width =
      menu.title.empty() ? 0 : style.fonts.width(menu.title, menu_title_words) + 2 * menu_indent;
  float height = menu.title.empty() ? 0 : menu_title_height + menu_between;
  for (const MenuEntry& entry : menu.entries) {
    const float keys =
        entry.keys.empty() ? 0 : style.fonts.width(entry.keys, menu_words) + menu_before_keys;
    width = std::max(
        width, menu_indent + style.fonts.width(entry.title, menu_words) + keys + menu_row_end);
    height +=
        menu_entry_height + menu_between + (entry.apart ? menu_line_height + menu_between : 0);
  }
  width = std::min(std::max(least_menu_width, std::ceil(width) + 2 * menu_padding),
                   room_w - 2 * menu_edge);
  height = std::min(height - menu_between + 2 * menu_padding, room_h - 2 * menu_edge);
  // Right of the mouse and below it, else on the other side.
  const bool left = menu.at.x + width > room_w - menu_edge,
             above = menu.at.y + height > room_h - menu_edge;
  const float x = left ? std::max(menu_edge, menu.at.x - width) : menu.at.x;
  const float y = above ? std::max(menu_edge, menu.at.y - height) : menu.at.y;
  return {std::min(x, room_w - menu_edge - width), std::min(y, room_h - menu_edge - height), width,
          height};
}

void Popups::draw_context(const WidgetStyle& style, const MenuShown& menu) {
  const auto& entries = menu.entries;
  const int count = static_cast<int>(entries.size());
  const auto enabled = [&](int i) { return entries[static_cast<std::size_t>(i)].enabled; };
  if (menu_number_ != menu.number) {
    menu_number_ = menu.number;
    const auto first = std::ranges::find(entries, true, &MenuEntry::enabled);
    highlighted_ =
        menu.by_key && first != entries.end() ? static_cast<int>(first - entries.begin()) : -1;
  }
  const auto step = [&](int way) {
    if (highlighted_ < 0 && way < 0) highlighted_ = 0;
    for (int tried = 0; tried < count; ++tried) {
      highlighted_ = (highlighted_ + way + count) % count;
      if (enabled(highlighted_)) return;  // what is grey is stepped over
    }
  };
  if (compat::key_pressed(Key::down)) step(1);
  if (compat::key_pressed(Key::up)) step(-1);
  int chosen = -1;
  if (highlighted_ >= 0 && confirmed(style)) chosen = highlighted_;
  if (!menu.title.empty()) label(style, menu.title, menu_title_height, menu_indent);
  for (int i = 0; i < count; ++i) {
    const MenuEntry& entry = entries[static_cast<std::size_t>(i)];
    const IdScope id(i);
    if (entry.apart) hairline(style);
    bool pointed = false;
    const Row shown{.text = entry.title,
                    .detail = entry.keys,
                    .highlighted = i == highlighted_,
                    .enabled = entry.enabled,
                    .height = menu_entry_height,
                    .indent = menu_indent,
                    .in_list = true};
    if (row(style, "entry", shown, &pointed)) chosen = i;
    if (pointed) highlighted_ = i;
  }
  if (chosen < 0 || !enabled(chosen)) return;
  const auto run = entries[static_cast<std::size_t>(chosen)].run;
  session_.popup.shown = Popup::none;  // first: it may open another one
  run();
}

}  // namespace warpscope
