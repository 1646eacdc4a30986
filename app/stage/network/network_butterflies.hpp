#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "app/stage/network/network_ops.hpp"

namespace warpscope {

/// Values that a butterfly makes, and wires that it makes them of, at most.
inline constexpr std::size_t most_wings = 16;

/// Finds the butterflies of a column: groups of joins, 2 to most_wings, made of the same wires, as
/// many as there are joins. Two numbers make two in a Fourier transform of radix 2, four make four
/// in radix 4. Half of one would look like something else, a comparator perhaps, so each is drawn
/// whole or not at all. Sets NetworkOp::butterfly, counted from the top, and returns how many there
/// are. `sources` holds the wires that NetworkOp::first_source counts in.
std::uint32_t find_butterflies(std::span<NetworkOp> ops, std::span<const std::int32_t> sources);

}  // namespace warpscope
