#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "instrumentation/run/run.hpp"

namespace warpscope {

/// Wavefronts of shared memory that the bank model (cc5) counts for all blocks of a launch: those
/// of one block, which the emulator runs at a small size with the same threads and parameters,
/// times the number of blocks. 0 if the kernel uses no shared memory, if its host program makes
/// several launches, or if a block's work depends on the size in another way than a loop over a
/// matrix's side.
[[nodiscard]] std::uint64_t modelled_wavefronts(const RunRequest& request);

/// Pearson's: 1 if one rises in proportion to the other. nullopt if there are fewer than three
/// pairs, or if one side does not vary.
[[nodiscard]] std::optional<double> correlation(std::span<const double> modelled,
                                                std::span<const double> measured);

}  // namespace warpscope
