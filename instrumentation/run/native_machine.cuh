#pragma once

#include <functional>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "instrumentation/block/conflict_free.cuh"
#include "instrumentation/block/native.cuh"
#include "instrumentation/run/cuda_buffers.cuh"
#include "kernels/with_conflicts.hpp"

namespace warpscope {

template <class Block, class Kernel, class... Arguments>
__global__ void __launch_bounds__(launch_bounds_of<Kernel>().threads,
                                  launch_bounds_of<Kernel>().blocks)
    native_kernel(Kernel kernel, Arguments... arguments) {
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

/// What the native machine does with a host program.
enum class NativeMode {
  once,    ///< runs it, and gives its result
  record,  ///< does its uploads, keeps its launches and clears for replay; gives no result
  reread,  ///< after record: only gives the result that the last replay left
};

/// Which of its two forms a kernel is launched in.
enum class NativeForm {
  as_written,
  conflict_free,  ///< shared indices without bank conflicts, and a wrong result (block/conflict_free.cuh)
};

/// A kernel as a host program launched it, for what CUDA says of it (cudaFuncGetAttributes).
struct NativeLaunch {
  std::string_view kernel;  ///< id of the kernel, which may not be the program's
  const void* function = nullptr;
  int block = 0;  ///< threads
  std::size_t shared_bytes = 0;
};

/// Plain CUDA at full speed.
template <class Block = NativeBlock>
class BasicNativeMachine : public CudaBuffers {
 public:
  explicit BasicNativeMachine(NativeMode mode = NativeMode::once,
                              NativeForm form = NativeForm::as_written)
      : CudaBuffers(nullptr), mode_(mode), form_(form) {}

  template <class T, class Element>
  DeviceBuffer<const T> upload(const char* name, const Problem<Element>& problem,
                               std::int64_t columns = 0) {
    if (mode_ == NativeMode::reread) return next<const T>();
    return CudaBuffers::upload<T>(name, problem, columns);
  }
  template <class T>
  DeviceBuffer<T> upload(const char* name, const std::vector<T>& values, std::int64_t columns = 0) {
    if (mode_ == NativeMode::reread) return next<T>();
    const auto buffer = CudaBuffers::upload(name, values, columns);
    if (mode_ == NativeMode::record) uploads_.push_back({buffer.id, nullptr});
    return buffer;
  }
  template <class T>
  DeviceConstant<T> constant(const char* name, const std::vector<T>& values) {
    if (mode_ == NativeMode::reread) {
      const auto id = static_cast<std::uint32_t>(cursor_++);
      return {arrays_.at(id).first, id};
    }
    return CudaBuffers::constant(name, values);
  }
  template <class T>
  DeviceBuffer<T> allocate(const char* name, std::int64_t count, std::int64_t columns = 0) {
    if (mode_ == NativeMode::reread) return next<T>();
    return CudaBuffers::allocate<T>(name, count, columns);
  }

  template <class T>
  void clear(DeviceBuffer<T> buffer) {
    const CudaMemory* memory = arrays_[buffer.id].device.get();
    step([memory](cudaStream_t stream) {
      check(cudaMemsetAsync(memory->as<void>(), 0, memory->bytes(), stream),
            "clearing device memory");
    });
  }

  template <class Kernel, class... Arguments>
  void launch(const Kernel& kernel, Extent grid, Extent block, std::size_t shared_bytes,
              Arguments... arguments) {
    if (mode_ == NativeMode::once) fill_constant_memory(constant_memory);
    if (!fill_) fill_ = [this] { fill_constant_memory(constant_memory); };
    (keep_original(arguments), ...);
    if (form_ == NativeForm::as_written) {
      allow_shared(native_kernel<Block, Kernel, decltype(bind_native<Block>(arguments))...>,
                   shared_bytes);
    }
    note_launch<Kernel, decltype(bind_native<Block>(arguments))...>(block, shared_bytes);
    step([=, form = form_](cudaStream_t stream) {
      if (form == NativeForm::as_written) {
        enqueue<Block>(stream, kernel, grid, block, shared_bytes, arguments...);
      } else if constexpr (built_conflict_free(Kernel::info.id)) {
        enqueue<ConflictFreeBlock>(stream, kernel, grid, block, shared_bytes, arguments...);
      } else {
        throw DeviceError{cudaErrorInvalidDeviceFunction,
                          "launching a kernel that is not built without conflicts"};
      }
    });
  }

  template <class T>
  std::vector<std::remove_const_t<T>> download(DeviceBuffer<T> buffer) {
    if (mode_ == NativeMode::record) return {};
    return copy_back(buffer);
  }

  /// Enqueues what was recorded.
  void replay(cudaStream_t stream) const {
    for (const auto& doing : steps_) doing(stream);
  }
  /// Restores the uploads that the launches may have overwritten, and the constants, which all
  /// machines of one family share. The constants are there when it returns, the rest is enqueued.
  void restore(cudaStream_t stream) const {
    if (fill_) fill_();
    for (const Upload& upload : uploads_) {
      if (!upload.original) continue;
      check(cudaMemcpyAsync(arrays_[upload.id].device->template as<void>(),
                            upload.original->template as<void>(), upload.original->bytes(),
                            cudaMemcpyDeviceToDevice, stream),
            "restoring the input");
    }
  }
  /// Lets the host program run again, to give the result of the last replay.
  void reread() {
    mode_ = NativeMode::reread;
    cursor_ = 0;
  }
  /// Each kernel that was launched, as it was launched first.
  [[nodiscard]] const std::vector<NativeLaunch>& launches() const { return launches_; }
  /// Bytes on the device.
  [[nodiscard]] std::size_t bytes() const {
    std::size_t sum = 0;
    for (const Memory& memory : arrays_) sum += memory.device ? memory.device->bytes() : 0;
    for (const Upload& upload : uploads_) sum += upload.original ? upload.original->bytes() : 0;
    return sum;
  }

 private:
  struct Upload {
    std::uint32_t id = 0;
    std::unique_ptr<CudaMemory> original;  ///< nullptr: no launch can write to it
  };

  template <class Form, class Kernel, class... Arguments>
  static void enqueue(cudaStream_t stream, const Kernel& kernel, Extent grid, Extent block,
                      std::size_t shared_bytes, Arguments... arguments) {
    native_kernel<Form><<<dimensions(grid), dimensions(block), shared_bytes, stream>>>(
        kernel, bind_native<Form>(arguments)...);
    check(cudaGetLastError(), "launching the kernel");
  }

  template <class Kernel, class... Bound>
  void note_launch(Extent block, std::size_t shared_bytes) {
    void (*function)(Kernel, Bound...) = native_kernel<Block, Kernel, Bound...>;
    const auto* address = reinterpret_cast<const void*>(function);
    for (const NativeLaunch& each : launches_) {
      if (each.function == address) return;
    }
    launches_.push_back({Kernel::info.id, address, block.count(), shared_bytes});
  }

  void step(std::function<void(cudaStream_t)> doing) {
    if (mode_ == NativeMode::once) {
      doing(nullptr);
      check(cudaStreamSynchronize(nullptr), "running the kernel");
    }
    if (mode_ == NativeMode::record) steps_.push_back(std::move(doing));
  }

  template <class T>
  [[nodiscard]] DeviceBuffer<T> next() {
    const auto id = static_cast<std::uint32_t>(cursor_++);
    const Memory& memory = arrays_.at(id);
    return {memory.device->template as<T>(), static_cast<int>(memory.array.count), id};
  }

  /// Nothing was launched yet, so the array still is as it was uploaded.
  template <class T>
  void keep_original(DeviceBuffer<T> buffer) {
    if constexpr (!std::is_const_v<T>) {
      for (Upload& upload : uploads_) {
        if (upload.id != buffer.id || upload.original) continue;
        const CudaMemory& memory = *arrays_[buffer.id].device;
        upload.original = std::make_unique<CudaMemory>(memory.bytes());
        check(cudaMemcpy(upload.original->template as<void>(), memory.as<void>(), memory.bytes(),
                         cudaMemcpyDeviceToDevice),
              "keeping the input");
      }
    }
  }
  template <class Value>
  void keep_original(const Value&) {}

  NativeMode mode_;
  NativeForm form_;
  std::size_t cursor_ = 0;  // the array that a reread comes to next
  std::vector<Upload> uploads_;
  std::vector<NativeLaunch> launches_;
  std::vector<std::function<void(cudaStream_t)>> steps_;
  std::function<void()> fill_;
};
using NativeMachine = BasicNativeMachine<NativeBlock>;

}  // namespace warpscope
