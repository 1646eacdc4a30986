#pragma once

#include "instrumentation/timing/device_record.hpp"

namespace warpscope {

// One function for each section of a device record; each writes its own section, and what it has until
// it fails. All throw DeviceError.

void measure_resources(DeviceRecord& record);
void measure_occupancy(DeviceRecord& record);
void measure_operations(DeviceRecord& record);
void measure_latencies(DeviceRecord& record);
void measure_memories(DeviceRecord& record);
void measure_hiding(DeviceRecord& record);
void measure_stamps(DeviceRecord& record);
void measure_copies(DeviceRecord& record);
void measure_streams(DeviceRecord& record);

}  // namespace warpscope
