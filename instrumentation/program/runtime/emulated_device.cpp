#include "instrumentation/program/runtime/emulated_device.hpp"

#include <algorithm>
#include <climits>
#include <cstring>
#include <string_view>

#include "instrumentation/program/machine/device_memory.hpp"

namespace warpscope {
namespace {

constexpr int multiprocessors = 132;
constexpr int most_threads = 1024;
constexpr int threads_at_once = 2048;
constexpr int most_blocks_at_once = 32;
constexpr int registers = 65536;
constexpr std::size_t shared_of_multiprocessor = 228 * 1024;
constexpr std::size_t shared_reserved = 1024;  // of each block
constexpr std::size_t shared_step = 128;
constexpr int clock_khz = 1'980'000;
constexpr int memory_clock_khz = 2'619'000;
constexpr int memory_bus_bits = 5120;
constexpr int l2_bytes = 50 << 20;

}  // namespace

cudaDeviceProp emulated_device() {
  cudaDeviceProp device{};
  constexpr std::string_view name = "Warpscope emulator (compute capability 9.0)";
  static_assert(name.size() < sizeof device.name);
  std::memcpy(device.name, name.data(), name.size());
  std::memcpy(device.uuid.bytes, "warpscope-device", sizeof device.uuid.bytes);
  device.totalGlobalMem = DeviceMemory::the().total_bytes();
  device.sharedMemPerBlock = most_shared_without_asking;
  device.sharedMemPerBlockOptin = most_shared;
  device.sharedMemPerMultiprocessor = shared_of_multiprocessor;
  device.reservedSharedMemPerBlock = shared_reserved;
  device.regsPerBlock = device.regsPerMultiprocessor = registers;
  device.warpSize = 32;
  device.memPitch = INT_MAX;
  device.maxThreadsPerBlock = most_threads;
  device.maxThreadsDim[0] = device.maxThreadsDim[1] = most_threads;
  device.maxThreadsDim[2] = 64;
  device.maxGridSize[0] = INT_MAX;
  device.maxGridSize[1] = device.maxGridSize[2] = 65535;
  device.maxThreadsPerMultiProcessor = threads_at_once;
  device.maxBlocksPerMultiProcessor = most_blocks_at_once;
  device.multiProcessorCount = multiprocessors;
  device.clockRate = clock_khz;
  device.memoryClockRate = memory_clock_khz;
  device.memoryBusWidth = memory_bus_bits;
  device.l2CacheSize = l2_bytes;
  device.totalConstMem = 64 * 1024;
  device.major = 9;
  device.minor = 0;
  device.textureAlignment = device.surfaceAlignment = 512;
  device.maxTexture1DLinear = 1 << 28;
  device.texturePitchAlignment = 32;
  device.deviceOverlap = 1;
  device.asyncEngineCount = 3;
  device.canMapHostMemory = 1;
  device.computeMode = cudaComputeModeDefault;
  device.concurrentKernels = 1;
  device.unifiedAddressing = 1;
  device.streamPrioritiesSupported = 1;
  device.globalL1CacheSupported = device.localL1CacheSupported = 1;
  device.managedMemory = 1;
  device.singleToDoublePrecisionPerfRatio = 2;
  device.concurrentManagedAccess = 1;
  device.canUseHostPointerForRegisteredMem = 1;
  device.cooperativeLaunch = 1;
  device.hostRegisterSupported = 1;
  // Other textures, pools of one's own, clusters and other devices are not there: their fields stay 0.
  return device;
}

std::optional<int> emulated_attribute(cudaDeviceAttr attribute) {
  const cudaDeviceProp device = emulated_device();
  switch (attribute) {
    case cudaDevAttrMaxThreadsPerBlock: return device.maxThreadsPerBlock;
    case cudaDevAttrMaxBlockDimX: return device.maxThreadsDim[0];
    case cudaDevAttrMaxBlockDimY: return device.maxThreadsDim[1];
    case cudaDevAttrMaxBlockDimZ: return device.maxThreadsDim[2];
    case cudaDevAttrMaxGridDimX: return device.maxGridSize[0];
    case cudaDevAttrMaxGridDimY: return device.maxGridSize[1];
    case cudaDevAttrMaxGridDimZ: return device.maxGridSize[2];
    case cudaDevAttrMaxSharedMemoryPerBlock: return static_cast<int>(device.sharedMemPerBlock);
    case cudaDevAttrMaxSharedMemoryPerBlockOptin:
      return static_cast<int>(device.sharedMemPerBlockOptin);
    case cudaDevAttrMaxSharedMemoryPerMultiprocessor:
      return static_cast<int>(device.sharedMemPerMultiprocessor);
    case cudaDevAttrReservedSharedMemoryPerBlock:
      return static_cast<int>(device.reservedSharedMemPerBlock);
    case cudaDevAttrTotalConstantMemory: return static_cast<int>(device.totalConstMem);
    case cudaDevAttrWarpSize: return device.warpSize;
    case cudaDevAttrMaxPitch: return static_cast<int>(device.memPitch);
    case cudaDevAttrMaxRegistersPerBlock: return device.regsPerBlock;
    case cudaDevAttrMaxRegistersPerMultiprocessor: return device.regsPerMultiprocessor;
    case cudaDevAttrClockRate: return device.clockRate;
    case cudaDevAttrMemoryClockRate: return device.memoryClockRate;
    case cudaDevAttrGlobalMemoryBusWidth: return device.memoryBusWidth;
    case cudaDevAttrL2CacheSize: return device.l2CacheSize;
    case cudaDevAttrTextureAlignment: return static_cast<int>(device.textureAlignment);
    case cudaDevAttrMaxTexture1DLinearWidth: return device.maxTexture1DLinear;
    case cudaDevAttrSurfaceAlignment: return static_cast<int>(device.surfaceAlignment);
    case cudaDevAttrTexturePitchAlignment: return static_cast<int>(device.texturePitchAlignment);
    case cudaDevAttrGpuOverlap: return device.deviceOverlap;
    case cudaDevAttrAsyncEngineCount: return device.asyncEngineCount;
    case cudaDevAttrMultiProcessorCount: return device.multiProcessorCount;
    case cudaDevAttrMaxThreadsPerMultiProcessor: return device.maxThreadsPerMultiProcessor;
    case cudaDevAttrMaxBlocksPerMultiprocessor: return device.maxBlocksPerMultiProcessor;
    case cudaDevAttrCanMapHostMemory: return device.canMapHostMemory;
    case cudaDevAttrComputeMode: return device.computeMode;
    case cudaDevAttrConcurrentKernels: return device.concurrentKernels;
    case cudaDevAttrUnifiedAddressing: return device.unifiedAddressing;
    case cudaDevAttrComputeCapabilityMajor: return device.major;
    case cudaDevAttrComputeCapabilityMinor: return device.minor;
    case cudaDevAttrStreamPrioritiesSupported: return device.streamPrioritiesSupported;
    case cudaDevAttrGlobalL1CacheSupported: return device.globalL1CacheSupported;
    case cudaDevAttrLocalL1CacheSupported: return device.localL1CacheSupported;
    case cudaDevAttrManagedMemory: return device.managedMemory;
    case cudaDevAttrSingleToDoublePrecisionPerfRatio:
      return device.singleToDoublePrecisionPerfRatio;
    case cudaDevAttrConcurrentManagedAccess: return device.concurrentManagedAccess;
    case cudaDevAttrCanUseHostPointerForRegisteredMem:
      return device.canUseHostPointerForRegisteredMem;
    case cudaDevAttrCooperativeLaunch: return device.cooperativeLaunch;
    case cudaDevAttrHostRegisterSupported: return device.hostRegisterSupported;
    case cudaDevAttrMemoryPoolsSupported: return 1;  // cudaMallocAsync and cudaFreeAsync are there
    case cudaDevAttrNumaId:
    case cudaDevAttrHostNumaId: return -1;
    default: break;
  }
  // Every other attribute that there is says 0: what it stands for is not there.
  const int number = attribute;
  const bool exists = (number >= 1 && number <= 101) || (number >= 106 && number <= 147);
  return exists ? std::optional(0) : std::nullopt;
}

int blocks_at_once(int threads, std::size_t shared_bytes) {
  if (threads > most_threads || shared_bytes > most_shared) return 0;
  const int warps = (threads + 31) / 32;
  // Registers are given to warps, in steps of 256.
  constexpr int registers_of_warp = (assumed_registers * 32 + 255) / 256 * 256;
  const int by_threads = threads_at_once / 32 / warps;
  const int by_registers = registers / registers_of_warp / warps;
  const std::size_t shared_of_block =
      (shared_bytes + shared_reserved + shared_step - 1) / shared_step * shared_step;
  const int by_shared = static_cast<int>(shared_of_multiprocessor / shared_of_block);
  return std::min({most_blocks_at_once, by_threads, by_registers, by_shared});
}

}  // namespace warpscope
