#pragma once

#include "instrumentation/block/vocabulary.hpp"
#include "kernels/kernel_info.hpp"

namespace warpscope {

// Vectors 2: a structure of arrays, all x, then all y, all z, all w.
//   Idea    The cure of the lecture: field f of thread t is a[t + 512 * f], and so in
//           global memory.
//   Cost    Per vector 4 global loads, 4 shared stores and 8 shared loads, as field by
//           field.
//   Look    Banks: neighbours' x are neighbours, so no conflict. Sectors: 4 for each load
//           instead of 16. Totals beside vector_aos: a quarter of its passes and of its
//           sectors.
//   Needs   Four floats per thread; whole warps.
//   Today   Still the right layout on an H200 where a kernel uses some of the fields. One
//           that uses all of them moves as few bytes with vector_aos as a whole, in a
//           quarter of the requests.
struct VectorSoa {
  static constexpr KernelInfo info{
      .id = "vector_soa",
      .lecture = "C",
      .title = "Structure of arrays",
      .summary = "Vectors as four arrays: coalesced and free of conflicts.",
      .elements_per_thread = 4,
      .min_block = 32,
      .default_block = 512,
      .default_size = 128,
      .max_size = std::int64_t{1} << 28,
      .max_emulated_size = 1 << 20,
      .type = "float"};

  template <class Block>
  WS_DEVICE void operator()(Block& block, Global<Block, const float> in,
                            Global<Block, float> out) const {
    auto a = shared_array<"a", float>(block, 4 * block.size(), block.size());
    const int tid = block.thread_rank();
    const int i = block.group_index() * block.size() + tid;
    const int vectors = block.group_count() * block.size();
    const int next = (tid + 1) % block.size();

    for (int field = 0; field < 4; ++field) {
      a[tid + block.size() * field] = in[i + vectors * field];
    }
    block.sync("load");

    float sum = 0;
    for (int field = 0; field < 4; ++field) {
      const float mine = a[tid + block.size() * field];
      const float other = a[next + block.size() * field];
      sum = multiply_add(mine, other, sum);
    }
    block.step("multiply");

    out[i] = sum;
    block.step("store");
  }
};

}  // namespace warpscope
