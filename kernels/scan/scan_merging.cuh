#pragma once

#include "instrumentation/block/vocabulary.hpp"
#include "kernels/kernel_info.hpp"
#include "kernels/scan/scan_parameters.hpp"

namespace warpscope {

// Inclusive scan by merging halves, after Sklansky.
//   Idea    Two scanned halves make a scanned whole: every element of the right half adds the last
//           one of the left half. Groups of 1, 2, 4, … merge until one is left.
//   Cost    log2(N) steps of N / 2 additions each.
//   Look    Lanes: in step s those whose number has the bit s, half of them. Banks: a whole right
//           half reads one word, which is broadcast: no conflicts on 32 banks. Shared memory: the
//           last of a left half is written by nobody in its step, so one array and one barrier do.
//   Needs   A power of two of threads, one element each; each block scans its own segment.
//   Source  Sklansky, Conditional-sum addition logic, 1960.
struct ScanMerging {
  static constexpr KernelInfo info{
      .id = "scan_merging",
      .task = "scan",
      .lecture = "B",
      .title = "Merging halves",
      .summary = "Inclusive scan in log2 N steps with N/2 additions each: halves merge.",
      .default_size = 16,
      .parameters = scan_parameters,
      .parts_alone = true};

  static constexpr bool inclusive = true;
  /// Elements of shared memory that a block of so many threads needs.
  static constexpr int shared_count(int block) { return block; }

  template <class Block, class T, class Op>
  WS_DEVICE void operator()(Block& block, Global<Block, const T> in, Global<Block, T> out,
                            Op op) const {
    auto data = shared_array<"data", T>(block, block.size());
    const int tid = block.thread_rank();
    const int i = block.group_index() * block.size() + tid;

    data[tid] = in[i];
    block.sync("load");

    for (int s = 1; s < block.size(); s *= 2) {
      if ((tid & s) != 0) {
        const T last = data[(tid & -s) - 1];  // of the left half
        const T own = data[tid];
        data[tid] = op(last, own);
      }
      block.sync("merge", s);
    }

    out[i] = data[tid];
    block.step("store");
  }
};

}  // namespace warpscope
