#pragma once

#include <utility>

#include "instrumentation/run/device.hpp"

namespace warpscope::test {

/// A GPU in which every kernel fails.
class FailingDevice final : public Device {
 public:
  explicit FailingDevice(DeviceFault fault) : fault_(std::move(fault)) {}
  [[nodiscard]] const CudaStatus& status() const override { return state; }
  [[nodiscard]] std::pair<Trace, Outcome> trace(const Plan&, const Setup&, TraceHeader, int,
                                                std::stop_token) override {
    ++runs;
    throw DeviceFault(fault_);
  }

  CudaStatus state{.built = true, .usable = true, .device = "Fragile GPU"};
  int runs = 0;

 private:
  DeviceFault fault_;
};

}  // namespace warpscope::test
