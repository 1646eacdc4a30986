#pragma once

#include <array>

#include "instrumentation/block/vocabulary.hpp"
#include "kernels/kernel_info.hpp"

namespace warpscope {

inline constexpr std::array compact_parameters{
    type_int_or_float, Parameter{.name = "below",
                                 .values = "50 10 90 0",
                                 .meaning = "which a value must be to be kept",
                                 .low = -1000,
                                 .high = 1000}};

// Compaction: keeps some elements of an array, in their order and without gaps. Last launch.
//   Idea    A flag says of each element whether it is kept. The exclusive scan of the flags counts,
//           for each element, those kept before it: that is its place in the result.
//   Cost    A map, a scan of N flags and a scatter: O(N) work in O(log N) steps.
//   Look    Global memory: lanes that sit apart store side by side, so a warp's store needs as few
//           sectors as its elements fill. Lanes: who is not kept neither reads its value nor stores.
//   Needs   Any N. The count of what is kept is the last place and the last flag.
struct Compact {
  static constexpr KernelInfo info{
      .id = "compact",
      .lecture = "B",
      .title = "Compaction",
      .summary = "Keeps the elements that pass a test: the scan of their flags gives their places.",
      .shape = Shape::any,
      .max_block = 512,
      .default_size = 64,
      .block_at_default_size = 32,
      .max_emulated_size = std::int64_t{1} << 18,
      .parameters = compact_parameters};

  template <class Block, class T>
  WS_DEVICE void operator()(Block& block, Global<Block, const T> in, Global<Block, const int> keep,
                            Global<Block, const int> place, Global<Block, T> kept,
                            Global<Block, int> count) const {
    const int n = in.count();
    const int i = block.group_index() * block.size() + block.thread_rank();
    int flag = 0, to = 0;
    if (i < n) {
      flag = keep[i];
      to = place[i];
    }
    reconverge(block);
    if (flag != 0) {
      const T value = in[i];
      kept[to] = value;
    }
    reconverge(block);
    if (i == n - 1) count[0] = to + flag;
    block.step("scatter");
  }
};

// First launch of a compaction: 1 for each element that is kept, else 0.
struct CompactMark {
  static constexpr KernelInfo info{.id = "compact_mark", .source = "kernels/scan/compact.cuh"};

  template <class Block, class T>
  WS_DEVICE void operator()(Block& block, Global<Block, const T> in, Global<Block, int> keep,
                            T below) const {
    const int i = block.group_index() * block.size() + block.thread_rank();
    if (i < in.count()) {
      const T value = in[i];
      keep[i] = value < below ? 1 : 0;
    }
    block.step("mark");
  }
};

}  // namespace warpscope
