#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace warpscope {

/// Puts groups of these heights, in their order and without splitting any, into at most `most`
/// columns of which the highest is as low as possible. Returns the group at the top of each column,
/// and last the number of groups.
[[nodiscard]] std::vector<std::size_t> pack_columns(std::span<const float> heights, int most);

}  // namespace warpscope
