#pragma once

#include <string>

#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// "4 blocks of 256 threads", in two dimensions "2 × 2 blocks of 16 × 16 threads".
[[nodiscard]] std::string shape_text(const Launch& launch);

}  // namespace warpscope
