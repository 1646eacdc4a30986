#pragma once

#include "instrumentation/run/device.hpp"

namespace warpscope {

/// The first GPU of this machine; built only where there is a toolkit.
[[nodiscard]] Device& cuda_device();

}  // namespace warpscope
