#pragma once

#include <array>

#include "instrumentation/block/vocabulary.hpp"
#include "kernels/kernel_info.hpp"

namespace warpscope {

inline constexpr std::array branch_divergence_parameters{
    Parameter{"pattern", "thread odd warp", "which threads take the first arm"}};

/// Which threads take the first arm.
struct FirstThread {
  static constexpr bool takes_first(int tid) { return tid == 0; }
};
struct OddThreads {
  static constexpr bool takes_first(int tid) { return tid % 2 == 1; }
};
struct OddWarps {
  static constexpr bool takes_first(int tid) { return tid / 32 % 2 == 1; }
};

// Branches: lanes of one warp that go different ways.
//   Idea    A warp executes one instruction at a time: where its lanes part, it runs both
//           arms, one after the other, each with the other's lanes switched off.
//   Cost    A warp that parts pays for both arms; other warps are not affected.
//   Look    Lanes. thread: `if (threadIdx.x == 0)`, and warp 0 runs its second arm for 31
//           lanes. odd: every warp pays twice. warp: as many threads take either arm as
//           with odd, but whole warps agree, and each pays once.
//   Needs   Whole warps.
//   Slide   Its arms are cos(y) and sin(2 y); here they are ~x and 2 x on integers, which
//           are exact everywhere. The arms stand one after the other, as the warp runs
//           them.
//   Today   nvcc turns arms so short into instructions that lanes skip; the warp issues
//           both still. Since Volta lanes of a warp have counters of their own, and do not
//           meet again by law.
struct BranchDivergence {
  static constexpr KernelInfo info{
      .id = "branch_divergence",
      .lecture = "C",
      .title = "Branches",
      .summary = "A warp whose lanes part runs both arms; one that agrees runs one.",
      .min_block = 32,
      .default_block = 128,
      .default_size = 128,
      .parameters = branch_divergence_parameters};

  template <class Block, class Pattern>
  WS_DEVICE void operator()(Block& block, Global<Block, const int> in, Global<Block, int> out,
                            Pattern pattern) const {
    const int tid = block.thread_rank();
    const int i = block.group_index() * block.size() + tid;
    const bool first = pattern.takes_first(tid);

    if (first) {
      const int x = in[i];
      out[i] = ~x;
    }
    reconverge(block);
    block.step("if");

    if (!first) {
      const int x = in[i];
      out[i] = Add<int>{}(x, x);
    }
    reconverge(block);
    block.step("else");
  }
};

}  // namespace warpscope
