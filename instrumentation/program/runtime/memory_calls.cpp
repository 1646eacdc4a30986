#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>

#include "instrumentation/language/say.hpp"
#include "instrumentation/program/machine/device_memory.hpp"
#include "instrumentation/program/machine/host_side.hpp"
#include "instrumentation/program/machine/program_machine.hpp"
#include "instrumentation/program/runtime/call_text.hpp"
#include "instrumentation/program/runtime/host_errors.hpp"
#include "instrumentation/program/runtime/pointer_place.hpp"
#include "instrumentation/program/runtime/streams.hpp"

// cudaMalloc and its relatives.

namespace warpscope {
namespace {

using MemoryKind = DeviceMemory::Kind;

constexpr std::size_t pitch_step = 512;  // of compute capability 9.0

/// Of a size that cannot have been meant.
cudaError_t refuse_size(const HostCall& call, const Sentence& size) {
  report_host(FindingKind::wrong_call, call.place,
              say("{0} is asked for {1}: did a size become negative, or a product too large?",
                  call.function, size));
  return cudaErrorMemoryAllocation;
}

/// Says why memory did not give what a call asks for. What the system refuses is none of the program's doing, and not to
/// be read from CUDA's error.
void tell_refusal(const HostCall& call, std::size_t bytes) {
  const DeviceMemory& memory = DeviceMemory::the();
  using Refusal = DeviceMemory::Refusal;
  switch (memory.refusal()) {
    case Refusal::none:
    case Refusal::full:
      tell_host(say("allocate: {0} bytes, which the emulated device does not have ({1} are free)",
                    Grouped(bytes), Grouped(memory.total_bytes() - memory.used_bytes())));
      break;
    case Refusal::addresses:
      note_host(call.place,
                say("{0} is asked for {1} bytes, and of the {2} addresses of the "
                    "emulated device no range is left that is as long: free more of "
                    "what was allocated",
                    call.function, Grouped(bytes), Grouped(DeviceMemory::reserved_bytes)));
      break;
    case Refusal::mappings:
      note_host(call.place,
                say("{0} fails because this process has all {1} mappings of memory that the system "
                    "allows: raise vm.max_map_count with sysctl, or map less",
                    call.function, Grouped(most_mappings())));
      break;
    case Refusal::data:
      note_host(call.place,
                say("{0} fails because the system gives this process no more memory than it has, "
                    "as RLIMIT_DATA or its own memory allow: raise the memory limit",
                    call.function));
      break;
  }
}

/// `argument`: which argument of the call the pointer goes into.
cudaError_t allocate(const HostCall& call, int argument, void** pointer, std::size_t bytes,
                     MemoryKind kind, std::size_t pitch = 0) {
  if (pointer == nullptr) {
    report_host(
        FindingKind::wrong_call, call.place,
        say("{} is given no place for its pointer: pass the address of a pointer", call.function));
    return cudaErrorInvalidValue;
  }
  *pointer = nullptr;
  if (bytes == 0) return cudaSuccess;  // as CUDA: nothing, and no error
  // SIZE_MAX is what a program asks for that wants to see the error.
  if (is_wrapped(bytes) && bytes != SIZE_MAX) return refuse_size(call, bytes_text(bytes));
  DeviceMemory& memory = DeviceMemory::the();
  void* const made = memory.allocate(bytes, kind);
  if (made == nullptr) {
    tell_refusal(call, bytes);
    return cudaErrorMemoryAllocation;
  }
  DeviceMemory::Allocation& allocation = *memory.find(made);
  allocation.pitch = pitch;
  // The host may write these through code that nobody sees, such as fread().
  if (kind != MemoryKind::device) {
    memory.mark_written(made, bytes);
    WorkOrder::the().has_host_memory();
  }
  remember_made(allocation, call, argument);
  *pointer = made;
  const std::string name = host_name_of(made);
  tell_host(name.empty() ? say("allocate: {} bytes", Grouped(bytes))
                         : say("allocate: {0} bytes for {1}", Grouped(bytes), name));
  return cudaSuccess;
}

cudaError_t allocate_now(const HostCall& call, void** pointer, std::size_t bytes, MemoryKind kind,
                         std::size_t pitch = 0) {
  if (const cudaError_t error = check_captures(call)) return error;
  return allocate(call, 0, pointer, bytes, kind, pitch);
}

/// In a stream. If that is captured, the memory gets its address now and lives in each launch of the graph.
cudaError_t allocate_in_stream(const HostCall& call, void** pointer, std::size_t bytes,
                               cudaStream_t stream) {
  if (const cudaError_t error = enter_stream(call, stream)) return error;
  const cudaError_t error = allocate(call, 0, pointer, bytes, MemoryKind::device);
  if (error != cudaSuccess || *pointer == nullptr || !is_capturing(stream)) return error;
  void* const memory = *pointer;
  DeviceMemory::the().find(memory)->of_graph = true;
  add_captured_allocation(stream, memory);
  return do_in_stream(call, stream, [memory] {
    if (!DeviceMemory::the().revive(memory)) return cudaErrorMemoryAllocation;
    const std::string name = host_name_of(memory);
    tell_host(name.empty() ? say("allocate: in a graph")
                           : say("allocate: in a graph, for {}", name));
    return cudaSuccess;
  });
}

/// Frees memory of the device (cudaFree) or pinned memory (cudaFreeHost).
cudaError_t release(const HostCall& call, void* pointer, bool pinned) {
  if (pointer == nullptr) return cudaSuccess;
  const PointerPlace place = place_of_pointer(pointer);
  const bool right_kind = pinned ? place.kind == PointerPlace::Kind::pinned
                                 : place.kind == PointerPlace::Kind::device ||
                                       place.kind == PointerPlace::Kind::managed;
  if (right_kind && place.allocation != nullptr && place.allocation->begin == pointer) {
    remember_freed(pointer, call);
    WorkOrder::the().forget(pointer, place.allocation->bytes);
    DeviceMemory::the().release(pointer);
    return cudaSuccess;
  }
  const Sentence name = name_in_call(call, 0, pointer, place), kind = kind_of_memory(place);
  const auto message = [&] {
    using Kind = PointerPlace::Kind;
    if (place.kind == Kind::freed) {
      return say("{0} is given {1}, {2}: free an array once", call.function, name,
                 freed_where(*place.allocation));
    }
    if (right_kind && place.allocation != nullptr) {
      return say(
          "{0} is given {1}, which lies inside of an allocation: pass the pointer that its "
          "allocation gave",
          call.function, name);
    }
    if (place.kind == Kind::pinned && place.allocation != nullptr) {
      return say("{0} is given {1}, which is {2}: use cudaFreeHost", call.function, name, kind);
    }
    if (place.kind == Kind::device || place.kind == Kind::managed) {
      return say("{0} is given {1}, which is {2}: use cudaFree", call.function, name, kind);
    }
    if (place.kind == Kind::host || place.kind == Kind::pinned) {
      return say(
          "{0} is given {1}, which is {2}: use what belongs to how it was allocated, such as "
          "free() or delete[]",
          call.function, name, kind);
    }
    return say("{0} is given {1}, which is {2}: pass the pointer that its allocation gave",
               call.function, name, kind);
  };
  report_host(FindingKind::wrong_call, call.place, message());
  return cudaErrorInvalidValue;
}

/// cudaFree and cudaFreeHost wait for the device.
cudaError_t release_now(const HostCall& call, void* pointer, bool pinned) {
  if (pointer == nullptr) return cudaSuccess;
  if (const cudaError_t error = check_captures(call)) return error;
  wait_for_device(call);
  forget_memory_of_graphs(pointer);
  return release(call, pointer, pinned);
}

cudaError_t release_in_stream(const HostCall& call, void* pointer, cudaStream_t stream) {
  if (const cudaError_t error = enter_stream(call, stream)) return error;
  if (pointer == nullptr) return cudaSuccess;
  if (is_capturing(stream)) {
    const PointerPlace place = place_of_pointer(pointer);
    if (place.allocation == nullptr || !place.allocation->of_graph) {
      report_host(FindingKind::wrong_call, call.place,
                  say("{0} is given {1} in a stream that is captured, but no capture has allocated "
                      "it: a graph frees only what a graph allocates",
                      call.function, name_in_call(call, 0, pointer, place)));
      return cudaErrorInvalidValue;
    }
    add_captured_release(stream, pointer);
  } else {
    forget_memory_of_graphs(pointer);
  }
  return do_in_stream(call, stream, [=] { return release(call, pointer, false); });
}

cudaError_t allocate_rows(const HostCall& call, void** pointer, std::size_t* pitch,
                          std::size_t width, std::size_t rows) {
  if (pointer == nullptr || pitch == nullptr) return cudaErrorInvalidValue;
  *pointer = nullptr;
  *pitch = (width + pitch_step - 1) / pitch_step * pitch_step;
  if (width == 0 || rows == 0) return cudaSuccess;
  const bool wraps = *pitch < width;
  if (wraps || rows > SIZE_MAX / *pitch) {
    const cudaError_t error = refuse_size(
        call, say("{0} rows of {1}", static_cast<std::int64_t>(rows), bytes_text(width)));
    return wraps ? cudaErrorInvalidValue : error;
  }
  return allocate_now(call, pointer, *pitch * rows, MemoryKind::device, *pitch);
}

// The one pool.

const cudaMemPool_t device_pool = reinterpret_cast<cudaMemPool_t>(0x5001);
/// By number; those up to the third are int, the others 64 bits wide.
std::array<std::uint64_t, 9> pool_attributes{0, 1, 1, 1, 0, 0, 0, 0, 0};

cudaError_t check_pool(const HostCall& call, cudaMemPool_t pool) {
  if (pool == device_pool) return cudaSuccess;
  report_host(
      FindingKind::wrong_call, call.place,
      say("{} is given an unknown pool: take that of cudaDeviceGetDefaultMemPool", call.function));
  return cudaErrorInvalidValue;
}

cudaError_t give_pool(cudaMemPool_t* pool, int device) {
  if (pool == nullptr) return cudaErrorInvalidValue;
  if (device != 0) return cudaErrorInvalidDevice;
  *pool = device_pool;
  return cudaSuccess;
}

bool is_narrow(cudaMemPoolAttr attribute) {
  return attribute <= cudaMemPoolReuseAllowInternalDependencies;
}

}  // namespace

extern "C" {

cudaError_t cudaMallocFromPoolAsync(void** pointer, size_t bytes, cudaMemPool_t pool,
                                    cudaStream_t stream) {
  const HostCall call{"cudaMallocFromPoolAsync", __builtin_return_address(0)};
  return serve(call, [&] {
    if (const cudaError_t error = check_pool(call, pool)) return error;
    return allocate_in_stream(call, pointer, bytes, stream);
  });
}

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int device) {
  return serve({"cudaDeviceGetDefaultMemPool", __builtin_return_address(0)},
               [&] { return give_pool(pool, device); });
}

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* pool, int device) {
  return serve({"cudaDeviceGetMemPool", __builtin_return_address(0)},
               [&] { return give_pool(pool, device); });
}

cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool) {
  const HostCall call{"cudaDeviceSetMemPool", __builtin_return_address(0)};
  return serve(call, [&] { return device == 0 ? check_pool(call, pool) : cudaErrorInvalidDevice; });
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value) {
  const HostCall call{"cudaMemPoolSetAttribute", __builtin_return_address(0)};
  return serve(call, [&] {
    if (const cudaError_t error = check_pool(call, pool)) return error;
    if (value == nullptr || attribute < 1 || attribute >= pool_attributes.size())
      return cudaErrorInvalidValue;
    std::uint64_t& kept = pool_attributes[attribute];
    kept = 0;
    std::memcpy(&kept, value, is_narrow(attribute) ? sizeof(int) : sizeof kept);
    return cudaSuccess;
  });
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value) {
  const HostCall call{"cudaMemPoolGetAttribute", __builtin_return_address(0)};
  return serve(call, [&] {
    if (const cudaError_t error = check_pool(call, pool)) return error;
    if (value == nullptr || attribute < 1 || attribute >= pool_attributes.size())
      return cudaErrorInvalidValue;
    std::uint64_t told = pool_attributes[attribute];
    if (attribute >= cudaMemPoolAttrReservedMemCurrent) told = DeviceMemory::the().used_bytes();
    std::memcpy(value, &told, is_narrow(attribute) ? sizeof(int) : sizeof told);
    return cudaSuccess;
  });
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t) {
  const HostCall call{"cudaMemPoolTrimTo", __builtin_return_address(0)};
  return serve(call, [&] { return check_pool(call, pool); });
}

cudaError_t cudaMalloc(void** pointer, size_t bytes) {
  const HostCall call{"cudaMalloc", __builtin_return_address(0)};
  return serve(call, [&] { return allocate_now(call, pointer, bytes, MemoryKind::device); });
}

cudaError_t cudaMallocAsync(void** pointer, size_t bytes, cudaStream_t stream) {
  const HostCall call{"cudaMallocAsync", __builtin_return_address(0)};
  return serve(call, [&] { return allocate_in_stream(call, pointer, bytes, stream); });
}

cudaError_t cudaMallocManaged(void** pointer, size_t bytes, unsigned int flags) {
  const HostCall call{"cudaMallocManaged", __builtin_return_address(0)};
  return serve(call, [&] {
    if (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost) return cudaErrorInvalidValue;
    return allocate_now(call, pointer, bytes, MemoryKind::managed);
  });
}

cudaError_t cudaMallocHost(void** pointer, size_t bytes) {
  const HostCall call{"cudaMallocHost", __builtin_return_address(0)};
  return serve(call, [&] { return allocate_now(call, pointer, bytes, MemoryKind::pinned); });
}

cudaError_t cudaHostAlloc(void** pointer, size_t bytes, unsigned int flags) {
  const HostCall call{"cudaHostAlloc", __builtin_return_address(0)};
  return serve(call, [&] {
    constexpr unsigned int known =
        cudaHostAllocPortable | cudaHostAllocMapped | cudaHostAllocWriteCombined;
    if ((flags & ~known) != 0) return cudaErrorInvalidValue;
    return allocate_now(call, pointer, bytes, MemoryKind::pinned);
  });
}

cudaError_t cudaMallocPitch(void** pointer, size_t* pitch, size_t width, size_t height) {
  const HostCall call{"cudaMallocPitch", __builtin_return_address(0)};
  return serve(call, [&] { return allocate_rows(call, pointer, pitch, width, height); });
}

cudaError_t cudaMalloc3D(cudaPitchedPtr* pitched, cudaExtent extent) {
  const HostCall call{"cudaMalloc3D", __builtin_return_address(0)};
  return serve(call, [&] {
    if (pitched == nullptr) return cudaErrorInvalidValue;
    if (extent.depth != 0 && extent.height > SIZE_MAX / extent.depth)
      return refuse_size(call,
                         std::to_string(static_cast<std::int64_t>(extent.depth)) + " slices of " +
                             std::to_string(static_cast<std::int64_t>(extent.height)) + " rows");
    pitched->xsize = extent.width;
    pitched->ysize = extent.height;
    return allocate_rows(call, &pitched->ptr, &pitched->pitch, extent.width,
                         extent.height * extent.depth);
  });
}

cudaError_t cudaFree(void* pointer) {
  const HostCall call{"cudaFree", __builtin_return_address(0)};
  return serve(call, [&] { return release_now(call, pointer, false); });
}

cudaError_t cudaFreeAsync(void* pointer, cudaStream_t stream) {
  const HostCall call{"cudaFreeAsync", __builtin_return_address(0)};
  return serve(call, [&] { return release_in_stream(call, pointer, stream); });
}

cudaError_t cudaFreeHost(void* pointer) {
  const HostCall call{"cudaFreeHost", __builtin_return_address(0)};
  return serve(call, [&] { return release_now(call, pointer, true); });
}

cudaError_t cudaHostRegister(void* pointer, size_t bytes, unsigned int) {
  const HostCall call{"cudaHostRegister", __builtin_return_address(0)};
  return serve(call, [&] {
    if (const cudaError_t error = check_captures(call)) return error;
    const PointerPlace place = place_of_pointer(pointer);
    if (is_wrapped(bytes)) {
      static_cast<void>(refuse_size(call, bytes_text(bytes)));
      return cudaErrorInvalidValue;
    }
    if (bytes == 0 || !place.host_reaches()) return cudaErrorInvalidValue;
    if (place.allocation != nullptr) return cudaErrorHostMemoryAlreadyRegistered;
    if (!is_mapped(pointer, bytes)) return cudaErrorInvalidValue;
    return register_host(pointer, bytes) ? cudaSuccess : cudaErrorHostMemoryAlreadyRegistered;
  });
}

cudaError_t cudaHostUnregister(void* pointer) {
  const HostCall call{"cudaHostUnregister", __builtin_return_address(0)};
  return serve(call, [&] {
    if (const cudaError_t error = check_captures(call)) return error;
    wait_for_device(call);
    if (unregister_host(pointer)) return cudaSuccess;
    // As a driver of version 590 answers: what begins elsewhere, or is of cudaMallocHost, is a wrong value.
    return place_of_pointer(pointer).kind == PointerPlace::Kind::pinned
               ? cudaErrorInvalidValue
               : cudaErrorHostMemoryNotRegistered;
  });
}

cudaError_t cudaHostGetDevicePointer(void** device, void* host, unsigned int flags) {
  const HostCall call{"cudaHostGetDevicePointer", __builtin_return_address(0)};
  return serve(call, [&] {
    if (device == nullptr || flags != 0) return cudaErrorInvalidValue;
    *device = nullptr;
    const PointerPlace place = place_of_pointer(host);
    if (place.kind == PointerPlace::Kind::pinned || place.kind == PointerPlace::Kind::managed) {
      *device = host;  // one address for both
      return cudaSuccess;
    }
    report_host(
        FindingKind::wrong_call, call.place,
        say("cudaHostGetDevicePointer is given {0}, which is {1}: only memory of cudaHostAlloc or "
            "cudaHostRegister has an address for the device",
            name_in_call(call, 1, host, place), kind_of_memory(place)));
    return cudaErrorInvalidValue;
  });
}

cudaError_t cudaHostGetFlags(unsigned int* flags, void* host) {
  const HostCall call{"cudaHostGetFlags", __builtin_return_address(0)};
  return serve(call, [&] {
    const PointerPlace place = place_of_pointer(host);
    if (flags == nullptr || place.kind != PointerPlace::Kind::pinned) return cudaErrorInvalidValue;
    *flags = cudaHostAllocMapped;
    return cudaSuccess;
  });
}

cudaError_t cudaMemGetInfo(size_t* free, size_t* total) {
  const HostCall call{"cudaMemGetInfo", __builtin_return_address(0)};
  return serve(call, [&] {
    if (free == nullptr || total == nullptr) return cudaErrorInvalidValue;
    const DeviceMemory& memory = DeviceMemory::the();
    *total = memory.total_bytes();
    *free = memory.total_bytes() - memory.used_bytes();
    return cudaSuccess;
  });
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* pointer) {
  const HostCall call{"cudaPointerGetAttributes", __builtin_return_address(0)};
  return serve(call, [&] {
    if (attributes == nullptr) return cudaErrorInvalidValue;
    void* const address = const_cast<void*>(pointer);
    const PointerPlace place = place_of_pointer(pointer);
    *attributes = {cudaMemoryTypeUnregistered, cudaInvalidDeviceId, nullptr, address};
    switch (place.kind) {
      case PointerPlace::Kind::pinned:
        *attributes = {cudaMemoryTypeHost, 0, address, address};
        break;
      case PointerPlace::Kind::managed:
        *attributes = {cudaMemoryTypeManaged, 0, address, address};
        break;
      case PointerPlace::Kind::device:
      case PointerPlace::Kind::symbol:
        *attributes = {cudaMemoryTypeDevice, 0, address, nullptr};
        break;
      default: break;
    }
    return cudaSuccess;
  });
}

// Where managed memory lies changes nothing here.

cudaError_t cudaMemPrefetchAsync(const void* pointer, size_t bytes, int device,
                                 cudaStream_t stream) {
  const HostCall call{"cudaMemPrefetchAsync", __builtin_return_address(0)};
  return serve(call, [&] {
    if (device != 0 && device != cudaCpuDeviceId) return cudaErrorInvalidDevice;
    if (const cudaError_t error = check_stream(call, stream)) return error;
    const PointerPlace place = place_of_pointer(pointer);
    if (place.kind == PointerPlace::Kind::managed && bytes <= place.room) return cudaSuccess;
    report_host(
        FindingKind::wrong_call, call.place,
        say("cudaMemPrefetchAsync is given {0}, which is {1} or too short: only whole ranges "
            "of cudaMallocManaged can be moved",
            name_in_call(call, 0, pointer, place), kind_of_memory(place)));
    return cudaErrorInvalidValue;
  });
}

cudaError_t cudaMemAdvise(const void* pointer, size_t bytes, cudaMemoryAdvise advice, int device) {
  const HostCall call{"cudaMemAdvise", __builtin_return_address(0)};
  return serve(call, [&] {
    if (device != 0 && device != cudaCpuDeviceId) return cudaErrorInvalidDevice;
    if (advice < cudaMemAdviseSetReadMostly || advice > cudaMemAdviseUnsetAccessedBy)
      return cudaErrorInvalidValue;
    const PointerPlace place = place_of_pointer(pointer);
    return place.kind == PointerPlace::Kind::managed && bytes <= place.room ? cudaSuccess
                                                                            : cudaErrorInvalidValue;
  });
}

cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void* pointer, size_t, unsigned int) {
  const HostCall call{"cudaStreamAttachMemAsync", __builtin_return_address(0)};
  return serve(call, [&] {
    if (const cudaError_t error = check_stream(call, stream)) return error;
    const bool managed = place_of_pointer(pointer).kind == PointerPlace::Kind::managed;
    return managed ? cudaSuccess : cudaErrorInvalidValue;
  });
}
}

}  // namespace warpscope
