#pragma once

#include <vector>

#include "instrumentation/block/native.cuh"
#include "instrumentation/run/cuda_buffers.cuh"

namespace warpscope {

template <class Block, class Kernel, class... Arguments>
__global__ void native_kernel(Kernel kernel, Arguments... arguments) {
  Block block;
  kernel(block, arguments...);
}

template <class Block, class T>
Global<Block, T> bind_native(DeviceBuffer<T> buffer) {
  return Global<Block, T>(buffer.data, buffer.count);
}
template <class Block, class T>
Constant<Block, T> bind_native(DeviceConstant<T> constant) {
  return Constant<Block, T>(constant.first);
}
template <class Block, class Value>
Value bind_native(Value value) {
  return value;
}

/// Plain CUDA at full speed, each launch timed with events after a warm-up.
template <class Block = NativeBlock>
class BasicNativeMachine : public CudaBuffers {
 public:
  /// Without repetitions it launches once and gives the result; else it measures, and gives none.
  explicit BasicNativeMachine(int warmup = 0, int repetitions = 0)
      : CudaBuffers(nullptr),
        warmup_(warmup),
        repetitions_(repetitions),
        milliseconds_(static_cast<std::size_t>(std::max(1, repetitions))) {}

  template <class Kernel, class... Arguments>
  void launch(const Kernel& kernel, Extent grid, Extent block, std::size_t shared_bytes,
              Arguments... arguments) {
    fill_constant_memory<Kernel>();
    Event begin, end;
    for (int i = -warmup_; i < std::max(1, repetitions_); ++i) {
      check(cudaEventRecord(begin.event), "starting the clock");
      native_kernel<Block><<<dimensions(grid), dimensions(block), shared_bytes>>>(
          kernel, bind_native<Block>(arguments)...);
      check(cudaGetLastError(), "launching the kernel");
      check(cudaEventRecord(end.event), "stopping the clock");
      check(cudaEventSynchronize(end.event), "running the kernel");
      float milliseconds = 0;
      check(cudaEventElapsedTime(&milliseconds, begin.event, end.event), "reading the clock");
      if (i >= 0) milliseconds_[static_cast<std::size_t>(i)] += milliseconds;
    }
  }

  template <class T>
  std::vector<std::remove_const_t<T>> download(DeviceBuffer<T> buffer) {
    return repetitions_ == 0 ? copy_back(buffer) : std::vector<std::remove_const_t<T>>();
  }

  /// Of all launches together, per repetition.
  [[nodiscard]] const std::vector<double>& milliseconds() const { return milliseconds_; }

 private:
  struct Event {
    Event() { check(cudaEventCreate(&event), "making a clock"); }
    ~Event() { cudaEventDestroy(event); }
    Event(const Event&) = delete;
    Event& operator=(const Event&) = delete;
    cudaEvent_t event = nullptr;
  };

  int warmup_;
  int repetitions_;
  std::vector<double> milliseconds_;
};
using NativeMachine = BasicNativeMachine<NativeBlock>;

}  // namespace warpscope
