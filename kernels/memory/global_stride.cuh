#pragma once

#include <array>

#include "instrumentation/block/vocabulary.hpp"
#include "kernels/kernel_info.hpp"

namespace warpscope {

inline constexpr std::array global_stride_parameters{
    Parameter{.name = "stride",
              .values = "2 1 4 8 16 32 3 5",
              .meaning = "elements from lane to lane",
              .low = 1,
              .high = 32,
              .why = "from 8 on each float has a sector of its own anyway"},
    Parameter{"element", "float float3 float4", "what a thread loads and stores"}};

// Coalescing: a warp that strides through global memory.
//   Idea    Memory is fetched in sectors of 32 bytes: words of a sector that no lane wants
//           are fetched all the same.
//   Cost    Sectors of a load of floats: 4 * stride, up to 32, a sector for each lane.
//   Look    Sectors. stride 1: 4, all wanted. stride 2: 8, half wasted. From 8 on 32: of
//           each 32 bytes 4 are used. element=float4: 16 for 32 lanes. float3: three
//           requests of 12.
//   Needs   Whole warps.
//   Slide   float4 is called ten times faster than float3, since coalescing knew 4, 8 and
//           16 bytes only. A float3 is still three requests with 36 sectors where 12 would
//           do, but the two that repeat come from the L1 cache: memory is asked for each
//           sector once.
//   Today   Modelled are sectors asked of the L1 cache, as Nsight Compute counts them. What
//           an H200 fetches from memory may be more: up to 128 bytes at a time, as it sees
//           fit.
struct GlobalStride {
  static constexpr KernelInfo info{
      .id = "global_stride",
      .lecture = "C",
      .title = "Coalescing, stride",
      .summary = "Lanes that stride through global memory, by floats, float3 or float4.",
      .min_block = 32,
      .default_block = 128,
      .default_size = 128,
      .max_size = std::int64_t{1} << 22,
      .max_emulated_size = 1 << 17,
      .parameters = global_stride_parameters,
      .type = "float"};

  template <class Block, class T>
  WS_DEVICE void operator()(Block& block, Global<Block, const T> in, Global<Block, T> out,
                            int stride) const {
    const int i = block.group_index() * block.size() + block.thread_rank();

    const T value = in[i * stride];
    block.step("load", stride);

    out[i] = value;
    block.step("store");
  }
};

}  // namespace warpscope
