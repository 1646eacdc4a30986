#pragma once

#include <string>
#include <string_view>

namespace warpscope {

/// A text as RFC 4180 wants it: in quotes if it holds a comma, a quote or an end of line. One that
/// a spreadsheet would take for a formula gets an apostrophe in front. Not for numbers.
[[nodiscard]] std::string csv_field(std::string_view text);

}  // namespace warpscope
