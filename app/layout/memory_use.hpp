#pragma once

#include <vector>

#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// What one launch does with shared memory. Each launch has its own arrays there.
struct MemoryUse {
  std::vector<int> arrays;      ///< that it touches, by their place in memory
  std::vector<int> characters;  ///< of each array: that its values need, 3 show any up to 999k
  std::vector<bool> touched;    ///< per 4-byte word: read or written; the others are padding

  [[nodiscard]] bool is_padding(std::size_t byte) const {
    return byte / 4 >= touched.size() || !touched[byte / 4];
  }
};
/// One per launch.
[[nodiscard]] std::vector<MemoryUse> memory_use(const Trace& trace);

}  // namespace warpscope
