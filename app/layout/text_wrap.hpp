#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope {

/// Pixels that a text takes.
using MeasureText = std::function<float(std::string_view)>;

/// Breaks a text at blanks, but not between a number and its "%", into lines no wider than `room`.
/// Formulas, "n / 2 + 1", stay whole if that leaves no short line and all lines fit. A blank that
/// does not break, U+00A0, is a letter. The rest after `max_lines` stays on the last line; a word
/// wider than the room gets a line of its own.
[[nodiscard]] std::vector<std::string_view> wrap_text(std::string_view text, float room,
                                                      int max_lines, const MeasureText& measure);
std::vector<std::string_view> wrap_text(std::string&& text, float, int, const MeasureText&) =
    delete;  ///< the lines would be of a text that is gone

/// The longest beginning of a text that fits and ends where one of its parts does: before ", ", ";
/// ", " (", " · " or two blanks. Empty if not even the first part fits.
[[nodiscard]] std::string_view whole_parts(std::string_view text, float room,
                                           const MeasureText& measure);

}  // namespace warpscope
