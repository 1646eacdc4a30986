#include "app/panes/source/source_rows.hpp"

#include <algorithm>
#include <string_view>

namespace warpscope {
namespace {

/// Columns that a row hangs behind the first.
int hanging(int room) { return room < 40 ? 2 : 4; }

constexpr int least_room = 8;  // of a row, for code to be read

/// The text by columns: what a line may end behind is ASCII.
std::string ascii_columns(std::string_view text) {
  std::string columns;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80U) columns += c;
    if (byte >= 0xC0U) columns += 'x';
  }
  return columns;
}

/// One past the last column of the row that begins at `first` and has `room` columns.
int end_of_row(std::string_view columns, int first, int room) {
  const int most = first + room;
  const auto last_of = [&](std::string_view ends, int least) {
    for (int end = most; end > first + least; --end) {
      if (ends.find(columns[static_cast<std::size_t>(end) - 1]) != std::string_view::npos) {
        return end;
      }
    }
    return 0;
  };
  // A blank that stands right behind the row ends it, too.
  if (columns[static_cast<std::size_t>(most)] == ' ') return most;
  if (const int end = last_of(" ", room / 3); end > 0) return end;
  if (const int end = last_of(".([{,;:&|=<>+-*/", room / 3); end > 0) return end;
  return most;
}

}  // namespace

std::vector<SourceRow> break_line(const SourceLine& line, int room) {
  const int indent = line.tokens.empty() ? 0 : line.tokens.front().column;
  const std::string columns = ascii_columns(line.text);
  const auto length = static_cast<int>(columns.find_last_not_of(" \t") + 1);
  if (length <= std::max(room, least_room)) return {{0, line.columns, 0}};
  // Where rows would be too short for an indent, they have none.
  const int own = room - indent >= least_room ? indent : 0;
  const int hung = room - own - hanging(room) >= least_room ? own + hanging(room) : own;
  std::vector<SourceRow> rows;
  for (int first = indent, at = own; first < length; at = hung) {
    const int left = std::max(room - at, least_room);
    const int end = length - first <= left ? length : end_of_row(columns, first, left);
    rows.push_back({first, end, at});
    first = end;
    while (first < length && columns[static_cast<std::size_t>(first)] == ' ') ++first;
  }
  return rows;
}

}  // namespace warpscope
