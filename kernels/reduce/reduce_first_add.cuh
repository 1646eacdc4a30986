#pragma once

#include "instrumentation/block/vocabulary.hpp"
#include "kernels/kernel_info.hpp"
#include "kernels/reduce/reduction_parameters.hpp"

namespace warpscope {

// Reduction 4: combine while loading.
//   Idea    Half of the threads would idle in the first step; let each load two elements instead.
//   Cost    log2(N) - 1 steps after loading, N - 1 operations, half the blocks.
//   Look    Stage: the first row of the tree already holds sums.
//   Needs   A power of two of threads, two elements each.
struct ReduceFirstAdd {
  static constexpr KernelInfo info{
      .id = "reduce_first_add",
      .task = "reduce",
      .lecture = "D, E",
      .title = "4 first add",
      .summary = "Each thread combines two elements while it loads: half the blocks do the work.",
      .elements_per_thread = 2,
      .default_size = 64,
      .parameters = reduction_parameters};

  /// Elements of shared memory that a block of so many threads needs.
  static constexpr int shared_count(int block) { return block; }

  template <class Block, class T, class Op>
  WS_DEVICE void operator()(Block& block, Global<Block, const T> in, Global<Block, T> out,
                            Op op) const {
    auto data = shared_array<"data", T>(block, block.size());
    const int tid = block.thread_rank();
    const int i = 2 * block.group_index() * block.size() + tid;

    const T first = in[i];
    data[tid] = op(first, in[i + block.size()]);
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
