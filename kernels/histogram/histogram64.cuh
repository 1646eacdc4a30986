#pragma once

#include <cstdint>

#include "instrumentation/block/vocabulary.hpp"
#include "kernels/histogram/histogram_parameters.hpp"

namespace warpscope {

// Where the counter of a bin lies that belongs to a thread; threads own slots.
//   at(bin, slot)   byte of the counter
//   slot(tid)       that the thread counts in
//   start(tid)      slot with which the thread begins to add up its bin, so that the lanes of a
//                   warp do not meet on a bank

/// The counters of a thread side by side: the bank depends on the data.
struct ThreadMajor {
  static constexpr int threads = 64;
  static constexpr int at(int bin, int slot) { return 64 * slot + bin; }
  static constexpr int slot(int tid) { return tid; }
  static constexpr int start(int) { return 0; }
};

/// The counters of a bin side by side: four neighbouring threads share a bank.
struct BinMajor {
  static constexpr int threads = 64;
  static constexpr int at(int bin, int slot) { return 64 * bin + slot; }
  static constexpr int slot(int tid) { return tid; }
  static constexpr int start(int tid) { return 4 * (tid + tid / 16); }
};

/// The same, with the lower four bits of the thread on top: 16 banks.
struct Permuted16 : BinMajor {
  static constexpr int slot(int tid) { return (tid >> 4) | ((tid & 15) << 2); }
};

/// 128 threads, with the lane on top: 32 banks. Two threads share the work of adding up a bin.
struct Permuted32 {
  static constexpr int threads = 128;
  static constexpr int at(int bin, int slot) { return 128 * bin + slot; }
  static constexpr int slot(int tid) { return (tid >> 5) | ((tid & 31) << 2); }
  static constexpr int start(int tid) { return 4 * tid + 64 * (tid / 64); }
};

// Histogram of 64 bins without atomics.
//   Idea    Every thread has counters of its own, one byte for each bin; at the end the block adds
//           up each bin's counters.
//   Cost    A load and a store of shared memory an element; 64 loads a thread to add up.
//   Look    Banks, steps "count": what the place of the counters does to them. The slides end
//           there; adding up is free of conflicts too, but for thread major on 16 banks.
//   Needs   At most 255 elements a thread, each from 0 to 63.
template <class Layout>
struct Histogram64 {
  static constexpr int shared_bytes = few_bins * Layout::threads;

  template <class Block>
  WS_DEVICE void operator()(Block& block, Global<Block, const std::uint8_t> in,
                            Global<Block, std::uint32_t> bins, int per_thread) const {
    auto counters = shared_array<"counters", std::uint8_t>(block, shared_bytes);
    const int tid = block.thread_rank();
    const int slot = Layout::slot(tid);
    const int first = block.group_index() * Layout::threads * per_thread + tid;

    for (int i = 0; i < few_bins; ++i) counters[Layout::threads * i + slot] = 0;
    block.sync("clear");

    for (int i = 0; i < per_thread; ++i) {
      const int value = in[first + i * Layout::threads];
      const int place = Layout::at(value, slot);
      const int count = counters[place];
      counters[place] = static_cast<std::uint8_t>(count + 1);
      block.step("count", i);
    }
    block.sync("wait");

    const int bin = tid % few_bins;
    const int start = Layout::start(tid);
    std::uint32_t sum = 0;
    for (int i = 0; i < few_bins; ++i) {
      const std::uint32_t count = counters[Layout::at(bin, (start + i) % Layout::threads)];
      sum += count;
    }
    bins.atomic_add(bin, sum);
    block.step("add up");
  }
};

}  // namespace warpscope
