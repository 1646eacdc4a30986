#include <algorithm>

#include "app/shell/key_sheet.hpp"
#include "app/shell/popups.hpp"
#include "app/ui/imgui_compat.h"
#include "instrumentation/language/message.hpp"

namespace warpscope {

void Popups::draw_help(const WidgetStyle& style) const {
  heading(style, tr("Keys"));
  constexpr float gap = 12, around = 88;  // heading, padding, and the space around the sheet
  const float scale = style.fonts.scale();
  const float room = ImGui::GetIO().DisplaySize.y / scale - around - 2 * gap;
  const std::vector<KeyGroup> groups = key_groups(commands_);
  const KeySheet sheet = key_sheet(groups, ImGui::GetContentRegionAvail().x / scale, room);
  const ScrollArea area(style, "rows", std::min(sheet.height + 4, room));
  const ColumnsScope columns(style, "keys", static_cast<int>(sheet.columns()), gap);
  if (!columns.visible()) return;
  for (std::size_t column = 0; column < sheet.columns(); ++column) {
    columns.next();
    for (std::size_t i = sheet.first[column]; i < sheet.first[column + 1]; ++i) {
      label(style, groups[i].title, 1.5F * sheet.row, 0);
      for (const KeyRow& row : groups[i].rows) key_row(style, row.title, row.keys, sheet.row);
    }
  }
}

}  // namespace warpscope
