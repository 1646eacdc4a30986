#pragma once

#include "instrumentation/block/vocabulary.hpp"
#include "kernels/kernel_info.hpp"
#include "kernels/reduce/reduction_parameters.hpp"

namespace warpscope {

// Reduction 5, mended: the last warp synchronises itself.
//   Idea    A warp-wide wait is far cheaper than a barrier: one after reading, one after writing.
//   Cost    As reduction 5, plus two warp-wide waits a step.
//   Look    Findings: none, unlike in reduction 5; the same accesses, the same banks.
//   Needs   A power of two of threads, at least 64, two elements each.
struct ReduceUnrolledSyncwarp {
  static constexpr KernelInfo info{
      .id = "reduce_unrolled_syncwarp",
      .task = "reduce",
      .lecture = "D, E",
      .title = "5 unrolled, mended",
      .summary = "The last warp waits for itself between reads and writes: no race on any GPU.",
      .elements_per_thread = 2,
      .min_block = 64,
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

    for (int s = block.size() / 2; s > 32; s /= 2) {
      if (tid < s) {
        const T right = data[tid + s];
        data[tid] = op(data[tid], right);
      }
      block.sync("combine", s);
    }

    if (tid < 32) {
      for (int s = 32; s > 0; s /= 2) {
        const T right = data[tid + s];
        block.syncwarp();
        data[tid] = op(data[tid], right);
        block.syncwarp();
        block.step("unrolled", s);
      }
    }

    if (tid == 0) out[block.group_index()] = data[0];
    block.step("store");
  }
};

}  // namespace warpscope
