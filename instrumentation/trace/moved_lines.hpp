#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace warpscope {

/// The lines of a text, without blanks at their ends.
[[nodiscard]] std::vector<std::string_view> trimmed_lines(std::string_view text);

/// For each line of `before`, counted from 1 at index 1, its number in `after`: where it still
/// stands, else where what came in its place begins, else that of the line behind it. Blanks at the
/// ends of a line do not matter. 0 only at index 0 and if `after` is empty.
[[nodiscard]] std::vector<std::uint32_t> moved_lines(std::string_view before,
                                                     std::string_view after);

/// Lines [first, end) of another version of a text, counted from 1.
struct LineSpan {
  std::uint32_t first = 0, end = 0;
};
/// For each line of `before`, counted from 1 at index 1: the line of `after` where it still stands,
/// else all lines that came in place of it and its changed neighbours; none if it was taken out.
[[nodiscard]] std::vector<LineSpan> line_spans(std::string_view before, std::string_view after);

}  // namespace warpscope
