#pragma once

#include <cuda_runtime.h>

#include <string>

#include "instrumentation/run/cuda_check.cuh"
#include "instrumentation/trace/result.hpp"

namespace warpscope {

/// Why a subject could not be made ready: ErrorKind::unavailable if the device still works, so that
/// others can be timed.
[[nodiscard]] inline Error subject_error(const std::string& title, const DeviceError& error) {
  cudaGetLastError();  // an error of a launch or an allocation does not stay
  if (cudaDeviceSynchronize() != cudaSuccess) {
    return {ErrorKind::failed, "The GPU failed while making " + title + " ready (" + error.what +
                                   "). It works again when Warpscope is started again."};
  }
  std::size_t free = 0, total = 0;
  if (error.code != cudaErrorMemoryAllocation || cudaMemGetInfo(&free, &total) != cudaSuccess) {
    return {ErrorKind::unavailable, title + " failed while " + error.what + "."};
  }
  const auto gigabytes = [](std::size_t bytes) {
    const std::string tenths = std::to_string((bytes + 50'000'000) / 100'000'000);
    return tenths.size() > 1 ? tenths.substr(0, tenths.size() - 1) + "." + tenths.back()
                             : "0." + tenths;
  };
  return {ErrorKind::unavailable, title + " needs more than the " + gigabytes(free) +
                                      " GB that are free of the device's " + gigabytes(total) +
                                      " GB."};
}

}  // namespace warpscope
