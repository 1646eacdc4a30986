#pragma once

#include "instrumentation/block/vocabulary.hpp"
#include "kernels/kernel_info.hpp"
#include "kernels/reduce/reduction_parameters.hpp"

namespace warpscope {

// Reduction to one number in one launch: the block that is done last adds up the results of all.
//   Idea    Each block leaves its result and counts itself. Who counts last knows that all others
//           are done, and need not wait for them: it reduces their results.
//   Cost    Reads every element once, and a result per block: no second launch, but an atomic for
//           each block, and a fence before it.
//   Look    The last block, which is recorded: the atomic, and the load of all results. All other
//           blocks (--trace-block 0) leave at the branch behind the atomic.
//   Needs   A power of two of threads, at least 32; a power of two of blocks, or at least as many as a
//           block has threads; a counter that is 0, as which the last block leaves it.
struct ReduceLastBlock {
  static constexpr KernelInfo info{
      .id = "reduce_last_block",
      .task = "reduce",
      .lecture = "E",
      .title = "9 last block",
      .summary = "One launch leaves one number: the block that is done last adds up all results.",
      .elements_per_thread = 4,
      .min_block = 32,
      .full_speed_block = 512,
      .default_size = 4096,
      .block_at_default_size = 64,
      .max_grid = 1056,
      .parameters = reduction_parameters,
      .blocks_wait = true,
      .shows_last_block = true};

  template <class T>
  using Element = Vec4<T>;  ///< of the input
  /// Elements of shared memory that a block of so many threads needs.
  static constexpr int shared_count(int block) { return block / 32 + 1; }

  template <class Block, class T, class Op>
  WS_DEVICE void operator()(Block& block, Global<Block, const Vec4<T>> in, Global<Block, T> results,
                            Global<Block, int> done, Global<Block, T> out, Op op) const {
    auto partial = shared_array<"partial", T>(block, block.size() / 32);
    auto before = shared_array<"before", int>(block, 1);
    const int tid = block.thread_rank();
    const int blocks = block.group_count();
    const int first = block.group_index() * block.size() + tid;
    const int stride = blocks * block.size();

    T sum = combined(in[first], op);
    auto turns = block.turns();
    for (int i = first + stride; turns.go_on(i < in.count()); i += stride) {
      sum = op(sum, combined(in[i], op));
    }
    block.step("load");
    sum = across(block, partial, sum, block.size(), op);

    if (tid == 0) {
      results[block.group_index()] = sum;
      block.fence();  // the result is seen before the count
      const int done_before = done.atomic_add(0, 1);
      if (done_before == blocks - 1) block.fence();  // and no result is read before that
      before[0] = done_before;
    }
    block.sync("count");
    if (before[0] < blocks - 1) return;

    // The last block: all other results are there.
    const int share = blocks < block.size() ? blocks : block.size();
    if (tid < share) sum = results[tid];
    reconverge(block);
    auto rest = block.turns();
    for (int i = tid + share; rest.go_on(i < blocks); i += share) sum = op(sum, results[i]);
    block.step("load results");
    sum = across(block, partial, sum, share, op);
    if (tid == 0) {
      out[0] = sum;
      done[0] = 0;  // for the next launch
    }
    block.step("store");
  }

 private:
  /// In thread 0 what op makes of the numbers of the first `share` threads, a power of two. All
  /// threads of the block take part in the shuffles.
  template <class Block, class Partial, class T, class Op>
  WS_DEVICE static T across(Block& block, Partial partial, T sum, int share, Op op) {
    const int tid = block.thread_rank();
    for (int distance = (share < 32 ? share : 32) / 2; distance > 0; distance /= 2) {
      sum = op(sum, block.shfl_down(sum, distance));
      block.step("shuffle", distance);
    }
    if (tid % 32 == 0) partial[tid / 32] = sum;
    block.sync("join");

    const int warps = share / 32;
    if (tid < 32) {
      if (tid < warps) sum = partial[tid];
      for (int distance = warps / 2; distance > 0; distance /= 2) {
        sum = op(sum, block.shfl_down(sum, distance));
        block.step("shuffle", distance);
      }
    }
    return sum;
  }

  template <class T, class Op>
  WS_DEVICE static T combined(Vec4<T> v, Op op) {
    return op(op(v.x, v.y), op(v.z, v.w));
  }
};

}  // namespace warpscope
