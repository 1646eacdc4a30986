#pragma once

#include <cstdint>

#include "instrumentation/block/vocabulary.hpp"
#include "kernels/histogram/histogram_parameters.hpp"
#include "kernels/kernel_info.hpp"

namespace warpscope {

// Histogram of 256 bins without atomics, as it was done before shared memory had any.
//   Idea    Each warp has a table of its own. A lane signs what it writes: the upper 5 bits of a
//           counter are the number of the lane, the lower 27 count. Whoever does not read back
//           what it wrote was overwritten by another lane, and tries again.
//   Cost    As many rounds as lanes of the warp want the same bin: 1 to 32, 2 loads and a store
//           each.
//   Look    Lanes: fewer in each round of a step "count". Findings: the order is not defined, but
//           whoever comes through, nothing is lost. Compare the inputs ones and ramp.
//   Needs   192 threads, elements from 0 to 255; fewer than 2^27 of a value in a warp.
// The slides rely on lockstep. Since Volta a lane may be ahead of others, so all lanes stay in the
// loop until the last one is done, and wait for one another between reading and writing.
struct Histogram256Tagged {
  static constexpr int warps = 6;
  static constexpr std::uint32_t count_mask = 0x07ffffff;
  static constexpr KernelInfo info{
      .id = "histogram256_tagged",
      .task = "histogram",
      .lecture = "A, D",
      .title = "256 bins, tagged",
      .summary = "Counters that bear the lane's number: lanes that were overwritten try again.",
      .per_thread = "per_thread",
      .min_block = 32 * warps,
      .max_block = 32 * warps,
      .default_block = 32 * warps,
      .default_size = 768,
      .max_size = largest_tagged,
      .max_emulated_size = largest_emulated_tagged,
      .parameters = tagged_parameters,
      .range = byte_bins_range};

  template <class Block>
  WS_DEVICE void operator()(Block& block, Global<Block, const std::uint8_t> in,
                            Global<Block, std::uint32_t> partial, int per_thread) const {
    auto tables = shared_array<"tables", std::uint32_t>(block, warps * byte_bins, byte_bins);
    const int tid = block.thread_rank();
    const int table = tid / 32 * byte_bins;
    const std::uint32_t tag = static_cast<std::uint32_t>(tid % 32) << 27;
    const int first = block.group_index() * block.size() * per_thread + tid;

    for (int i = tid; i < warps * byte_bins; i += block.size()) tables[i] = 0;
    block.sync("clear");

    for (int i = 0; i < per_thread; ++i) {
      const int bin = table + in[first + i * block.size()];
      bool done = false;
      while (block.ballot(!done) != 0) {
        std::uint32_t mine = 0;
        if (!done) {
          const std::uint32_t count = tables[bin] & count_mask;
          mine = tag | (count + 1);
        }
        block.syncwarp();
        if (!done) tables[bin] = mine;
        block.syncwarp();
        if (!done) done = tables[bin] == mine;
        block.syncwarp();
      }
      block.step("count", i);
    }
    block.sync("wait");

    for (int bin = tid; bin < byte_bins; bin += block.size()) {
      std::uint32_t sum = 0;
      for (int warp = 0; warp < warps; ++warp) {
        const std::uint32_t counter = tables[warp * byte_bins + bin];
        sum += counter & count_mask;
      }
      partial[block.group_index() * byte_bins + bin] = sum;
    }
    block.step("add up");
  }
};

}  // namespace warpscope
