#include "app/cli/table.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

#include "instrumentation/language/characters.hpp"

namespace warpscope {
namespace {

constexpr int gap = 2;

}  // namespace

int text_columns(std::string_view text) { return static_cast<int>(count_characters(text)); }

std::string shortened(std::string_view text, int columns) {
  if (text_columns(text) <= columns) return std::string(text);
  std::size_t end = 0;
  for (int used = 0; used < columns; ++used) {
    if (used == columns - 1) break;
    ++end;
    while (end < text.size() && !begins_character(text[end])) ++end;
  }
  return std::string(text.substr(0, end)) + "…";
}

std::string padded(std::string text, int columns) {
  return text.append(static_cast<std::size_t>(std::max(0, columns - text_columns(text))), ' ');
}

std::string padded_left(std::string text, int columns) {
  return text.insert(0, static_cast<std::size_t>(std::max(0, columns - text_columns(text))), ' ');
}

std::string wrapped(std::string_view text, int columns, std::string_view indent) {
  std::string result;
  int used = 0;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find_first_of(" \n", start), text.size());
    const std::string_view word = text.substr(start, end - start);
    const int needed = text_columns(word);
    const bool broken = start > 0 && text[start - 1] == '\n';
    if (broken || (used > 0 && used + 1 + needed > columns)) {
      result += '\n';
      result += indent;
      used = text_columns(indent);
    } else if (used > 0) {
      result += ' ';
      ++used;
    }
    result += word;
    used += needed;
    start = end + 1;
  }
  return result;
}

void Table::row(std::vector<std::string> cells) {
  assert(cells.size() == alignment_.size());
  rows_.push_back(std::move(cells));
}

std::vector<int> Table::widths() const {
  std::vector<int> widths(alignment_.size(), 0);
  for (const auto& cells : rows_) {
    for (std::size_t i = 0; i < cells.size(); ++i) {
      widths[i] = std::max(widths[i], text_columns(cells[i]));
    }
  }
  return widths;
}

void Table::print(std::ostream& out) const {
  const std::vector<int> widths = this->widths();
  for (const auto& cells : rows_) {
    std::string line;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const std::string padding(static_cast<std::size_t>(widths[i] - text_columns(cells[i])), ' ');
      line += i > 0 ? std::string(gap, ' ') : "";
      line += alignment_[i] == 'r' ? padding + cells[i] : cells[i] + padding;
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out << line << '\n';
  }
}

}  // namespace warpscope
