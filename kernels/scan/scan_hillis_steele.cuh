#pragma once

#include "instrumentation/block/vocabulary.hpp"
#include "kernels/kernel_info.hpp"
#include "kernels/scan/scan_parameters.hpp"

namespace warpscope {

// Inclusive scan after Hillis and Steele.
//   Idea    In step s every element adds the one s places to its left; s doubles.
//   Cost    log2(N) steps, but N log2(N) operations: few steps bought with work.
//   Look    Stage: all columns work in all steps. Two arrays change roles, so one barrier a step.
//   Needs   A power of two of threads, one element each; each block scans its own segment.
struct ScanHillisSteele {
  static constexpr KernelInfo info{
      .id = "scan_hillis_steele",
      .task = "scan",
      .lecture = "B",
      .title = "Hillis-Steele",
      .summary = "Inclusive scan in log2 N steps with N log2 N operations.",
      .default_size = 16,
      .parameters = scan_parameters,
      .parts_alone = true};

  static constexpr bool inclusive = true;
  /// Elements of shared memory that a block of so many threads needs.
  static constexpr int shared_count(int block) { return 2 * block; }

  template <class Block, class T, class Op>
  WS_DEVICE void operator()(Block& block, Global<Block, const T> in, Global<Block, T> out,
                            Op op) const {
    auto from = shared_array<"ping", T>(block, block.size());
    auto to = shared_array<"pong", T>(block, block.size());
    const int tid = block.thread_rank();
    const int i = block.group_index() * block.size() + tid;

    from[tid] = in[i];
    block.sync("load");

    for (int s = 1; s < block.size(); s *= 2) {
      T value = from[tid];
      if (tid >= s) {
        const T left = from[tid - s];
        value = op(left, value);
      }
      reconverge(block);
      to[tid] = value;
      block.sync("combine", s);

      auto swap = from;
      from = to;
      to = swap;
    }

    out[i] = from[tid];
    block.step("store");
  }
};

}  // namespace warpscope
