#pragma once

#include <array>

#include "instrumentation/block/vocabulary.hpp"
#include "kernels/kernel_info.hpp"

namespace warpscope {

inline constexpr int most_offset = 32;
inline constexpr std::array global_offset_parameters{
    Parameter{.name = "offset",
              .values = "1 0 2 4 8 16 31 32",
              .meaning = "elements that the loads are shifted by",
              .low = 0,
              .high = most_offset,
              .why = "the pattern repeats every 8 floats, which is a sector"}};

// Coalescing: a warp that reads neighbours, but not from a sector's start.
//   Idea    Thread i copies in[i + offset]. Arrays start at a sector's start, so the offset
//           decides.
//   Cost    4 sectors for 32 floats; 5 unless the offset is a multiple of 8.
//   Look    Sectors: the first and the last are used in part, and the next warp asks for
//           the last one again.
//   Needs   Whole warps.
//   Slide   A misaligned row, as in a grid 1000 floats wide, is called ten times slower. On
//           1.0 and 1.1 it was: a half-warp that was not aligned made 16 requests. 1000
//           floats are a whole number of sectors, so today such rows cost nothing, and any
//           others a sector more.
//   Today   On an H200 the fifth sector mostly comes from the L1 cache, where the
//           neighbouring warp has left it.
struct GlobalOffset {
  static constexpr KernelInfo info{
      .id = "global_offset",
      .lecture = "C",
      .title = "Coalescing, offset",
      .summary = "Loads that do not begin at a sector's start touch one sector more.",
      .min_block = 32,
      .default_block = 128,
      .default_size = 128,
      .max_emulated_size = 1 << 20,
      .parameters = global_offset_parameters,
      .type = "float"};

  template <class Block>
  WS_DEVICE void operator()(Block& block, Global<Block, const float> in, Global<Block, float> out,
                            int offset) const {
    const int i = block.group_index() * block.size() + block.thread_rank();

    const float value = in[i + offset];
    block.step("load", offset);

    out[i] = value;
    block.step("store");
  }
};

}  // namespace warpscope
