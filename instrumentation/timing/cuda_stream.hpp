#pragma once

// Declared by CUDA's headers, which only .cu and .cuh files include.
struct CUstream_st;

namespace warpscope {

/// The stream, a cudaStream_t, on which everything on the GPU is timed. It does not wait for the
/// default stream, so work that prepares a subject there must have ended before the subject is
/// timed. Built only with CUDA; fails as a launch on it would.
[[nodiscard]] CUstream_st* timing_stream();

}  // namespace warpscope
