#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "instrumentation/run/run.hpp"

namespace warpscope {

/// Passes over shared memory that the bank model (cc5) counts for all blocks of a launch: those of
/// one block, which the emulator runs at a small size with the same threads and parameters, times
/// the blocks. 0: the kernel uses no shared memory, its host program makes several launches, or what
/// a block does depends on the size in another way than a loop over a matrix's side.
[[nodiscard]] std::uint64_t modelled_wavefronts(const RunRequest& request);

/// Pearson's: 1 where the one rises in proportion to the other. nullopt where there are less than
/// three pairs, or one side does not vary.
[[nodiscard]] std::optional<double> correlation(std::span<const double> modelled,
                                                std::span<const double> measured);

}  // namespace warpscope
