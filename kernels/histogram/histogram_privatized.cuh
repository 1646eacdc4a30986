#pragma once

#include <cstdint>

#include "instrumentation/block/vocabulary.hpp"
#include "kernels/histogram/histogram_parameters.hpp"
#include "kernels/kernel_info.hpp"

namespace warpscope {

// Histogram of 256 bins at the speed of memory: a counter for every bin and lane.
//   Idea    Lane l of every warp counts in column l of the block's table, which lies in bank l: so
//           no two lanes of a warp ever want the same bank, whatever the data. Few blocks walk over
//           the whole input, 16 bytes a load, the next one under way while they count, and add
//           up their columns once.
//   Cost    A shared atomic an element, always one pass a warp; 32 KiB of counters a block, which
//           it clears and adds up once; one global atomic for every bin and block.
//   Look    Banks: one pass with every input. Compare histogram_shared_atomic, where passes depend on
//           the data, with the inputs random, ones and ramp.
//   Needs   A multiple of 16 elements, each from 0 to 255.
struct HistogramPrivatized {
  static constexpr int lanes = 32;
  static constexpr int bytes_per_load = 16;
  static constexpr KernelInfo info{
      .id = "histogram_privatized",
      .task = "histogram",
      .lecture = "B",
      .title = "A table column per lane",
      .summary = "256 bins at the speed of memory: each lane counts in a bank of its own.",
      .elements_per_thread = bytes_per_load,
      .min_block = 32,
      .default_block = 64,
      .full_speed_block = 1024,
      .default_size = 4096,
      .max_grid = 264,
      .range = byte_bins_range};

  static constexpr LaunchBounds launch_bounds{.threads = 1024, .blocks = 2};

  /// Counters that a block needs.
  static constexpr int shared_count = byte_bins * lanes;

  template <class Block>
  WS_DEVICE void operator()(Block& block, Global<Block, const Vec4<std::uint32_t>> in,
                            Global<Block, std::uint32_t> bins) const {
    auto counters = shared_array<"counters", std::uint32_t>(block, shared_count, lanes);
    const int tid = block.thread_rank();
    const int lane = tid % lanes;
    const int stride = block.group_count() * block.size();

    for (int i = tid; i < shared_count; i += block.size()) counters[i] = 0;
    block.sync("clear");

    Vec4<std::uint32_t> next{};
    const int start = block.group_index() * block.size();
    if (start + tid < in.count()) next = in[start + tid];
    for (int first = start; first < in.count(); first += stride) {
      const int i = first + tid;
      const Vec4<std::uint32_t> words = next;
      if (i + stride < in.count()) next = in[i + stride];
      reconverge(block);
      if (i < in.count()) {
        count(counters, lane, words.x);
        count(counters, lane, words.y);
        count(counters, lane, words.z);
        count(counters, lane, words.w);
      }
      reconverge(block);
      block.step("count", first / stride);
    }
    block.sync("wait");

    for (int bin = tid; bin < byte_bins; bin += block.size()) {
      std::uint32_t sum = 0;
      for (int k = 0; k < lanes; ++k) sum += counters[lanes * bin + (lane + k) % lanes];
      bins.atomic_add(bin, sum);
    }
    block.step("add up");
  }

 private:
  /// The four elements of a word.
  template <class Counters>
  WS_DEVICE static void count(const Counters& counters, int lane, std::uint32_t word) {
    WS_UNROLL
    for (int k = 0; k < 4; ++k) {
      const auto value = static_cast<int>(word >> (8 * k) & 255U);
      counters.atomic_add(lanes * value + lane, 1);
    }
  }
};

}  // namespace warpscope
