#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/subject/console_page.hpp"
#include "app/subject/file_place.hpp"

namespace warpscope {

/// A line of the console, before it is broken to the pane's width.
struct OutputLine {
  enum class Ink : std::uint8_t { plain, muted, busy, error, warning };
  std::string text;
  Ink ink = Ink::plain;
  int block = -1;             ///< lines of one message: they are clicked together; -1: of none
  Ink tone = Ink::plain;      ///< of that message
  bool quote = false;         ///< a line of source, or the caret below it: cut, not broken
  std::size_t caret = 0;      ///< of a quote: the character that must be in sight
  FilePlace place{};          ///< what the line names; no file: nothing
  std::string command{};      ///< that a click runs
  std::uint64_t printed = 0;  ///< number of the line of output, from 1; 0: another line
};
/// How the program was built, what the compiler says, the program's output, and how it ended.
[[nodiscard]] std::vector<OutputLine> output_lines(const ConsolePage& page);

/// What a line is found by when the page has changed: its number in the output, else its text.
struct LineMark {
  std::uint64_t printed = 0;
  std::string text{};
  std::size_t same_above = 0;  ///< lines above it with this text
};
[[nodiscard]] LineMark mark_of(const std::vector<OutputLine>& lines, std::size_t line);
[[nodiscard]] std::optional<std::size_t> find_line(const std::vector<OutputLine>& lines,
                                                   const LineMark& mark);

/// "at reduce.cu:41" in a sentence about a program; relative to the page's folder.
[[nodiscard]] std::optional<FilePlace> named_place(const ConsolePage& page, std::string_view text);

/// A row of the pane: a part of a line.
struct OutputRow {
  std::size_t line = 0;
  std::size_t first = 0, length = 0;  ///< bytes of it
};
/// Breaks lines between words, so that no row has more characters; a longer word is broken.
[[nodiscard]] std::vector<OutputRow> output_rows(const std::vector<OutputLine>& lines, int columns);

}  // namespace warpscope
