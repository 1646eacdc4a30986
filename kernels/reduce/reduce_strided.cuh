#pragma once

#include "instrumentation/block/vocabulary.hpp"
#include "kernels/kernel_info.hpp"
#include "kernels/reduce/reduction_parameters.hpp"

namespace warpscope {

// Reduction 2: strided indexing.
//   Idea    Pack the working threads at the front, so that warps do not diverge.
//   Cost    log2(N) steps, N - 1 operations per block.
//   Look    Banks: the stride doubles, and so does the number of lanes that queue at a bank.
//   Needs   A power of two of threads, one element each.
struct ReduceStrided {
  static constexpr KernelInfo info{
      .id = "reduce_strided",
      .task = "reduce",
      .lecture = "D, E",
      .title = "2 strided",
      .summary =
          "Working threads packed at the front, but their stride, and the conflicts, double.",
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
      const int index = 2 * s * tid;
      if (index < block.size()) {
        const T right = data[index + s];
        data[index] = op(data[index], right);
      }
      block.sync("combine", s);
    }

    if (tid == 0) out[block.group_index()] = data[0];
    block.step("store");
  }
};

}  // namespace warpscope
