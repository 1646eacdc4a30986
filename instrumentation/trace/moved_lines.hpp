#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace warpscope {

/// For each line of `before`, counted from 1 at index 1, its number in `after`: where it still
/// stands, else where what came in its place begins, else that of the line behind it. Blanks at the
/// ends of a line do not matter. 0 only at index 0 and if `after` is empty.
[[nodiscard]] std::vector<std::uint32_t> moved_lines(std::string_view before,
                                                     std::string_view after);

}  // namespace warpscope
