#pragma once

#include "instrumentation/block/vocabulary.hpp"
#include "kernels/kernel_info.hpp"

namespace warpscope {

/// The greater of two; a NaN is greater than everything, so that it is not lost.
template <class T>
constexpr T greater_or_nan(T a, T b) {
  return a >= b || __builtin_isnan(a) ? a : b;
}

// How far an iteration is: the largest entry of its residual, one block for all of it.
//   Idea    Threads stride over the residual and keep their largest entry; then a tree.
//   Cost    One load per entry, log2(block) steps.
//   Look    The array residual, which gets one number per iteration.
//   Needs   A power of two of threads, any number of entries.
struct ResidualNorm {
  static constexpr KernelInfo info{.id = "residual_norm",
                                   .source = "kernels/solver/residual_norm.cuh"};

  /// Numbers in shared memory that a block of so many threads needs.
  static constexpr int shared_count(int block) { return block; }

  template <class Block, class T>
  WS_DEVICE void operator()(Block& block, Global<Block, const T> r, Global<Block, T> residual,
                            int iteration) const {
    auto largest = shared_array<"largest", T>(block, block.size());
    const int tid = block.thread_rank();

    T own = 0;
    for (int i = tid; i < r.count(); i += block.size()) {
      const T entry = r[i];
      own = greater_or_nan(own, entry < 0 ? -entry : entry);
    }
    reconverge(block);
    largest[tid] = own;
    block.sync("load");

    for (int s = block.size() / 2; s > 0; s /= 2) {
      if (tid < s) {
        const T mine = largest[tid];
        const T other = largest[tid + s];
        largest[tid] = greater_or_nan(mine, other);
      }
      block.sync("combine", s);
    }

    if (tid == 0) residual[iteration] = largest[0];
    block.step("store");
  }
};

}  // namespace warpscope
