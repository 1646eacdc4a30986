#pragma once

#include <stop_token>
#include <string>
#include <utility>

#include "instrumentation/run/plan.hpp"
#include "instrumentation/run/run.hpp"

namespace warpscope {

/// The GPU failed while it ran something.
struct DeviceFault {
  std::string what;       ///< "launching the kernel: an illegal memory access was encountered"
  bool for_good = false;  ///< this process can no longer use it
};

/// A GPU behind plain C++, so that all other code stays free of CUDA's headers.
class Device {
 public:
  virtual ~Device() = default;
  [[nodiscard]] virtual const CudaStatus& status() const = 0;
  /// Records a run and checks its result. Throws DeviceFault, and RunStopped soon after `stop` was
  /// requested: between two launches, because a kernel that runs on a GPU cannot be interrupted.
  [[nodiscard]] virtual std::pair<Trace, Outcome> trace(const Plan& plan, const Setup& setup,
                                                        TraceHeader header, int traced_block,
                                                        std::stop_token stop) = 0;
};

/// The GPU of this machine; where there is none, or no CUDA, its status says so.
[[nodiscard]] Device& device();
/// Whether it failed for good in this process.
[[nodiscard]] bool device_lost();

/// Records on the device. A failure there comes back as ErrorKind::failed, naming the kernel; once
/// the device is lost, everything is ErrorKind::unavailable. Throws RunStopped.
[[nodiscard]] Result<std::pair<Trace, Outcome>> run_traced(const Plan& plan, const Setup& setup,
                                                           TraceHeader header, int traced_block,
                                                           std::stop_token stop);

/// Puts another device in the place of the machine's own while it lives: one that fails, in tests.
class DeviceScope {
 public:
  explicit DeviceScope(Device& device);
  ~DeviceScope();
  DeviceScope(const DeviceScope&) = delete;
  DeviceScope& operator=(const DeviceScope&) = delete;
};

}  // namespace warpscope
