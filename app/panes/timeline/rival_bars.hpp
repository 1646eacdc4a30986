#pragma once

#include <span>
#include <vector>

#include "app/comparison/alignment.hpp"
#include "app/panes/timeline/timeline_layout.hpp"

namespace warpscope {

/// The right run of a comparison on the time axis of the left: for each of the left's bars what stands beside its accesses.
/// Bars stand on the floor of `area`, in the columns of `bars`; their accesses are the left's.
[[nodiscard]] std::vector<TimelineBar> rival_bars(Rect area, std::span<const TimelineBar> bars,
                                                  const DegreeCounts& right,
                                                  const Alignment& alignment, int max_degree);

}  // namespace warpscope
