#pragma once

#include <bit>

#include "instrumentation/block/vocabulary.hpp"
#include "kernels/kernel_info.hpp"
#include "kernels/sort/sort_parameters.hpp"

namespace warpscope {

/// All bits of a negative float, the sign alone of any other: the order of the results as unsigned
/// numbers is that of the floats.
constexpr unsigned flip_float(unsigned bits) {
  const unsigned sign = bits >> 31U;
  return bits ^ ((0U - sign) | 0x80000000U);
}
constexpr unsigned unflip_float(unsigned bits) {
  const unsigned sign = bits >> 31U;
  return bits ^ ((sign - 1U) | 0x80000000U);
}

// Radix sort of floats: flip, sort as unsigned numbers, flip back.
//   Idea    A float's bits are sign, exponent, fraction: as unsigned numbers positive floats are in
//           order already, negative ones behind them and backwards. Flipping all bits of the
//           negative and the sign of the positive ones puts all in order.
//   Cost    Two launches more than radix_split, 98 in all.
//   Look    Values: the bits before and after. −0 comes before 0; NaNs with a sign stand before
//           −inf, the others behind inf; denormals are numbers like all others.
//   Needs   Any number of elements, one per thread.
struct RadixFloat {
  static constexpr KernelInfo info{
      .id = "radix_float",
      .task = "sort_pairs:float",
      .lecture = "A, D",
      .title = "Radix, floats",
      .summary = "Flipped bits make unsigned numbers of floats that are in the same order.",
      .shape = Shape::any,
      .max_block = 512,
      .default_block = 64,
      .default_size = 128,
      .max_emulated_size = 4096,
      .type = "float",
      .inputs = "special wide random ones ramp alternating reversed"};

  /// First launch.
  template <class Block>
  WS_DEVICE void operator()(Block& block, Global<Block, const float> in,
                            Global<Block, unsigned> keys, int n) const {
    const int i = block.group_index() * block.size() + block.thread_rank();
    if (i < n) {
      const float x = in[i];
      keys[i] = flip_float(std::bit_cast<unsigned>(x));
    }
    block.step("flip");
  }
};

/// Last launch: the sorted keys become floats again.
struct RadixUnflip {
  static constexpr KernelInfo info{.id = "radix_unflip", .source = "kernels/sort/radix_float.cuh"};

  template <class Block>
  WS_DEVICE void operator()(Block& block, Global<Block, unsigned> keys, Global<Block, float> out,
                            int n) const {
    const int i = block.group_index() * block.size() + block.thread_rank();
    if (i < n) {
      const unsigned key = keys[i];
      out[i] = std::bit_cast<float>(unflip_float(key));
    }
    block.step("unflip");
  }
};

}  // namespace warpscope
