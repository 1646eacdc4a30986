#include "app/shell/key_sheet.hpp"

#include <algorithm>
#include <iterator>

#include "app/layout/column_layout.hpp"
#include "instrumentation/language/message.hpp"

namespace warpscope {
namespace {

constexpr float narrowest_column = 296;

/// "Ctrl+1" becomes "Ctrl+1 … 9", and "N" becomes "N … Shift+N": the row speaks for this command too.
void end_range(KeyRow& row, const Command& last) {
  if (last.keys.empty()) return;
  const auto more = row.keys.find(" … ");
  row.keys.resize(std::min(more, row.keys.size()));
  const Chord& end = last.keys.front();
  // The same key with a modifier is told from it by that.
  row.keys += " … " + (chord(row.keys).key == end.key ? text(end) : end.key);
}

}  // namespace

std::vector<KeyGroup> key_groups(const Commands& commands) {
  std::vector<KeyGroup> groups;
  std::string_view group;
  for (const Command& command : commands.all()) {
    if (groups.empty() || group != command.group) {
      group = command.group;
      groups.push_back({tr(group), {}});
    }
    if (command.sheet && command.sheet->empty()) {
      end_range(groups.back().rows.back(), command);
      continue;
    }
    const std::string keys = command.keys.empty() ? "" : text(command.keys.front());
    groups.back().rows.push_back({shown_row(command), keys});
  }
  return groups;
}

KeySheet key_sheet(const std::vector<KeyGroup>& groups, float width, float height) {
  // A heading is a row, with half a row above it.
  std::vector<float> rows(groups.size());
  std::ranges::transform(groups, rows.begin(), [](const KeyGroup& group) {
    return static_cast<float>(group.rows.size()) + 1.5F;
  });
  KeySheet sheet;
  sheet.first = pack_columns(rows, std::clamp(static_cast<int>(width / narrowest_column), 1, 4));
  float most = 0;
  for (std::size_t column = 0; column < sheet.columns(); ++column) {
    float sum = 0;
    for (std::size_t i = sheet.first[column]; i < sheet.first[column + 1]; ++i) sum += rows[i];
    most = std::max(most, sum);
  }
  constexpr float roomy = 26, tight = 14;
  sheet.row = std::clamp(height / std::max(most, 1.0F), tight, roomy);
  sheet.height = most * sheet.row;
  return sheet;
}

}  // namespace warpscope
