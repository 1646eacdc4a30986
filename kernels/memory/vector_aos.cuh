#pragma once

#include <array>

#include "instrumentation/block/vocabulary.hpp"
#include "kernels/kernel_info.hpp"

namespace warpscope {

inline constexpr std::array vector_aos_parameters{
    Parameter{"access", "fields whole", "a structure's four floats one by one, or as 16 bytes"}};

// Vectors 1: an array of structures {x, y, z, w}.
//   Idea    Each thread keeps a vector in shared memory and multiplies it with its
//           neighbour's.
//   Cost    Per vector 4 global loads, 4 shared stores and 8 shared loads; by 16 bytes 1, 1
//           and 2.
//   Look    Banks: the x of neighbours lie 4 words apart, so 4 lanes queue at each of 8
//           banks. Sectors: each of the 4 loads touches all 16 sectors of the warp's
//           vectors.
//   Needs   Four floats per thread; whole warps.
//   Slide   Structures are said to conflict four ways. So they do if read field by field,
//           but not as a whole (access=whole): a 16-byte access is served by quarter-warps,
//           4 passes, which is the least for so many bytes. Only 1.x takes it apart again,
//           and queues.
//   Today   On an H200 the repeated sectors of `fields` come from the L1 cache: 64 sectors
//           for each warp instead of 16 there, though not from memory.
struct VectorAos {
  static constexpr KernelInfo info{
      .id = "vector_aos",
      .lecture = "C",
      .title = "Array of structures",
      .summary = "Vectors as structures: 4-way conflicts and 4 times the sectors, field by field.",
      .elements_per_thread = 4,
      .min_block = 32,
      .default_block = 512,
      .default_size = 128,
      .max_size = std::int64_t{1} << 28,
      .max_emulated_size = 1 << 20,
      .parameters = vector_aos_parameters,
      .type = "float"};

  /// Field by field.
  template <class Block>
  WS_DEVICE void operator()(Block& block, Global<Block, const float> in,
                            Global<Block, float> out) const {
    auto a = shared_array<"a", float>(block, 4 * block.size(), 4);
    const int tid = block.thread_rank();
    const int i = block.group_index() * block.size() + tid;
    const int next = (tid + 1) % block.size();

    for (int field = 0; field < 4; ++field) {
      a[4 * tid + field] = in[4 * i + field];
    }
    block.sync("load");

    float sum = 0;
    for (int field = 0; field < 4; ++field) {
      const float mine = a[4 * tid + field];
      const float other = a[4 * next + field];
      sum = multiply_add(mine, other, sum);
    }
    block.step("multiply");

    out[i] = sum;
    block.step("store");
  }

  /// All four fields at once.
  template <class Block>
  WS_DEVICE void operator()(Block& block, Global<Block, const Vec4<float>> in,
                            Global<Block, float> out) const {
    auto a = shared_array<"a", Vec4<float>>(block, block.size());
    const int tid = block.thread_rank();
    const int i = block.group_index() * block.size() + tid;
    const int next = (tid + 1) % block.size();

    a[tid] = in[i];
    block.sync("load");

    const Vec4<float> mine = a[tid];
    const Vec4<float> other = a[next];
    float sum = multiply_add(mine.x, other.x, 0.0F);
    sum = multiply_add(mine.y, other.y, sum);
    sum = multiply_add(mine.z, other.z, sum);
    sum = multiply_add(mine.w, other.w, sum);
    block.step("multiply");

    out[i] = sum;
    block.step("store");
  }
};

}  // namespace warpscope
