#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "instrumentation/block/traced.cuh"
#include "instrumentation/run/native_machine.cuh"
#include "instrumentation/run/run_stopped.hpp"
#include "instrumentation/trace/trace_builder.hpp"

namespace warpscope {

template <class T>
WS_DEVICE Global<TracedBlock, T> bind_traced(TraceRecorder& recorder, DeviceBuffer<T> buffer) {
  return Global<TracedBlock, T>(recorder, buffer.data, buffer.count, buffer.id);
}
template <class T>
WS_DEVICE Constant<TracedBlock, T> bind_traced(TraceRecorder& recorder,
                                               DeviceConstant<T> constant) {
  return Constant<TracedBlock, T>(recorder, constant.first, constant.id);
}
template <class Value>
WS_DEVICE Value bind_traced(TraceRecorder&, Value value) {
  return value;
}
template <class T>
WS_DEVICE Global<NativeBlock, T> bind_untraced(DeviceBuffer<T> buffer) {
  return Global<NativeBlock, T>(buffer.data, buffer.count);
}
template <class T>
WS_DEVICE Constant<NativeBlock, T> bind_untraced(DeviceConstant<T> constant) {
  return Constant<NativeBlock, T>(constant.first);
}
template <class Value>
WS_DEVICE Value bind_untraced(Value value) {
  return value;
}

/// Blocks of a kernel that waits for other blocks run one after another, as on the emulator, so
/// that they find the same of one another. They start in this order, so the block whose turn it is
/// always runs.
WS_DEVICE void await_turn(const TraceSink& sink) {
  if (sink.turn == nullptr) return;
  if (flat_rank() == 0) {
    while (load_relaxed(sink.turn) != blockIdx.y * gridDim.x + blockIdx.x) __nanosleep(100);
    __threadfence();
  }
  __syncthreads();
}
WS_DEVICE void pass_turn(const TraceSink& sink) {
  if (sink.turn == nullptr) return;
  __syncthreads();
  if (flat_rank() == 0) {
    __threadfence();
    store_relaxed(sink.turn, blockIdx.y * gridDim.x + blockIdx.x + 1);
  }
}

/// The branch that decides on recording stands here, once per block, so that all other blocks of a
/// large grid run at full speed.
template <class Kernel, class... Arguments>
__global__ void __launch_bounds__(launch_bounds_of<Kernel>().threads)
    traced_kernel(TraceSink sink, unsigned traced_block, std::uint32_t global_arrays, Kernel kernel,
                  Arguments... arguments) {
  await_turn(sink);
  if (blockIdx.y * gridDim.x + blockIdx.x == traced_block) {
    TraceRecorder recorder(sink);
    TracedBlock block(recorder, global_arrays);
    kernel(block, bind_traced(recorder, arguments)...);
  } else {
    NativeBlock block;
    kernel(block, bind_untraced(arguments)...);
  }
  pass_turn(sink);
}

/// CUDA that records one block: a counting pass, exact allocation, a recording pass.
class TracedMachine : public CudaBuffers {
 public:
  /// A running kernel is never interrupted: once `stop` was requested, its end throws RunStopped.
  TracedMachine(TraceBuilder& trace, int traced_block, std::stop_token stop = {})
      : CudaBuffers(&trace), trace_(trace), traced_block_(traced_block), stop_(std::move(stop)) {}

  template <class Kernel, class... Arguments>
  void launch(const Kernel& kernel, Extent grid, Extent block, std::size_t shared_bytes,
              Arguments... arguments) {
    check_stop();
    fill_constant_memory(constant_memory);
    shared_bytes = (shared_bytes + 3) / 4 * 4;  // snapshots are taken in words
    const int traced = std::min(traced_block_, grid.count() - 1);
    begin(info_of<Kernel>(), grid, block, traced, shared_bytes);
    allow_shared(traced_kernel<Kernel, Arguments...>, shared_bytes);
    while (prepare_pass()) {
      traced_kernel<<<dimensions(grid), dimensions(block), shared_bytes>>>(
          sink_, static_cast<unsigned>(traced), static_cast<std::uint32_t>(arrays_.size()), kernel,
          arguments...);
      finish_pass();
    }
    collect(block.count());
  }

  template <class T>
  std::vector<std::remove_const_t<T>> download(DeviceBuffer<T> buffer) {
    return copy_back(buffer);
  }

  void check_stop() const {
    if (stop_.stop_requested()) throw RunStopped{};
  }

 private:
  struct Counters {
    unsigned long long used = 0;
    std::uint32_t barriers = 0;
    std::uint32_t shared_bytes = 0;
    std::uint32_t turn = 0;
  };
  enum class Pass { counting, recording, done };

  void begin(const KernelInfo& kernel, Extent grid, Extent block, int traced_block,
             std::size_t shared_bytes);
  bool prepare_pass();
  void finish_pass();
  void collect(int block);

  TraceBuilder& trace_;
  int traced_block_;
  std::stop_token stop_;
  TraceSink sink_;
  Pass pass_ = Pass::counting;
  Counters counted_;  // by the pass that has just ended
  std::unique_ptr<CudaMemory> counters_, words_, snapshots_;
  std::vector<std::unique_ptr<CudaMemory>> backups_;  // of arrays before the launch
  std::vector<int> global_ids_;                       // of the arrays in the trace
};

}  // namespace warpscope
