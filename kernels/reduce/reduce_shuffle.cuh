#pragma once

#include "instrumentation/block/vocabulary.hpp"
#include "kernels/kernel_info.hpp"
#include "kernels/reduce/reduction_parameters.hpp"

namespace warpscope {

// Reduction 6: warp shuffles.
//   Idea    Lanes of a warp read one another's registers; shared memory only joins the warps.
//   Cost    log2(N) steps after loading, one barrier.
//   Look    Shared memory: one word per warp is all that is left.
//   Needs   A power of two of threads, at least 32, two elements each.
struct ReduceShuffle {
  static constexpr KernelInfo info{
      .id = "reduce_shuffle",
      .task = "reduce",
      .lecture = "E",
      .title = "6 shuffle",
      .summary = "Warps reduce in registers; shared memory only joins their results.",
      .elements_per_thread = 2,
      .min_block = 32,
      .default_size = 128,
      .parameters = reduction_parameters};

  /// Elements of shared memory that a block of so many threads needs.
  static constexpr int shared_count(int block) { return block / 32; }

  template <class Block, class T, class Op>
  WS_DEVICE void operator()(Block& block, Global<Block, const T> in, Global<Block, T> out,
                            Op op) const {
    const int warps = block.size() / 32;
    auto partial = shared_array<"partial", T>(block, warps);
    const int tid = block.thread_rank();
    const int i = 2 * block.group_index() * block.size() + tid;

    const T first = in[i];
    T sum = op(first, in[i + block.size()]);
    for (int distance = 16; distance > 0; distance /= 2) {
      sum = op(sum, block.shfl_down(sum, distance));
      block.step("shuffle", distance);
    }
    if (tid % 32 == 0) partial[tid / 32] = sum;
    block.sync("join");

    if (tid < 32) {
      if (tid < warps) sum = partial[tid];
      for (int distance = warps / 2; distance > 0; distance /= 2) {
        sum = op(sum, block.shfl_down(sum, distance));
        block.step("shuffle", distance);
      }
      if (tid == 0) out[block.group_index()] = sum;
      block.step("store");
    }
  }
};

}  // namespace warpscope
