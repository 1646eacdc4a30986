#include "app/panes/timeline/rival_bars.hpp"

#include <algorithm>
#include <cstddef>

namespace warpscope {

std::vector<TimelineBar> rival_bars(Rect area, std::span<const TimelineBar> bars,
                                    const MaxPyramid& right, const Alignment& alignment,
                                    int max_degree) {
  std::vector<TimelineBar> beside;
  beside.reserve(bars.size());
  for (const TimelineBar& bar : bars) {
    const std::size_t first = alignment.to_right(bar.first);
    // Up to what stands beside the next bar; of a part that the right side lacks, what was before it.
    const std::size_t next = std::min<std::size_t>(alignment.to_right(bar.last), right.size());
    const int degree = std::max<int>(1, right.max(first, std::max(next, first + 1)));
    const float height = bar_height(area.h, degree, max_degree);
    beside.push_back(
        {{bar.rect.x, area.bottom() - height, bar.rect.w, height}, bar.first, bar.last, degree});
  }
  return beside;
}

}  // namespace warpscope
