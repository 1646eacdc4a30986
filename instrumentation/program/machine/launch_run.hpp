#pragma once

#include "instrumentation/program/machine/machine_state.hpp"
#include "instrumentation/program/machine/watched_kernel.hpp"

namespace warpscope {

/// Runs all blocks of a launch, from the first to the last: recorded, checked or at speed. Completes what is
/// `told` of it. Returns a cudaError_t, as run_launch().
[[nodiscard]] int run_blocks(ProgramMachine& machine, const WatchedKernel& kernel,
                             const Simt::Launch& launch, ProgramLaunch& told);

}  // namespace warpscope
