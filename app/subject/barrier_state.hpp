#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "instrumentation/trace/trace.hpp"

namespace warpscope {

/// Who came to the barrier that ends a step of the recorded block.
struct BarrierState {
  std::vector<std::uint32_t> threads;  ///< of the block, by warp: a bit for each lane
  std::vector<std::uint32_t> arrived;  ///< the same of those that came
  const Finding* finding = nullptr;    ///< that not all did; nullptr: they did
  [[nodiscard]] std::uint32_t missing(std::size_t warp) const {
    return warp < threads.size() ? threads[warp] & ~arrived[warp] : 0;
  }
};
/// nullopt: the step ends without a barrier, or who came is not known.
[[nodiscard]] std::optional<BarrierState> barrier_state(const Trace& trace, std::uint32_t step);

}  // namespace warpscope
