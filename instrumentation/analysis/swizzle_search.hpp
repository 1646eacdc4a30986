#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "instrumentation/analysis/relayout.hpp"

namespace warpscope {

/// The exclusive ors of an array's index that are worth trying: bits of the row's number, of the column's own upper bits, or of
/// both, into the lower bits that choose the bank. Those of one part come first, then those that move fewer
/// elements at once. So many elements, which a lane moves at once, stay side by side: no unit is less, so that a float4 stays whole and
/// aligned. None for members of structures, and if the trace is relaid already.
[[nodiscard]] std::vector<Relayout> swizzles_of(const Trace& trace, const Array& array,
                                                BankModel model, int moved = 1);

/// The cheapest of them.
struct SwizzleSearch {
  std::vector<Relayout>
      best;  ///< a few, cheapest first; none takes as many wavefronts as the array as it is
  std::size_t tried = 0;
};
/// Tries them all on the array's accesses: each pattern of indices once, the most frequent ones where there are very many. What
/// one does to the whole run, relayout_effect() tells.
[[nodiscard]] SwizzleSearch best_swizzles(const Trace& trace, const Array& array, BankModel model,
                                          int moved = 1);

}  // namespace warpscope
