#pragma once

#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// 32-byte sectors of global memory that one warp access touches; arrays start at a sector's
/// start (cudaMalloc aligns to 256 bytes). 0 for other spaces.
/// Source: Nsight Compute, l1tex__t_sectors_pipe_lsu_mem_global_op_{ld,st}.
inline constexpr int sector_bytes = 32;
[[nodiscard]] int sectors(const Trace& trace, const Access& access);
/// Sectors that the active lanes' bytes would fill if they lay side by side.
[[nodiscard]] int ideal_sectors(const Trace& trace, const Access& access);

}  // namespace warpscope
