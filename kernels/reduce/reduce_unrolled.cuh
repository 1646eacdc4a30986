#pragma once

#include "instrumentation/block/vocabulary.hpp"
#include "kernels/kernel_info.hpp"
#include "kernels/reduce/reduction_parameters.hpp"

namespace warpscope {

// Reduction 5: the last warp without barriers.
//   Idea    When one warp is left, its lanes run in lockstep, so barriers seem to be unnecessary.
//   Cost    Six barriers fewer; all 32 lanes work to the end, most of them for nothing.
//   Look    Findings: since Volta lanes may drift apart, and the reads race with the writes.
//   Needs   A power of two of threads, at least 64, two elements each.
struct ReduceUnrolled {
  static constexpr KernelInfo info{
      .id = "reduce_unrolled",
      .task = "reduce",
      .lecture = "D, E",
      .title = "5 unrolled",
      .summary = "The last warp drops its barriers: right in lockstep, a race since Volta.",
      .elements_per_thread = 2,
      .min_block = 64,
      .parameters = reduction_parameters,
      .wrong_on_purpose = true};

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
      auto last = data.as_volatile();
      for (int s = 32; s > 0; s /= 2) {
        const T right = last[tid + s];
        last[tid] = op(last[tid], right);
        block.step("unrolled", s);
      }
    }

    if (tid == 0) out[block.group_index()] = data[0];
    block.step("store");
  }
};

}  // namespace warpscope
