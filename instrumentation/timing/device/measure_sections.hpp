#pragma once

#include <functional>
#include <span>
#include <stop_token>

#include "instrumentation/timing/device_record.hpp"

namespace warpscope {

/// measure_device() where there is a GPU. Built only with CUDA. ErrorKind::failed: the device does not
/// describe itself.
[[nodiscard]] Result<DeviceRecord> measure_sections(
    std::span<const DeviceSection> sections, const std::function<void(DeviceSection)>& begins,
    const std::stop_token& stop);

}  // namespace warpscope
