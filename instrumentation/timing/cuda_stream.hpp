#pragma once

// Of CUDA's headers, which only .cu and .cuh files include.
struct CUstream_st;

namespace warpscope {

/// The stream, a cudaStream_t, that everything on the GPU is timed on. It does not wait for the
/// default stream: what prepares a subject there must have ended before it is timed. Only where
/// built with CUDA; fails as a launch on it would.
[[nodiscard]] CUstream_st* timing_stream();

}  // namespace warpscope
