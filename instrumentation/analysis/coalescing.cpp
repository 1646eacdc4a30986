#include "instrumentation/analysis/coalescing.hpp"

#include <algorithm>
#include <array>

namespace warpscope {

GlobalRequest global_request(const Trace& trace, const Access& access) {
  const Array& array = trace.arrays[access.array];
  if (array.space != Space::global) return {};
  const std::int64_t size = array.type.bytes();
  const auto indices = trace.lane_indices(access);
  std::array<std::int32_t, warp_lanes> sorted;
  const auto end = std::copy(indices.begin(), indices.end(), sorted.begin());
  if (!std::is_sorted(sorted.begin(), end)) std::sort(sorted.begin(), end);

  // One sweep over the elements in rising order, each once.
  const auto last_element = std::unique(sorted.begin(), end);
  std::int64_t count = 0, bytes = 0, next_sector = 0;
  for (auto element = sorted.begin(); element != last_element; ++element) {
    const std::int64_t first_byte = std::max<std::int64_t>(*element, 0) * size;
    const std::int64_t last = (first_byte + size - 1) / sector_bytes;
    count += std::max<std::int64_t>(last - std::max(first_byte / sector_bytes, next_sector) + 1, 0);
    next_sector = std::max(next_sector, last + 1);
    bytes += size;
  }
  const std::int64_t ideal = (bytes + sector_bytes - 1) / sector_bytes;
  return {static_cast<int>(count), static_cast<int>(ideal), static_cast<int>(bytes)};
}

}  // namespace warpscope
