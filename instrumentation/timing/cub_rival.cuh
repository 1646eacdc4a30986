#pragma once

#include <cuda_runtime.h>

#include "instrumentation/timing/library_rival.cuh"

namespace warpscope {

/// Base of a Set (library_rival.cuh) that calls CUB. A derived class has
///   cudaError_t enqueue(void* scratch, std::size_t& bytes)
/// which only asks for the bytes where scratch is nullptr.
template <class Derived>
class CubSet {
 public:
  void prepare() {}
  [[nodiscard]] std::size_t scratch_bytes() {
    std::size_t bytes = 0;
    check(self().enqueue(nullptr, bytes), "asking CUB for its scratch memory");
    return bytes;
  }
  void call(const CudaMemory& scratch) {
    std::size_t bytes = scratch.bytes();
    check(self().enqueue(scratch.as<void>(), bytes), "running CUB");
  }

 private:
  [[nodiscard]] Derived& self() { return static_cast<Derived&>(*this); }
};

}  // namespace warpscope
