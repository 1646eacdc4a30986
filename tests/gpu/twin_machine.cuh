#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "instrumentation/run/native_machine.cuh"
#include "tests/gpu/twin_launches.cuh"

namespace warpscope {

/// Records a host program twice, over the same arrays: its own launches, and those of the twins in
/// their place. A kernel without an overload of launch_twin() does not compile.
class TwinMachine : public NativeMachine {
 public:
  TwinMachine() : NativeMachine(NativeMode::record) {}

  template <class T>
  DeviceBuffer<T> allocate(const char* name, std::int64_t count, std::int64_t columns = 0) {
    const auto buffer = NativeMachine::allocate<T>(name, count, columns);
    allocated_.push_back(buffer.id);
    return buffer;
  }
  template <class T>
  void clear(DeviceBuffer<T> buffer) {
    NativeMachine::clear(buffer);
    twins_.push_back([=](cudaStream_t stream) {
      check(cudaMemsetAsync(buffer.data, 0, static_cast<std::size_t>(buffer.count) * sizeof(T),
                            stream),
            "clearing device memory");
    });
  }
  template <class Kernel, class... Arguments>
  void launch(const Kernel& kernel, Extent grid, Extent block, std::size_t shared_bytes,
              Arguments... arguments) {
    NativeMachine::launch(kernel, grid, block, shared_bytes, arguments...);
    twins_.push_back([=](cudaStream_t stream) {
      launch_twin(TwinLaunch{dimensions(grid), dimensions(block), shared_bytes, stream}, kernel,
                  arguments...);
      check(cudaGetLastError(), "launching the twin");
    });
  }

  void replay_twins(cudaStream_t stream) const {
    for (const auto& doing : twins_) doing(stream);
  }
  /// So that a result that nobody wrote is not that of the launches before.
  void spoil(cudaStream_t stream) const {
    for (const std::uint32_t id : allocated_) {
      const CudaMemory& memory = *arrays_[id].device;
      check(cudaMemsetAsync(memory.as<void>(), 0xA5, memory.bytes(), stream), "spoiling memory");
    }
  }
  /// What the arrays hold that a launch may write to.
  [[nodiscard]] std::vector<std::byte> contents() const {
    std::vector<std::byte> all;
    for (const Memory& memory : arrays_) {
      if (!memory.device || !memory.written) continue;
      const std::size_t before = all.size();
      all.resize(before + memory.device->bytes());
      check(cudaMemcpy(all.data() + before, memory.device->template as<void>(),
                       memory.device->bytes(), cudaMemcpyDeviceToHost),
            "copying");
    }
    return all;
  }

 private:
  std::vector<std::uint32_t> allocated_;
  std::vector<std::function<void(cudaStream_t)>> twins_;
};

}  // namespace warpscope
