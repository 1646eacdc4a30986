#include <array>
#include <cstdio>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include "instrumentation/language/say.hpp"
#include "instrumentation/program/machine/device_heap.hpp"
#include "instrumentation/program/machine/device_memory.hpp"
#include "instrumentation/program/machine/program_machine.hpp"
#include "instrumentation/program/runtime/emulated_device.hpp"
#include "instrumentation/program/runtime/host_errors.hpp"
#include "instrumentation/program/runtime/launches.hpp"
#include "instrumentation/program/runtime/pointer_place.hpp"
#include "instrumentation/program/runtime/streams.hpp"

// The device and its settings. There is one, and it cannot be broken by a setting.

namespace warpscope {
namespace {

constexpr int cuda_version = CUDART_VERSION;
constexpr const char* bus_id = "0000:00:00.0";

struct DeviceSettings {
  unsigned int flags = cudaDeviceScheduleAuto;
  cudaFuncCache cache = cudaFuncCachePreferNone;
  // As an H200 has them at first; of the dynamic launches that are not emulated, nothing.
  std::array<std::size_t, 7> limits{1024, 8 << 20, 8 << 20, 0, 2048, 64, 0};
};
DeviceSettings& settings() {
  static DeviceSettings now;
  return now;
}

cudaError_t check_device(const HostCall& call, int device) {
  if (device == 0) return cudaSuccess;
  report_host(FindingKind::wrong_call, call.place,
              say("{0} is given device {1}, and there is device 0 alone: ask cudaGetDeviceCount "
                  "first",
                  call.function, device));
  return cudaErrorInvalidDevice;
}

}  // namespace

extern "C" {

cudaError_t cudaGetDeviceCount(int* count) {
  return serve(
      {"cudaGetDeviceCount", __builtin_return_address(0)},
      [&] {
        if (count == nullptr) return cudaErrorInvalidValue;
        *count = 1;
        return cudaSuccess;
      },
      Asks::nothing);
}

cudaError_t cudaSetDevice(int device) {
  const HostCall call{"cudaSetDevice", __builtin_return_address(0)};
  return serve(call, [&] { return check_device(call, device); });
}

cudaError_t cudaInitDevice(int device, unsigned int, unsigned int) {
  const HostCall call{"cudaInitDevice", __builtin_return_address(0)};
  return serve(call, [&] { return check_device(call, device); });
}

cudaError_t cudaGetDevice(int* device) {
  return serve(
      {"cudaGetDevice", __builtin_return_address(0)},
      [&] {
        if (device == nullptr) return cudaErrorInvalidValue;
        *device = 0;
        return cudaSuccess;
      },
      Asks::nothing);
}

cudaError_t cudaSetValidDevices(int* devices, int count) {
  const HostCall call{"cudaSetValidDevices", __builtin_return_address(0)};
  return serve(call, [&] {
    for (int i = 0; devices != nullptr && i < count; ++i) {
      if (const cudaError_t error = check_device(call, devices[i])) return error;
    }
    return cudaSuccess;
  });
}

cudaError_t cudaSetDeviceFlags(unsigned int flags) {
  return serve({"cudaSetDeviceFlags", __builtin_return_address(0)}, [&] {
    if ((flags & ~static_cast<unsigned int>(cudaDeviceMask)) != 0) return cudaErrorInvalidValue;
    settings().flags = flags;
    return cudaSuccess;
  });
}

cudaError_t cudaGetDeviceFlags(unsigned int* flags) {
  return serve({"cudaGetDeviceFlags", __builtin_return_address(0)}, [&] {
    if (flags == nullptr) return cudaErrorInvalidValue;
    *flags = settings().flags | cudaDeviceMapHost;
    return cudaSuccess;
  });
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device) {
  const HostCall call{"cudaGetDeviceProperties", __builtin_return_address(0)};
  return serve(
      call,
      [&] {
        if (properties == nullptr) return cudaErrorInvalidValue;
        if (const cudaError_t error = check_device(call, device)) return error;
        *properties = emulated_device();
        return cudaSuccess;
      },
      Asks::nothing);
}

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device) {
  const HostCall call{"cudaDeviceGetAttribute", __builtin_return_address(0)};
  return serve(
      call,
      [&] {
        if (const cudaError_t error = check_device(call, device)) return error;
        const std::optional<int> known = emulated_attribute(attribute);
        if (value == nullptr || !known) return cudaErrorInvalidValue;
        *value = *known;
        return cudaSuccess;
      },
      Asks::nothing);
}

cudaError_t cudaChooseDevice(int* device, const cudaDeviceProp* properties) {
  return serve({"cudaChooseDevice", __builtin_return_address(0)}, [&] {
    if (device == nullptr || properties == nullptr) return cudaErrorInvalidValue;
    *device = 0;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceReset(void) {
  const HostCall call{"cudaDeviceReset", __builtin_return_address(0)};
  return serve(
      call,
      [&] {
        wait_for_device(call);
        DeviceMemory& memory = DeviceMemory::the();
        for (void* const begin : memory.living()) memory.release(begin);
        HostErrors::the().reset();
        DeviceHeap::the().forget();
        forget_streams();
        forget_origins();
        forget_function_settings();
        settings() = {};
        return cudaSuccess;
      },
      Asks::nothing);
}

cudaError_t cudaDeviceSetLimit(cudaLimit limit, size_t value) {
  return serve({"cudaDeviceSetLimit", __builtin_return_address(0)}, [&] {
    if (static_cast<std::size_t>(limit) >= settings().limits.size()) return cudaErrorInvalidValue;
    if (limit == cudaLimitDevRuntimeSyncDepth) return cudaErrorUnsupportedLimit;
    // Not any more when a kernel has used it.
    if (limit == cudaLimitMallocHeapSize && !DeviceHeap::the().set_limit(value))
      return cudaErrorInvalidValue;
    settings().limits[limit] = value;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetLimit(size_t* value, cudaLimit limit) {
  return serve({"cudaDeviceGetLimit", __builtin_return_address(0)}, [&] {
    if (value == nullptr || static_cast<std::size_t>(limit) >= settings().limits.size())
      return cudaErrorInvalidValue;
    if (limit == cudaLimitDevRuntimeSyncDepth) return cudaErrorUnsupportedLimit;
    *value = settings().limits[limit];
    return cudaSuccess;
  });
}

// How L1 and shared memory share changes no result.

cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache config) {
  return serve({"cudaDeviceSetCacheConfig", __builtin_return_address(0)}, [&] {
    settings().cache = config;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* config) {
  return serve({"cudaDeviceGetCacheConfig", __builtin_return_address(0)}, [&] {
    if (config == nullptr) return cudaErrorInvalidValue;
    *config = settings().cache;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig) {
  return serve({"cudaDeviceSetSharedMemConfig", __builtin_return_address(0)},
               [] { return cudaSuccess; });
}

cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig* config) {
  return serve({"cudaDeviceGetSharedMemConfig", __builtin_return_address(0)}, [&] {
    if (config == nullptr) return cudaErrorInvalidValue;
    *config = cudaSharedMemBankSizeFourByte;  // all that there is since compute capability 5.0
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceCanAccessPeer(int* can, int device, int peer) {
  const HostCall call{"cudaDeviceCanAccessPeer", __builtin_return_address(0)};
  return serve(call, [&] {
    if (can == nullptr) return cudaErrorInvalidValue;
    if (const cudaError_t error = check_device(call, device)) return error;
    if (const cudaError_t error = check_device(call, peer)) return error;
    *can = 0;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned int) {
  const HostCall call{"cudaDeviceEnablePeerAccess", __builtin_return_address(0)};
  return serve(call, [&] {
    if (const cudaError_t error = check_device(call, peer)) return error;
    return cudaErrorPeerAccessUnsupported;  // with itself
  });
}

cudaError_t cudaDeviceDisablePeerAccess(int peer) {
  const HostCall call{"cudaDeviceDisablePeerAccess", __builtin_return_address(0)};
  return serve(call, [&] {
    if (const cudaError_t error = check_device(call, peer)) return error;
    return cudaErrorPeerAccessNotEnabled;
  });
}

cudaError_t cudaDeviceGetP2PAttribute(int* value, cudaDeviceP2PAttr, int source, int destination) {
  const HostCall call{"cudaDeviceGetP2PAttribute", __builtin_return_address(0)};
  return serve(call, [&] {
    if (value == nullptr || source == destination) return cudaErrorInvalidValue;
    return check_device(call, source != 0 ? source : destination);
  });
}

cudaError_t cudaDeviceGetPCIBusId(char* text, int bytes, int device) {
  const HostCall call{"cudaDeviceGetPCIBusId", __builtin_return_address(0)};
  return serve(call, [&] {
    if (text == nullptr || bytes <= static_cast<int>(std::strlen(bus_id)))
      return cudaErrorInvalidValue;
    if (const cudaError_t error = check_device(call, device)) return error;
    std::snprintf(text, static_cast<std::size_t>(bytes), "%s", bus_id);
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetByPCIBusId(int* device, const char* text) {
  return serve({"cudaDeviceGetByPCIBusId", __builtin_return_address(0)}, [&] {
    if (device == nullptr || text == nullptr) return cudaErrorInvalidValue;
    if (std::strcmp(text, bus_id) != 0) return cudaErrorInvalidDevice;
    *device = 0;
    return cudaSuccess;
  });
}

cudaError_t cudaDriverGetVersion(int* version) {
  return serve(
      {"cudaDriverGetVersion", __builtin_return_address(0)},
      [&] {
        if (version == nullptr) return cudaErrorInvalidValue;
        *version = cuda_version;
        return cudaSuccess;
      },
      Asks::nothing);
}

cudaError_t cudaRuntimeGetVersion(int* version) {
  return serve(
      {"cudaRuntimeGetVersion", __builtin_return_address(0)},
      [&] {
        if (version == nullptr) return cudaErrorInvalidValue;
        *version = cuda_version;
        return cudaSuccess;
      },
      Asks::nothing);
}

cudaError_t cudaCtxResetPersistingL2Cache(void) {
  return serve({"cudaCtxResetPersistingL2Cache", __builtin_return_address(0)},
               [] { return cudaSuccess; });
}

cudaError_t cudaProfilerStart(void) {
  return serve({"cudaProfilerStart", __builtin_return_address(0)}, [] { return cudaSuccess; });
}

cudaError_t cudaProfilerStop(void) {
  return serve({"cudaProfilerStop", __builtin_return_address(0)}, [] { return cudaSuccess; });
}
}

}  // namespace warpscope
