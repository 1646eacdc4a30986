#pragma once

#include <array>

#include "instrumentation/block/vocabulary.hpp"
#include "kernels/kernel_info.hpp"

namespace warpscope {

inline constexpr std::array bank_stride_parameters{
    Parameter{.name = "stride",
              .values = "2 1 4 8 16 32 33 3 5 6 0",
              .meaning = "elements from lane to lane",
              .low = 0,
              .high = 64,
              .why = "a block's array should fit in its shared memory"},
    Parameter{.name = "offset",
              .values = "0 1 2 3 16",
              .meaning = "element of lane 0",
              .low = 0,
              .high = 31,
              .why = "a block's array should fit in its shared memory"},
    Parameter{"width", "4 1 2 8 16", "bytes of an element"},
    Parameter{.name = "rounds",
              .values = "1 2 16 256 4096",
              .meaning = "times that each lane writes and reads",
              .low = 1,
              .high = 4096,
              .why = "each round is two accesses of the trace"}};

// Banks: a warp that strides through shared memory.
//   Idea    Lane t writes and reads data[t * stride + offset]: which banks does the warp
//           want?
//   Cost    Of 4-byte elements in 32 banks, gcd(stride, 32) passes: odd strides are free.
//   Look    Banks, for stride 1, 2, 4 and on to 32, then 33. The offset turns the pattern
//           round; with 4-byte elements in 4-byte banks that costs nothing.
//           Many rounds, and the time is that of shared memory alone: a round of N-way
//           conflicts is 2 N passes, one a clock. An SM has 32 such warps, so 64 N clocks a round
//           against some 40 that a lane waits for what it wrote: hence N-way costs N times.
//   Needs   Blocks of one warp. Stride 0: all lanes write one element, and one of them
//           survives; CUDA does not say which.
//   Slide   Two slips. Warps do not conflict with one another, nor do different banks: only
//           lanes of one request that want different words of one bank. And to write
//           different bytes of one word is well defined: of several writes to the same byte
//           one survives.
//   Today   An H200 serves 8-byte elements by half-warps and 16-byte ones by quarter-warps,
//           2 and 4 passes at best: that is what "ideal" counts, so stride 1 is free at
//           every width.
struct BankStride {
  static constexpr KernelInfo info{
      .id = "bank_stride",
      .lecture = "C, E",
      .title = "Banks, stride",
      .summary = "Lanes that stride through shared memory, by any step and width.",
      .min_block = 32,
      .max_block = 32,
      .default_block = 32,
      .default_size = 32,
      .max_emulated_size = 1 << 21,
      .parameters = bank_stride_parameters};

  /// Elements of shared memory that a block of so many threads needs.
  static constexpr int shared_count(int block, int stride, int offset) {
    return (block - 1) * stride + offset + 1;
  }

  template <class Block, class Element>
  WS_DEVICE void operator()(Block& block, Global<Block, const int> in, Global<Block, int> out,
                            int stride, int offset, int rounds, Element element) const {
    using T = typename Element::Type;
    auto data = shared_array<"data", T>(block, shared_count(block.size(), stride, offset));
    const int tid = block.thread_rank();
    const int i = block.group_index() * block.size() + tid;

    const int mine = in[i];
    data[tid * stride + offset] = element.of(mine);
    block.sync("write", stride);

    T read = data[tid * stride + offset];
    block.step("read", stride);

    for (int round = 2; round <= rounds; ++round) {
      block.syncwarp();  // others may write here: so no compiler drops what follows
      data[tid * stride + offset] = read;
      block.syncwarp();
      block.step("write again", round);
      read = data[tid * stride + offset];
      block.step("read again", round);
    }

    out[i] = element.value(read);
    block.step("store");
  }
};

}  // namespace warpscope
