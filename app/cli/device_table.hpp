#pragma once

#include <ostream>

#include "instrumentation/timing/device_record.hpp"

namespace warpscope {

/// Prints what was measured of a device for people: a table for each section, with units.
void print_device(std::ostream& out, const DeviceRecord& record);

}  // namespace warpscope
