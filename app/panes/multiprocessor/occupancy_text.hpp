#pragma once

#include <string>

#include "instrumentation/analysis/occupancy.hpp"

namespace warpscope {

// The occupancy page in words, English or Russian.

/// "50 %".
[[nodiscard]] std::string occupancy_percent(const Occupancy& occupancy);
/// "4 blocks of 8 warps: 32 of 64 warp slots".
[[nodiscard]] std::string resident_text(const Occupancy& occupancy, bool russian);
/// "limited by registers and shared memory"; why it cannot run, if it cannot.
[[nodiscard]] std::string limits_text(const MultiprocessorLimits& machine,
                                      const OccupancyRequest& request, const Occupancy& occupancy,
                                      bool russian);
/// "registers".
[[nodiscard]] std::string_view limit_name(OccupancyLimit limit, bool russian);
/// "12 KiB", "1,088 B".
[[nodiscard]] std::string bytes_text(int bytes);

}  // namespace warpscope
