#pragma once

#include "instrumentation/trace/trace.hpp"

namespace warpscope {

inline constexpr int sector_bytes = 32;

/// One warp access's demand on global or local memory. Arrays start at a sector's start (cudaMalloc
/// aligns to 256 bytes; local memory gives each word a line of its own). All 0 for other spaces.
/// Source: Nsight Compute, l1tex__t_sectors_pipe_lsu_mem_{global,local}_op_{ld,st}; of atomic adds of 4
/// bytes l1tex__t_sectors_pipe_lsu_mem_global_op_red, the rule for them as found on an H200.
struct GlobalRequest {
  int requests = 0;  ///< instructions: one, but elements of 3 or 12 bytes are fetched in pieces
  int sectors = 0;   ///< of 32 bytes, that the access touches
  int ideal = 0;     ///< sectors that the bytes would fill if they lay side by side
  int bytes = 0;     ///< that the lanes want; what several lanes want counts once
};
[[nodiscard]] GlobalRequest global_request(const Trace& trace, const Access& access);

[[nodiscard]] inline int sectors(const Trace& trace, const Access& access) {
  return global_request(trace, access).sectors;
}
[[nodiscard]] inline int ideal_sectors(const Trace& trace, const Access& access) {
  return global_request(trace, access).ideal;
}

}  // namespace warpscope
