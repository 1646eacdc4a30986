#pragma once

#include <cstdint>
#include <string>

#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// "4 blocks of 256 threads", in two dimensions "2 × 2 blocks of 16 × 16 threads".
[[nodiscard]] std::string shape_text(const Launch& launch);

/// Says in one sentence what the host did between the access before and this one: "Host: copies
/// 1,024 int to in, launches scan_distribute on 4 blocks of 256 threads." At the trace's last
/// access, what it did afterwards. Empty elsewhere, and if there is only a lone launch to tell.
[[nodiscard]] std::string host_text(const Trace& trace, std::uint32_t access);

}  // namespace warpscope
