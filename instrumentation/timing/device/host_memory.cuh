#pragma once

#include <cstdlib>
#include <cstring>
#include <new>

#include "instrumentation/run/cuda_check.cuh"

namespace warpscope {

/// Memory of the host that the system does not move, so that the device copies it by itself.
class PinnedMemory {
 public:
  explicit PinnedMemory(std::size_t bytes) {
    check(cudaMallocHost(&data_, bytes), "allocating pinned memory");
    std::memset(data_, 1, bytes);
  }
  ~PinnedMemory() { cudaFreeHost(data_); }
  PinnedMemory(const PinnedMemory&) = delete;
  PinnedMemory& operator=(const PinnedMemory&) = delete;

  [[nodiscard]] char* data() const { return static_cast<char*>(data_); }

 private:
  void* data_ = nullptr;
};

/// Memory as malloc gives it, each page of it touched.
class PageableMemory {
 public:
  explicit PageableMemory(std::size_t bytes) : data_(std::malloc(bytes)) {
    if (data_ == nullptr) throw std::bad_alloc();
    std::memset(data_, 1, bytes);
  }
  ~PageableMemory() { std::free(data_); }
  PageableMemory(const PageableMemory&) = delete;
  PageableMemory& operator=(const PageableMemory&) = delete;

  [[nodiscard]] char* data() const { return static_cast<char*>(data_); }

 private:
  void* data_;
};

}  // namespace warpscope
