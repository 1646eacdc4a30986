#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace warpscope {

/// Puts groups of these heights, in their order and none of them torn, into at most `most` columns
/// of which the highest is as low as can be. Gives the group at the top of each column, and last
/// the number of groups.
[[nodiscard]] std::vector<std::size_t> pack_columns(std::span<const float> heights, int most);

}  // namespace warpscope
