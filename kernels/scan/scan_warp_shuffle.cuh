#pragma once

#include "instrumentation/block/vocabulary.hpp"
#include "kernels/kernel_info.hpp"
#include "kernels/scan/scan_parameters.hpp"

namespace warpscope {

// Scan of a block by warp shuffles, as it is done today. Inclusive.
//   Idea    Each warp scans its 32 elements in registers. The first warp scans the warps' sums,
//           and every other warp adds the sum of all warps before it.
//   Cost    5 + log2(warps) shuffles, at most 10, and two barriers; about 5 N operations.
//   Look    Shared memory: one word per warp, and no conflicts. A lane without a partner in its
//           warp keeps its own value and must not add it: hence `lane >= d`.
//   Needs   A power of two of threads, at least 32, one element each; each block scans its own
//           segment. An exclusive scan of a1 … aN is the inclusive one of 0, a1 … aN-1; and the
//           inclusive one is the exclusive one of a1 … aN, 0 without its first element.
struct ScanWarpShuffle {
  static constexpr KernelInfo info{
      .id = "scan_warp_shuffle",
      .task = "scan",
      .lecture = "B",
      .title = "Warp shuffles",
      .summary = "Inclusive scan in registers; shared memory only joins the warps' sums.",
      .min_block = 32,
      .default_size = 64,
      .max_emulated_size = std::int64_t{1} << 21,
      .parameters = scan_parameters,
      .parts_alone = true};

  static constexpr bool inclusive = true;
  /// Elements of shared memory that a block of so many threads needs.
  static constexpr int shared_count(int block) { return block / 32; }

  template <class Block, class T, class Op>
  WS_DEVICE void operator()(Block& block, Global<Block, const T> in, Global<Block, T> out,
                            Op op) const {
    const int warps = block.size() / 32;
    auto sums = shared_array<"sums", T>(block, warps);
    const int tid = block.thread_rank();
    const int warp = tid / 32;
    const int lane = tid % 32;
    const int i = block.group_index() * block.size() + tid;

    T sum = in[i];
    for (int d = 1; d < 32; d *= 2) {
      const T left = block.shfl_up(sum, d);
      if (lane >= d) sum = op(left, sum);
      block.step("shuffle", d);
    }
    if (warp == 0) out[i] = sum;  // complete: nothing comes before
    if (lane == 31) sums[warp] = sum;
    block.sync("sums");

    T total = sum;
    if (tid < warps) total = sums[tid];
    for (int d = 1; d < warps; d *= 2) {
      if (warp == 0) {
        const T left = block.shfl_up(total, d);
        if (lane >= d) total = op(left, total);
      }
      block.step("shuffle sums", d);
    }
    if (tid < warps) sums[tid] = total;
    block.sync("scan sums");

    if (warp > 0) {
      const T before = sums[warp - 1];
      out[i] = op(before, sum);
    }
    block.step("store");
  }
};

}  // namespace warpscope
