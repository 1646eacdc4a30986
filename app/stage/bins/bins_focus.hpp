#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "app/stage/bins/bins_layout.hpp"
#include "app/views/parts/focus_map.hpp"

namespace warpscope {

/// The bins that are shown large, in order, at most `room`: those that lanes want now, else the first ones; then those
/// between them where that closes a gap, and those around them.
[[nodiscard]] std::vector<std::int64_t> choose_bins(const std::vector<FallingLane>& lanes,
                                                    std::int64_t bins, std::size_t room);

/// All bins as a map: a column each, or for some, as high as the count. `shares`: of the map's height, by bin.
[[nodiscard]] FocusMap bins_map(const std::vector<float>& shares,
                                const std::vector<FallingLane>& lanes,
                                std::span<const std::int64_t> large);
/// The first bin of a column.
[[nodiscard]] std::int64_t bin_of_column(std::uint32_t column, std::int64_t bins);

/// The access to counters or totals, of the present launch, that goes nearest to a bin: of several the next one from
/// `access` on, else the first one; nullopt if there is none.
[[nodiscard]] std::optional<std::uint32_t> next_count(const Trace& trace, const Counters& counters,
                                                      std::uint32_t access, std::int64_t bin);

}  // namespace warpscope
