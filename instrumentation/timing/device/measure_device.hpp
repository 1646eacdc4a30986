#pragma once

#include <functional>
#include <span>
#include <stop_token>

#include "instrumentation/timing/device_record.hpp"

namespace warpscope {

/// Measures the sections one after the other, in the order in which they are given; `begins` hears of
/// each before it. A section that fails is listed as skipped; once the device is lost, or after `stop` was
/// requested, all that follow are. Date, command and commit are the caller's. All sections take less
/// than a minute on an H200. ErrorKind::unavailable without a GPU.
[[nodiscard]] Result<DeviceRecord> measure_device(
    std::span<const DeviceSection> sections,
    const std::function<void(DeviceSection)>& begins = [](DeviceSection) {},
    const std::stop_token& stop = {});

}  // namespace warpscope
