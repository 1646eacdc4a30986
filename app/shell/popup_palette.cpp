#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "app/commands/palette.hpp"
#include "app/shell/popups.hpp"
#include "app/ui/imgui_compat.h"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

constexpr float most_rows = 11;  // in sight
constexpr float palette_about = 62, under_found = 48;
constexpr float narrowest_kind = 72;

/// The width of the widest kind's name, with the space behind it.
float kind_width(const Fonts& fonts) {
  float widest = narrowest_kind;
  for (int kind = 0; kind <= static_cast<int>(PaletteKind::command); ++kind) {
    const std::string_view text = kind_label(static_cast<PaletteKind>(kind));
    widest = std::max(widest, fonts.width(text, {Face::sans, 12, {}}) + 16);
  }
  return widest;
}

}  // namespace

void Popups::draw_palette(const WidgetStyle& style) {
  const std::string before = fields_[0];
  const bool entered = text_field(
      style, "query", fields_[0],
      {.hint = tr("Find a kernel, lesson, term, program, setting or command"), .focus = appears_});
  const std::vector<const PaletteItem*> found = palette_.find(fields_[0]);
  if (fields_[0] != before) highlighted_ = 0;
  const int count = static_cast<int>(found.size());
  follow_arrow_keys(highlighted_, count);
  int chosen = entered && count > 0 ? highlighted_ : -1;
  {
    const float width = kind_width(style.fonts);
    const float room = room_left(style) - palette_about - under_found;
    const ScrollArea area(
        style, "found",
        (row_height + 4) * std::clamp(std::floor(room / (row_height + 4)), 3.0F, most_rows));
    if (fields_[0] != before) ImGui::SetScrollY(0);
    for (int i = 0; i < count; ++i) {
      const PaletteItem& item = *found[static_cast<std::size_t>(i)];
      const IdScope id(i);
      bool pointed = false;
      const Row shown{.text = item.title,
                      .detail = item.detail,
                      .chosen = item.chosen,
                      .highlighted = i == highlighted_,
                      .kind = kind_label(item.kind),
                      .kind_width = width,
                      .in_list = true};
      if (row(style, "row", shown, &pointed)) chosen = i;
      if (pointed) highlighted_ = i;
    }
    if (count == 0) {
      paragraph(style, tr("Nothing here goes by these words. Fewer or other words may find it."),
                style.theme.muted);
    }
  }
  hairline(style);
  {
    const ScrollArea footer(style, "about", palette_about);  // of one height, so that nothing jumps
    const auto* const item = count > 0 ? found[static_cast<std::size_t>(highlighted_)] : nullptr;
    if (item != nullptr) paragraph(style, item->about, style.theme.muted);
  }
  if (!problem_.empty()) paragraph(style, problem_.text(), style.theme.costly);
  if (chosen < 0) return;
  session_.popup.shown = Popup::none;  // first: the choice may open another one
  const Status done = found[static_cast<std::size_t>(chosen)]->choose();
  if (!done) {
    session_.popup.shown = Popup::palette;
    finish(done);
  }
}

}  // namespace warpscope
