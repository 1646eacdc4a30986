#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// A value in at most `characters`: whole if it fits, else with fewer digits ("12k", "0.3"); empty
/// where nothing truthful fits.
[[nodiscard]] std::string short_value(ElementType type, std::span<const std::uint32_t> words,
                                      int characters);

/// "written by line 44, warp 0, lane 3 in step add, s = 8".
[[nodiscard]] std::string describe_writer(const Trace& trace, std::uint32_t access,
                                          std::int64_t index);

}  // namespace warpscope
