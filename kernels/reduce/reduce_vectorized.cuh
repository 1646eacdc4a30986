#pragma once

#include "instrumentation/block/vocabulary.hpp"
#include "kernels/kernel_info.hpp"
#include "kernels/reduce/reduction_parameters.hpp"

namespace warpscope {

// Reduction 7: 16-byte loads, grid stride.
//   Idea    Few blocks walk over the whole input, four elements an access, and reduce once.
//   Cost    Reads every element once: bound by the bandwidth of global memory.
//   Look    Global memory: one load moves 16 sectors for a warp, all of them used.
//   Needs   A power of two of threads, at least 32; a multiple of four elements.
struct ReduceVectorized {
  static constexpr KernelInfo info{
      .id = "reduce_vectorized",
      .task = "reduce",
      .lecture = "E",
      .title = "7 vectorized",
      .summary = "Few blocks stride over the input with 16-byte loads: as fast as memory allows.",
      .elements_per_thread = 4,
      .min_block = 32,
      .default_size = 256,
      .max_grid = 4096,
      .parameters = reduction_parameters};

  template <class T>
  using Element = Vec4<T>;  ///< of the input
  /// Elements of shared memory that a block of so many threads needs.
  static constexpr int shared_count(int block) { return block / 32; }

  /// Of Vec4<T>, or of T where the results of a launch are reduced again.
  template <class Block, class In, class T, class Op>
  WS_DEVICE void operator()(Block& block, Global<Block, const In> in, Global<Block, T> out,
                            Op op) const {
    const int warps = block.size() / 32;
    auto partial = shared_array<"partial", T>(block, warps);
    const int tid = block.thread_rank();
    const int first = block.group_index() * block.size() + tid;
    const int stride = block.group_count() * block.size();

    T sum = combined(in[first], op);
    auto turns = block.turns();
    for (int i = first + stride; turns.go_on(i < in.count()); i += stride) {
      sum = op(sum, combined(in[i], op));
    }
    block.step("load");

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

 private:
  template <class T, class Op>
  WS_DEVICE static T combined(Vec4<T> v, Op op) {
    return op(op(v.x, v.y), op(v.z, v.w));
  }
  template <class T, class Op>
  WS_DEVICE static T combined(T number, Op) {
    return number;
  }
};

}  // namespace warpscope
