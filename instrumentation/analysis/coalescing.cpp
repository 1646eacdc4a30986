#include "instrumentation/analysis/coalescing.hpp"

#include <algorithm>
#include <array>
#include <span>

namespace warpscope {

namespace {

/// Sectors touched by `bytes` at the same offset from each of the elements, which rise.
int sectors_of(std::span<const ElementIndex> elements, std::int64_t size, std::int64_t offset,
               std::int64_t bytes) {
  std::int64_t count = 0, next_sector = 0;
  for (const ElementIndex element : elements) {
    const std::int64_t first_byte = std::max<std::int64_t>(element, 0) * size + offset;
    const std::int64_t last = (first_byte + bytes - 1) / sector_bytes;
    count += std::max<std::int64_t>(last - std::max(first_byte / sector_bytes, next_sector) + 1, 0);
    next_sector = std::max(next_sector, last + 1);
  }
  return static_cast<int>(count);
}

/// Lanes that add to one element take turns, and each turn touches the sector again, so a sector
/// counts once for each turn of its most wanted element. `sorted`: the elements of all lanes.
int sectors_of_atomic(std::span<const ElementIndex> sorted, std::int64_t size) {
  int count = 0, turns = 0, most = 0;
  std::int64_t sector = -1;
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    const std::int64_t here = std::max<ElementIndex>(sorted[i], 0) * size / sector_bytes;
    turns = i > 0 && sorted[i] == sorted[i - 1] ? turns + 1 : 1;
    if (here != sector) {
      count += most;
      most = 0;
      sector = here;
    }
    most = std::max(most, turns);
  }
  return count + most;
}

}  // namespace

GlobalRequest global_request(const Trace& trace, const Access& access) {
  const Array& array = trace.arrays[access.array];
  if (!moves_sectors(array.space)) return {};
  const std::int64_t size = array.type.bytes();
  const auto indices = trace.lane_indices(access);
  std::array<ElementIndex, warp_lanes> sorted;
  const auto end = std::copy(indices.begin(), indices.end(), sorted.begin());
  if (!std::is_sorted(sorted.begin(), end)) std::sort(sorted.begin(), end);
  GlobalRequest request;
  const bool atomic = is_atomic(access.operation);
  const int atomic_sectors = atomic ? sectors_of_atomic(std::span(sorted.begin(), end), size) : 0;
  const std::span elements(sorted.begin(), std::unique(sorted.begin(), end));
  const std::int64_t moved = trace.lane_bytes(access);
  const std::int64_t piece = std::min<std::int64_t>(moved & -moved, 16);
  for (std::int64_t offset = 0; offset < moved; offset += piece) {
    ++request.requests;
    request.sectors += sectors_of(elements, size, offset, piece);
  }
  if (atomic) request.sectors = atomic_sectors;
  request.bytes = static_cast<int>(std::ssize(elements) * moved);
  request.ideal = (request.bytes + sector_bytes - 1) / sector_bytes;
  return request;
}

}  // namespace warpscope
