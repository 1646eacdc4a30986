#pragma once

#include <array>

#include "instrumentation/block/vocabulary.hpp"
#include "kernels/kernel_info.hpp"

namespace warpscope {

inline constexpr int constant_table = 256;
inline constexpr std::array constant_broadcast_parameters{
    Parameter{.name = "words",
              .values = "1 2 4 8 16 32 3",
              .meaning = "different words that a warp reads together",
              .low = 1,
              .high = 32,
              .why = "a warp has 32 lanes"}};

// Constant memory: one word for the whole warp.
//   Idea    A table that the host fills and kernels only read; its cache hands one word to
//           any number of lanes in a pass.
//   Cost    A pass for each different word that a warp wants: 1 to 32.
//   Look    Totals: passes of constant loads, for words=1, 2, up to 32.
//   Needs   Whole warps; a table of 256 ints, as on the slide.
//   Today   As it was: on an H200 too constants are for what all lanes want at the same
//           time. For 32 different words shared memory takes one pass, constant memory 32.
struct ConstantBroadcast {
  static constexpr KernelInfo info{
      .id = "constant_broadcast",
      .lecture = "C, E",
      .title = "Constant memory",
      .summary = "The constant cache hands out one word per pass, to any number of lanes.",
      .min_block = 32,
      .default_block = 128,
      .default_size = 128,
      .parameters = constant_broadcast_parameters};

  template <class Block>
  WS_DEVICE void operator()(Block& block, Global<Block, const int> in, Constant<Block, int> table,
                            Global<Block, int> out, int words) const {
    const int tid = block.thread_rank();
    const int i = block.group_index() * block.size() + tid;

    const int mine = in[i];
    block.step("load");

    const int constant = table[tid % words];
    block.step("constant", words);

    out[i] = Add<int>{}(mine, constant);
    block.step("store");
  }
};

}  // namespace warpscope
