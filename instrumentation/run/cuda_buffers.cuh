#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "instrumentation/block/element_of.hpp"
#include "instrumentation/run/cuda_check.cuh"
#include "instrumentation/trace/trace.hpp"
#include "kernels/problem.hpp"

namespace warpscope {

/// A global array as the host sees it; a value, so that it can be a kernel's argument.
template <class T>
struct DeviceBuffer {
  T* data = nullptr;
  int count = 0;
  std::uint32_t id = 0;  ///< position among the machine's arrays
};

/// Buffers and copies, the same for both CUDA machines.
class CudaBuffers {
 public:
  template <class T, class Element>
  DeviceBuffer<const T> upload(const char* name, const Problem<Element>& problem) {
    const auto buffer =
        allocate<T>(name, problem.size * static_cast<std::int64_t>(sizeof(Element)) /
                              static_cast<std::int64_t>(sizeof(T)));
    auto* to = reinterpret_cast<char*>(buffer.data);
    const std::size_t total = static_cast<std::size_t>(problem.size) * sizeof(Element);
    std::size_t filled = std::min(total, problem.input.size() * sizeof(Element));
    check(cudaMemcpy(to, problem.input.data(), filled, cudaMemcpyHostToDevice),
          "copying the input");
    for (; filled < total; filled += std::min(filled, total - filled)) {  // a short input repeats
      check(cudaMemcpy(to + filled, to, std::min(filled, total - filled), cudaMemcpyDeviceToDevice),
            "repeating the input");
    }
    arrays_.back().written = false;
    return {buffer.data, buffer.count, buffer.id};
  }

  template <class T>
  DeviceBuffer<T> allocate(const char* name, std::int64_t count) {
    Memory& memory =
        add(name, ElementOf<T>::type, count, static_cast<std::size_t>(count) * sizeof(T));
    return {memory.device->template as<T>(), static_cast<int>(count),
            static_cast<std::uint32_t>(arrays_.size() - 1)};
  }

 protected:
  template <class T>
  static std::vector<T> copy_back(DeviceBuffer<T> buffer) {
    std::vector<T> values(static_cast<std::size_t>(buffer.count));
    check(cudaMemcpy(values.data(), buffer.data, values.size() * sizeof(T), cudaMemcpyDeviceToHost),
          "copying the result");
    return values;
  }

  struct Memory {
    Array array;
    std::unique_ptr<DeviceMemory> device;
    bool written = true;  ///< a kernel may write to it
  };
  std::vector<Memory> arrays_;

 private:
  Memory& add(const char* name, ElementType type, std::int64_t count, std::size_t bytes);
};

}  // namespace warpscope
