#pragma once

#include <cstddef>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope {

inline constexpr int terminal_columns = 80;

/// Columns that a text takes in a terminal: one per UTF-8 character.
[[nodiscard]] int text_columns(std::string_view text);

/// Text cut to `columns` with an ellipsis.
[[nodiscard]] std::string shortened(std::string_view text, int columns);

/// Text with blanks behind it, or before it, up to `columns`.
[[nodiscard]] std::string padded(std::string text, int columns);
[[nodiscard]] std::string padded_left(std::string text, int columns);

/// Text broken between words so that no line passes `columns`; lines are joined by '\n' and
/// `indent`. Line breaks in the text stay.
[[nodiscard]] std::string wrapped(std::string_view text, int columns, std::string_view indent = "");

/// Rows of words and numbers, aligned: a column is 'l' left or 'r' right, two blanks apart.
class Table {
 public:
  explicit Table(std::string alignment) : alignment_(std::move(alignment)) {}

  void row(std::vector<std::string> cells);
  void print(std::ostream& out) const;

 private:
  [[nodiscard]] std::vector<int> widths() const;

  std::string alignment_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace warpscope
