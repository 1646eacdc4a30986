#pragma once

#include <cuda_runtime.h>

#include "instrumentation/run/cuda_check.cuh"

namespace warpscope {

/// A point in the work of a stream, with its time.
class DeviceEvent {
 public:
  DeviceEvent() { check(cudaEventCreate(&event_), "making an event"); }
  ~DeviceEvent() { cudaEventDestroy(event_); }
  DeviceEvent(const DeviceEvent&) = delete;
  DeviceEvent& operator=(const DeviceEvent&) = delete;

  void record(cudaStream_t stream = nullptr) const {
    check(cudaEventRecord(event_, stream), "recording an event");
  }
  /// Waits until the work came here.
  [[nodiscard]] double milliseconds_since(const DeviceEvent& begin) const {
    check(cudaEventSynchronize(event_), "waiting for the GPU");
    float milliseconds = 0;
    check(cudaEventElapsedTime(&milliseconds, begin.event_, event_), "reading the clock");
    return static_cast<double>(milliseconds);
  }

 private:
  cudaEvent_t event_ = nullptr;
};

[[nodiscard]] inline int device_attribute(cudaDeviceAttr which) {
  int value = 0;
  check(cudaDeviceGetAttribute(&value, which, 0), "asking the device for what it is");
  return value;
}

}  // namespace warpscope
