#pragma once

#include <cstdint>

#include "instrumentation/program/machine/simt.hpp"

namespace warpscope {

/// Runs the blocks [first, end) of a launch at speed, side by side on all cores. They begin in
/// order. Atomics of global memory, and whatever else passes wait_for_turn(), happen in the order of the blocks, so
/// the result is that of one block after another unless blocks race. False: one of them ended the launch.
[[nodiscard]] bool run_blocks_at_speed(const Simt::Launch& launch, Dim3 grid, std::int64_t first,
                                       std::int64_t end);

/// Returns when all blocks before the running lane's have ended; at once if it runs alone.
void wait_for_turn();

}  // namespace warpscope
