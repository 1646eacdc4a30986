#pragma once

#include <cuda_runtime.h>

#include <string>

namespace warpscope {

/// A CUDA call failed; thrown inside the CUDA machines, an Error outside of them.
struct DeviceError {
  cudaError_t code = cudaSuccess;
  std::string what;
};

inline void check(cudaError_t code, const char* doing) {
  if (code != cudaSuccess) {
    throw DeviceError{code, std::string(doing) + ": " + cudaGetErrorString(code)};
  }
}

/// Device memory that frees itself.
class CudaMemory {
 public:
  explicit CudaMemory(std::size_t bytes) : bytes_(bytes) {
    check(cudaMalloc(&data_, bytes > 0 ? bytes : 1), "allocating device memory");
  }
  ~CudaMemory() { cudaFree(data_); }
  CudaMemory(const CudaMemory&) = delete;
  CudaMemory& operator=(const CudaMemory&) = delete;

  template <class T>
  [[nodiscard]] T* as() const {
    return static_cast<T*>(data_);
  }
  [[nodiscard]] std::size_t bytes() const { return bytes_; }
  void clear() const { check(cudaMemset(data_, 0, bytes_), "clearing device memory"); }

 private:
  void* data_ = nullptr;
  std::size_t bytes_ = 0;
};

}  // namespace warpscope
