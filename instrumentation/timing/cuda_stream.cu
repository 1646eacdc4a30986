#include "instrumentation/timing/cuda_stream.hpp"

#include "instrumentation/run/cuda_check.cuh"

namespace warpscope {

CUstream_st* timing_stream() {
  static cudaStream_t stream = [] {
    cudaStream_t made = nullptr;
    check(cudaStreamCreateWithFlags(&made, cudaStreamNonBlocking), "making a stream");
    return made;
  }();
  return stream;
}

}  // namespace warpscope
