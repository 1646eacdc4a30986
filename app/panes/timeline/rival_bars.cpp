#include "app/panes/timeline/rival_bars.hpp"

#include <algorithm>
#include <cstddef>

namespace warpscope {

std::vector<TimelineBar> rival_bars(Rect area, std::span<const TimelineBar> bars,
                                    const DegreeCounts& right, const Alignment& alignment,
                                    int max_degree) {
  std::vector<TimelineBar> beside;
  beside.reserve(bars.size());
  for (const TimelineBar& bar : bars) {
    const std::size_t first = alignment.to_right(bar.first);
    // Up to what stands beside the next bar; of a part that the right side lacks, what was before it.
    const std::size_t next = std::min<std::size_t>(alignment.to_right(bar.last), right.size());
    TimelineBar& made =
        beside.emplace_back(TimelineBar{.rect = bar.rect, .first = bar.first, .last = bar.last});
    fill_bar(made, area, right, first, std::max(next, first + 1), bar.alone(), max_degree);
  }
  return beside;
}

}  // namespace warpscope
