#pragma once

namespace warpscope {

// Local memory holds what the compiler cannot keep in registers, such as an array whose index it does
// not know. Each thread has its own, but a warp's lie interleaved: words of one number that neighbouring
// lanes own are neighbours. So an access is coalesced if all lanes use the same index.
// Source: CUDA C++ Programming Guide, device memory accesses, local memory: "organized such that
// consecutive 32-bit words are accessed by consecutive thread IDs".

inline constexpr int local_lanes = 32;  ///< whose words interleave: those of a warp

/// Where element `element` of `count` lies that thread `thread` of the block owns: an index of the
/// array in which a trace keeps the elements of all threads. Elements are 32-bit words.
constexpr int local_index(int count, int thread, int element) {
  return (thread / local_lanes * count + element) * local_lanes + thread % local_lanes;
}

}  // namespace warpscope
