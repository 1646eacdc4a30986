#include "instrumentation/timing/device/measure_sections.hpp"

#include <array>
#include <string>

#include "instrumentation/run/cuda_check.cuh"
#include "instrumentation/timing/device/device_event.cuh"
#include "instrumentation/timing/device/sections.cuh"

namespace warpscope {
namespace {

DeviceDescription describe_device() {
  DeviceDescription device;
  device.multiprocessors = device_attribute(cudaDevAttrMultiProcessorCount);
  constexpr double kilohertz_of_a_megahertz = 1000;
  device.clock_mhz = device_attribute(cudaDevAttrClockRate) / kilohertz_of_a_megahertz;
  device.second_level_bytes = device_attribute(cudaDevAttrL2CacheSize);
  device.shared_bytes_per_multiprocessor =
      device_attribute(cudaDevAttrMaxSharedMemoryPerMultiprocessor);
  device.shared_bytes_per_block = device_attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin);
  device.registers_per_multiprocessor = device_attribute(cudaDevAttrMaxRegistersPerMultiprocessor);
  device.threads_per_multiprocessor = device_attribute(cudaDevAttrMaxThreadsPerMultiProcessor);
  device.blocks_per_multiprocessor = device_attribute(cudaDevAttrMaxBlocksPerMultiprocessor);
  std::size_t free = 0, total = 0;
  check(cudaMemGetInfo(&free, &total), "asking the device for its memory");
  device.memory_bytes = static_cast<std::int64_t>(total);
  return device;
}

using Measure = void (*)(DeviceRecord&);

Measure measure_of(DeviceSection section) {
  switch (section) {
    case DeviceSection::resources: return measure_resources;
    case DeviceSection::occupancy: return measure_occupancy;
    case DeviceSection::operations: return measure_operations;
    case DeviceSection::latencies: return measure_latencies;
    case DeviceSection::memories: return measure_memories;
    case DeviceSection::hiding: return measure_hiding;
    case DeviceSection::stamps: return measure_stamps;
    case DeviceSection::copies: return measure_copies;
    case DeviceSection::streams: return measure_streams;
  }
  return nullptr;
}

/// Keeps the device busy for so long that its clocks are up. Any later section measures cycles and rates
/// as they are under load.
__global__ void keep_busy(long long cycles) {
  const long long begin = clock64();
  while (clock64() - begin < cycles) {
  }
}
void warm_up(const DeviceDescription& device) {
  constexpr long long cycles = 400'000'000;  // a fifth of a second
  keep_busy<<<static_cast<unsigned>(device.multiprocessors), 256>>>(cycles);
  check(cudaGetLastError(), "warming up");
  check(cudaDeviceSynchronize(), "warming up");
}

/// Empty, or why the section is not complete.
std::string failure(DeviceSection section, DeviceRecord& record) {
  try {
    measure_of(section)(record);
    check(cudaDeviceSynchronize(), "ending the section");
    return "";
  } catch (const DeviceError& error) {
    cudaGetLastError();  // an error of a launch or an allocation does not stay
    return "It failed while " + error.what + ".";
  } catch (const std::bad_alloc&) {
    return "It needs more memory than this computer has.";
  }
}

}  // namespace

Result<DeviceRecord> measure_sections(std::span<const DeviceSection> sections,
                                      const std::function<void(DeviceSection)>& begins,
                                      const std::stop_token& stop) {
  DeviceRecord record;
  try {
    record.device = describe_device();
    warm_up(record.device);
  } catch (const DeviceError& error) {
    return Error{ErrorKind::failed,
                 "The GPU failed while " + error.what + ". Start again when the GPU is free."};
  }
  bool lost = false;
  for (const DeviceSection section : sections) {
    begins(section);
    std::string why;
    if (lost) {
      why = "The GPU failed before it. It works again when Warpscope is started again.";
    } else if (stop.stop_requested()) {
      why = "It was to end before.";
    } else {
      why = failure(section, record);
      lost = cudaDeviceSynchronize() != cudaSuccess;
    }
    if (!why.empty()) record.skipped.push_back({std::string(name(section)), why});
  }
  return record;
}

}  // namespace warpscope
