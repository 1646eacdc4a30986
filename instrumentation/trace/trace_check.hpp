#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// Bounds that keep a hostile file from asking for absurd memory; far above any device's.
inline constexpr std::uint32_t max_shared_bytes = 1U << 20;
inline constexpr std::int32_t max_block_threads = 1024;
inline constexpr std::size_t max_arrays = 1U << 14;  ///< of any trace; pictures compare them all
inline constexpr std::int64_t max_array_elements = std::int64_t{1} << 40;
/// Elements lie within ± so far of their array, so that nobody's arithmetic overflows.
inline constexpr ElementIndex max_element_index = ElementIndex{1} << 56;
inline constexpr std::int32_t max_grid_rows = 65535;  ///< of its second and third dimension
inline constexpr int max_lane_bytes = 16;             ///< that a lane moves at once
inline constexpr std::uint32_t max_source_lines = 1U << 20;
inline constexpr std::uint64_t max_source_bytes = std::uint64_t{64} << 20;  ///< of all sources
inline constexpr std::uint64_t max_steps = std::uint64_t{1} << 22;

/// The first thing in a trace that breaks what trace.hpp promises (ids that lead nowhere, ranges
/// out of bounds, accesses out of order, …) as part of a sentence; nothing when all holds. A
/// reader of a trace without a fault may follow every id and range, but not trust that an element
/// lies in its array: out-of-bounds accesses are recorded as they happened.
[[nodiscard]] std::optional<std::string> find_fault(const Trace& trace);

}  // namespace warpscope
