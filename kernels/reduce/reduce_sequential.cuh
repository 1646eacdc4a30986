#pragma once

#include "instrumentation/block/vocabulary.hpp"
#include "kernels/kernel_info.hpp"
#include "kernels/reduce/reduction_parameters.hpp"

namespace warpscope {

// Reduction 3: halving distance.
//   Idea    Start with the most distant pairs, so that neighbouring threads use neighbouring words.
//   Cost    log2(N) steps, N - 1 operations per block.
//   Look    Banks: one pass for every access. Lanes: whole warps retire, none is half idle.
//   Needs   A power of two of threads, one element each.
struct ReduceSequential {
  static constexpr KernelInfo info{
      .id = "reduce_sequential",
      .task = "reduce",
      .lecture = "D, E",
      .title = "3 sequential",
      .summary =
          "The distance halves instead of doubling: no conflicts, no divergence above a warp.",
      .default_size = 64,
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

    for (int s = block.size() / 2; s > 0; s /= 2) {
      if (tid < s) {
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
