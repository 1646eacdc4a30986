#pragma once

#include <span>

namespace warpscope {

/// What a warp saw: its multiprocessor, and that one's clock before and after its work.
struct ClockedSpan {
  unsigned multiprocessor = 0;
  long long begin = 0, end = 0;
};

/// The work of all warps on one multiprocessor.
struct SpanFigures {
  double cycles = 0;  ///< from the first begin to the last end
  int warps = 0;
};
/// Of the multiprocessor that is the median of all by cycles for each of its warps. Zeros if there are
/// no spans, or none of any length.
[[nodiscard]] SpanFigures median_multiprocessor(std::span<const ClockedSpan> spans);

}  // namespace warpscope
