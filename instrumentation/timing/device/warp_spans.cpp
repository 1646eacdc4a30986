#include "instrumentation/timing/device/warp_spans.hpp"

#include <algorithm>
#include <map>
#include <vector>

namespace warpscope {

SpanFigures median_multiprocessor(std::span<const ClockedSpan> spans) {
  struct Busy {
    long long begin = 0, end = 0;
    int warps = 0;
  };
  std::map<unsigned, Busy> busy;
  for (const ClockedSpan& span : spans) {
    Busy& all = busy.try_emplace(span.multiprocessor, Busy{span.begin, span.end}).first->second;
    all.begin = std::min(all.begin, span.begin);
    all.end = std::max(all.end, span.end);
    ++all.warps;
  }
  std::vector<SpanFigures> figures;
  for (const auto& [multiprocessor, all] : busy) {
    if (all.end <= all.begin) continue;
    figures.push_back({static_cast<double>(all.end - all.begin), all.warps});
  }
  if (figures.empty()) return {};
  const auto middle = figures.begin() + static_cast<std::ptrdiff_t>(figures.size() / 2);
  std::ranges::nth_element(figures, middle, {},
                           [](const SpanFigures& each) { return each.cycles / each.warps; });
  return *middle;
}

}  // namespace warpscope
