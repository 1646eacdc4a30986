#pragma once

#include <vector>

#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// What one launch does with shared memory. Each launch has its own arrays there.
struct MemoryUse {
  std::vector<int> arrays;      ///< that it touches, by their place in memory
  std::vector<int> characters;  ///< of each array: that its values need, 3 show any up to 999k
  std::vector<bool> written;    ///< per 4-byte word: at some time; the others are padding

  [[nodiscard]] bool is_padding(std::size_t byte) const {
    return byte / 4 >= written.size() || !written[byte / 4];
  }
};
/// One per launch.
[[nodiscard]] std::vector<MemoryUse> memory_use(const Trace& trace);

}  // namespace warpscope
