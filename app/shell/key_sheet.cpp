#include "app/shell/key_sheet.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <iterator>

#include "app/commands/word_search.hpp"
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

bool has_key(const Command& command, std::string_view typed) {
  const auto same = [](char a, char b) {
    return std::tolower(static_cast<unsigned char>(a)) ==
           std::tolower(static_cast<unsigned char>(b));
  };
  return std::ranges::any_of(command.keys, [&](const Chord& key) {
    const std::string keys = text(key);
    return std::search(keys.begin(), keys.end(), typed.begin(), typed.end(), same) != keys.end();
  });
}

bool is_meant(const Command& command, const WordQuery& query, std::string_view typed) {
  const std::string shown = shown_title(command), row = shown_row(command);
  const std::array<std::string_view, 3> names{shown, row, command.title};
  return has_key(command, typed) || query.score(search_words(names, tr(command.group))) > 0;
}

}  // namespace

std::vector<KeyGroup> key_groups(const Commands& commands, std::string_view typed) {
  std::vector<KeyGroup> groups;
  std::string_view group;
  const WordQuery query(typed);
  for (const Command& command : commands.all()) {
    if (!query.empty() && !is_meant(command, query, typed)) continue;
    if (groups.empty() || group != command.group) {
      group = command.group;
      groups.push_back({tr(group), {}});
    }
    const std::string keys = command.keys.empty() ? "" : text(command.keys.front());
    if (!query.empty()) {
      groups.back().rows.push_back({shown_title(command), keys});
    } else if (command.sheet && command.sheet->empty()) {
      end_range(groups.back().rows.back(), command);
    } else {
      groups.back().rows.push_back({shown_row(command), keys});
    }
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
  constexpr float roomy = 26, tight = 22;
  sheet.row = std::clamp(height / std::max(most, 1.0F), tight, roomy);
  sheet.height = most * sheet.row;
  return sheet;
}

}  // namespace warpscope
