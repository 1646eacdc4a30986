#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "instrumentation/analysis/bank_model.hpp"

namespace warpscope {

/// An atomic for which the hardware has no instruction: code loads the element, computes, and stores the result if nobody
/// has changed it meanwhile, until that succeeds (LDS and ATOMS.CAST.SPIN). Each round serves one lane of every bank, the
/// lowest; of elements of 8 bytes one of every two banks in each half-warp.
struct AtomicLoop {
  int rounds = 0;   ///< in which a warp executes both instructions
  int lanes = 0;    ///< active ones, of all rounds
  Wavefronts load;  ///< of all rounds
  Wavefronts swap;  ///< the same; two passes for each part, and no conflicts
};

/// What warps do that come to one such atomic together; a request each, of AtomicWay::loop. In a round all of them load,
/// then each swaps: lanes fail whose element has been changed since. Those that failed altogether go first in the next.
/// Source: the H100's counters named at AtomicWay. One warp: all equal. Two warps, 60 random cases each: the sum of passes
/// within 5 %, since the clock decides, too.
/// The result of each lane's operation is taken to differ from what was there.
[[nodiscard]] std::vector<AtomicLoop> atomic_loops(std::span<const SharedRequest> requests);

/// The lanes that each round of one warp serves, by half-warps if elements have 8 bytes; else all in the first.
struct LoopRound {
  std::uint32_t parts[2] = {0, 0};
};
[[nodiscard]] std::vector<LoopRound> loop_rounds(const SharedRequest& request);

/// Of all accesses of a trace that are such loops, by their number. Together come warps that are at the same place, in one
/// interval between barriers, for as many times.
[[nodiscard]] std::unordered_map<std::uint32_t, AtomicLoop> atomic_loops(const Trace& trace);

}  // namespace warpscope
