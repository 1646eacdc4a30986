#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "instrumentation/block/element_of.hpp"
#include "instrumentation/block/native.cuh"
#include "instrumentation/language/sentence.hpp"
#include "instrumentation/run/cuda_check.cuh"
#include "instrumentation/run/kernel_source.hpp"
#include "instrumentation/trace/trace_builder.hpp"
#include "kernels/problem.hpp"

namespace warpscope {

/// A global array as the host sees it; a value, so that it can be a kernel's argument.
template <class T>
struct DeviceBuffer {
  T* data = nullptr;
  int count = 0;
  std::uint32_t id = 0;  ///< position among the machine's arrays
  [[nodiscard]] DeviceBuffer<const T> read_only() const { return {data, count, id}; }
};
/// An array in constant memory.
template <class T>
struct DeviceConstant {
  int first = 0;  ///< byte in constant_memory
  std::uint32_t id = 0;
};

inline dim3 dimensions(Extent extent) {
  return {static_cast<unsigned>(extent.x), static_cast<unsigned>(std::max(extent.y, 1))};
}

/// Without being asked before, CUDA gives a block no more shared memory than 48 KiB.
template <class Function>
void allow_shared(Function* kernel, std::size_t bytes) {
  constexpr std::size_t given_anyway = 48 * 1024;
  if (bytes <= given_anyway) return;
  check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                             static_cast<int>(bytes)),
        "asking for the kernel's shared memory");
}

/// Buffers and copies, the same for both CUDA machines (see kernels/program.hpp).
class CudaBuffers {
 public:
  template <class T, class Element>
  DeviceBuffer<const T> upload(const char* name, const Problem<Element>& problem,
                               std::int64_t columns = 0) {
    const std::size_t total = static_cast<std::size_t>(problem.count) * sizeof(Element);
    Memory& memory = add_array<T>(name, static_cast<std::int64_t>(total / sizeof(T)), columns);
    auto* to = memory.device->template as<char>();
    std::size_t filled = std::min(total, problem.input.size() * sizeof(Element));
    check(cudaMemcpy(to, problem.input.data(), filled, cudaMemcpyHostToDevice),
          "copying the input");
    for (; filled < total; filled += std::min(filled, total - filled)) {  // a short input repeats
      check(cudaMemcpy(to + filled, to, std::min(filled, total - filled), cudaMemcpyDeviceToDevice),
            "repeating the input");
    }
    memory.written = false;
    tell(tell_upload(memory.array));
    return last<const T>();
  }

  template <class T>
  DeviceBuffer<T> upload(const char* name, const std::vector<T>& values, std::int64_t columns = 0) {
    Memory& memory = add_array<T>(name, std::ssize(values), columns);
    check(cudaMemcpy(memory.device->template as<void>(), values.data(), values.size() * sizeof(T),
                     cudaMemcpyHostToDevice),
          "copying the input");
    tell(tell_upload(memory.array));
    return last<T>();
  }

  template <class T>
  DeviceConstant<T> constant(const char* name, const std::vector<T>& values) {
    const auto* bytes = reinterpret_cast<const std::byte*>(values.data());
    const int first = add_constant(name, ElementOf<T>::type, std::ssize(values),
                                   {bytes, bytes + values.size() * sizeof(T)});
    tell(tell_upload(arrays_.back().array));
    return {first, static_cast<std::uint32_t>(arrays_.size() - 1)};
  }

  template <class T>
  DeviceBuffer<T> allocate(const char* name, std::int64_t count, std::int64_t columns = 0) {
    tell(tell_allocation(add_array<T>(name, count, columns).array));
    return last<T>();
  }

  template <class T>
  void clear(DeviceBuffer<T> buffer) {
    arrays_[buffer.id].device->clear();
    tell(tell_clear(arrays_[buffer.id].array));
  }

 protected:
  /// `trace` hears what the host does; may be nullptr.
  explicit CudaBuffers(TraceBuilder* trace) : trace_(trace) {}

  template <class T>
  std::vector<std::remove_const_t<T>> copy_back(DeviceBuffer<T> buffer) {
    std::vector<std::remove_const_t<T>> values(static_cast<std::size_t>(buffer.count));
    check(cudaMemcpy(values.data(), buffer.data, values.size() * sizeof(T), cudaMemcpyDeviceToHost),
          "copying the result");
    tell(tell_download(arrays_[buffer.id].array));
    return values;
  }

  struct Memory {
    Array array;
    std::unique_ptr<CudaMemory> device;  ///< nullptr: in constant memory
    std::vector<std::byte> constant;
    int first = 0;        ///< byte in constant_memory
    bool written = true;  ///< a kernel may write to it
  };

  /// Puts the constant arrays where the kernels of a file see them. Each file has a constant_memory of its own,
  /// so the caller names it: a function here that did would be merged with those of other files.
  void fill_constant_memory(const void* symbol) const;

  std::vector<Memory> arrays_;

 private:
  template <class T>
  Memory& add_array(const char* name, std::int64_t count, std::int64_t columns) {
    return add(name, ElementOf<T>::type, count, columns,
               static_cast<std::size_t>(count) * sizeof(T));
  }
  template <class T>
  [[nodiscard]] DeviceBuffer<T> last() const {
    const Memory& memory = arrays_.back();
    return {memory.device->template as<T>(), static_cast<int>(memory.array.count),
            static_cast<std::uint32_t>(arrays_.size() - 1)};
  }
  Memory& add(const char* name, ElementType type, std::int64_t count, std::int64_t columns,
              std::size_t bytes);
  int add_constant(const char* name, ElementType type, std::int64_t count,
                   std::vector<std::byte> bytes);
  void tell(Sentence text) {
    if (trace_ != nullptr) trace_->host(std::move(text));
  }

  TraceBuilder* trace_;
  int constant_used_ = 0;
};

}  // namespace warpscope
