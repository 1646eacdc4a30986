#pragma once

#include <cstdint>

#include "instrumentation/block/vocabulary.hpp"
#include "kernels/histogram/histogram_parameters.hpp"
#include "kernels/kernel_info.hpp"

namespace warpscope {

// Histogram 1: atomics in global memory.
//   Idea    A thread per element adds one to its value's bin; the addition is atomic, so that no
//           count is lost when several threads meet on a bin.
//   Cost    One global atomic an element.
//   Look    Captions: lanes that want the same bin take turns. Compare the inputs ones and ramp:
//           all 32 lanes of a warp on one bin, or each on a bin of its own.
//   Needs   Any number of elements, each from 0 to 63.
struct HistogramGlobalAtomic {
  static constexpr KernelInfo info{
      .id = "histogram_global_atomic",
      .task = "histogram",
      .lecture = "A, B, D",
      .title = "Global atomics",
      .summary = "One atomic addition to global memory for every element: bins are fought over.",
      .shape = Shape::any,
      .min_block = 32,
      .default_size = 2048,
      .range = few_bins_range};

  template <class Block>
  WS_DEVICE void operator()(Block& block, Global<Block, const std::uint8_t> in,
                            Global<Block, std::uint32_t> bins) const {
    const int i = block.group_index() * block.size() + block.thread_rank();
    if (i < in.count()) {
      const int value = in[i];
      bins.atomic_add(value, 1);
    }
    block.step("count");
  }
};

}  // namespace warpscope
