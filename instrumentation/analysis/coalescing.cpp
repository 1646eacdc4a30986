#include "instrumentation/analysis/coalescing.hpp"

#include <algorithm>
#include <array>

namespace warpscope {
namespace {

struct Footprint {
  std::int64_t sectors = 0;
  std::int64_t bytes = 0;  // that lanes share count once
};

/// What the lanes' elements cover together: their byte ranges in rising order, swept once.
Footprint footprint(const Trace& trace, const Access& access) {
  const std::int64_t size = trace.arrays[access.array].type.bytes();
  const auto indices = trace.lane_indices(access);
  std::array<std::int32_t, warp_lanes> sorted;
  const auto end = std::copy(indices.begin(), indices.end(), sorted.begin());
  if (!std::is_sorted(sorted.begin(), end)) std::sort(sorted.begin(), end);

  Footprint covered;
  std::int64_t last_sector = -1;
  const std::int32_t* previous = nullptr;
  for (auto element = sorted.begin(); element != end; previous = &*element++) {
    if (previous != nullptr && *previous == *element) continue;
    const std::int64_t first_byte = std::max<std::int64_t>(*element, 0) * size;
    const std::int64_t first = std::max(first_byte / sector_bytes, last_sector + 1);
    const std::int64_t last = (first_byte + size - 1) / sector_bytes;
    covered.sectors += std::max<std::int64_t>(last - first + 1, 0);
    covered.bytes += size;
    last_sector = std::max(last, last_sector);
  }
  return covered;
}

bool is_global(const Trace& trace, const Access& access) {
  return trace.arrays[access.array].space == Space::global;
}

}  // namespace

int sectors(const Trace& trace, const Access& access) {
  if (!is_global(trace, access)) return 0;
  return static_cast<int>(footprint(trace, access).sectors);
}

int ideal_sectors(const Trace& trace, const Access& access) {
  if (!is_global(trace, access)) return 0;
  return static_cast<int>((footprint(trace, access).bytes + sector_bytes - 1) / sector_bytes);
}

}  // namespace warpscope
