#pragma once

#include "instrumentation/block/vocabulary.hpp"
#include "kernels/kernel_info.hpp"
#include "kernels/scan/scan_parameters.hpp"

namespace warpscope {

// Scan 3 of large arrays, last part: distribution of the scanned sums.
//   Idea    Every element adds what all segments before its own sum up to.
//   Cost    One addition per element, for which the result crosses global memory twice more.
//           The first segment needs none, so that no block is started for it.
//   Look    Global memory: the lanes of a warp share one sum, so that it costs one sector.
//   Needs   What scan_block_sums left, one thread per element: twice its threads, at most 1024.
//   Slide   With a single segment it starts a grid of no blocks, which CUDA refuses.
struct ScanDistribute {
  static constexpr KernelInfo info{
      .id = "scan_distribute",
      .task = "scan",
      .lecture = "A, D",
      .title = "3 distribution",
      .summary = "Adds the scanned sums of the blocks to their segments.",
      .runs = "scan_block_sums",
      .shape = Shape::any,
      .elements_per_thread = 2,
      .max_block = 512,
      .default_size = 64,
      .block_at_default_size = 8,
      .max_emulated_size = std::int64_t{1} << 18,
      .parameters = scan_parameters};

  template <class Block, class T, class Op>
  WS_DEVICE void operator()(Block& block, Global<Block, T> data, Global<Block, const T> sums,
                            Op op) const {
    const int segment = block.group_index() + 1;
    const int i = segment * block.size() + block.thread_rank();
    if (i < data.count()) {
      const T before = sums[segment];
      data[i] = op(before, data[i]);
    }
    block.step("add");
  }
};

}  // namespace warpscope
