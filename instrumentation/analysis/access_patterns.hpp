#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// Accesses of one line whose lanes touch the same elements in the same way: they cost the same in any layout.
struct AccessPattern {
  std::uint32_t access = 0;  ///< one of them
  std::uint64_t times = 0;
};

/// The patterns of the accesses to shared arrays of a name, the most frequent first, at most so many; of arrays of structures
/// none. Looks at the first 50,000 accesses.
[[nodiscard]] std::vector<AccessPattern> access_patterns(const Trace& trace,
                                                         const std::string& array,
                                                         std::size_t most);

}  // namespace warpscope
