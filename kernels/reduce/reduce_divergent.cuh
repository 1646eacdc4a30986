#pragma once

#include "instrumentation/block/vocabulary.hpp"
#include "kernels/kernel_info.hpp"
#include "kernels/reduce/reduction_parameters.hpp"

namespace warpscope {

// Reduction 1: neighbours first.
//   Idea    A sum tree over neighbouring elements; thread tid owns element tid.
//   Cost    log2(N) steps, N - 1 operations per block.
//   Look    Lanes: half of each warp is idle in the first step, then three quarters, then more.
//   Needs   A power of two of threads, one element each.
struct ReduceDivergent {
  static constexpr KernelInfo info{
      .id = "reduce_divergent",
      .task = "reduce",
      .lecture = "D, E",
      .title = "1 divergent",
      .summary = "Every 2s-th thread adds its neighbour at distance s: warps stay half empty.",
      .default_size = 32,
      .parameters = reduction_parameters};

  /// Elements of shared memory that a block of so many threads needs.
  static constexpr int shared_count(int block) { return block; }

  template <class Block, class T, class Op>
  WS_DEVICE void operator()(Block& block, Global<Block, const T> in, Global<Block, T> out,
                            Op op) const {
    auto data = shared_array<"data", T>(block, block.size());
    const int tid = block.thread_rank();

    data[tid] = in[block.group_index() * block.size() + tid];
    block.sync("load");

    for (int s = 1; s < block.size(); s *= 2) {
      if (tid % (2 * s) == 0) {
        const T right = data[tid + s];
        data[tid] = op(data[tid], right);
      }
      block.sync("combine", s);
    }

    if (tid == 0) out[block.group_index()] = data[0];
    block.step("store");
  }
};

}  // namespace warpscope
