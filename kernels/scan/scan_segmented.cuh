#pragma once

#include <array>

#include "instrumentation/block/vocabulary.hpp"
#include "kernels/kernel_info.hpp"
#include "kernels/scan/scan_parameters.hpp"

namespace warpscope {

inline constexpr std::array segmented_parameters{
    scan_parameters[0], scan_parameters[1],
    Parameter{"heads", "irregular every4 every16 none", "where segments begin"}};

// Segmented scan after Hillis and Steele: many scans, side by side in one array. Inclusive.
//   Idea    A flag marks the head of each segment. An element that has met a head adds nothing more;
//           one that has not adds the value s places to its left, and takes over that one's flag.
//           As an operator on pairs: (f, x) + (g, y) = (f or g, y if g, else x + y). It is
//           associative, and that is all that a scan asks for.
//   Cost    log2(N) steps, whatever the lengths of the segments; at most N log2(N) operations.
//   Look    Stage: flags and values side by side. Lanes: they stop as soon as they know their head.
//   Needs   A power of two of threads, one element each; each block scans its own part, and its first
//           element is a head.
//   Source  Blelloch, Prefix sums and their applications, 1990.
struct ScanSegmented {
  static constexpr KernelInfo info{
      .id = "scan_segmented",
      .lecture = "B",
      .title = "Segmented",
      .summary = "Many scans side by side in log2 N steps: flags mark where each of them begins.",
      .default_size = 16,
      .parameters = segmented_parameters,
      .parts_alone = true};

  /// Bytes of shared memory that a block of so many threads needs for elements of T.
  template <class T>
  static constexpr std::size_t shared_bytes(int block) {
    return 2 * static_cast<std::size_t>(block) * (sizeof(T) + sizeof(int));
  }

  template <class Block, class T, class Op>
  WS_DEVICE void operator()(Block& block, Global<Block, const T> in, Global<Block, const int> heads,
                            Global<Block, T> out, Op op) const {
    auto from = shared_array<"ping", T>(block, block.size());
    auto to = shared_array<"pong", T>(block, block.size());
    auto met = shared_array<"met head", int>(block, block.size());
    auto meets = shared_array<"meets head", int>(block, block.size());
    const int tid = block.thread_rank();
    const int i = block.group_index() * block.size() + tid;

    from[tid] = in[i];
    met[tid] = heads[i];
    block.sync("load");

    for (int s = 1; s < block.size(); s *= 2) {
      const int head = met[tid];
      const bool adds = tid >= s && head == 0;
      int known = head;
      if (adds) known = met[tid - s];
      reconverge(block);
      meets[tid] = known;
      block.step("flags", s);

      T value = from[tid];
      if (adds) {
        const T left = from[tid - s];
        value = op(left, value);
      }
      reconverge(block);
      to[tid] = value;
      block.sync("combine", s);

      auto swap = from;
      from = to;
      to = swap;
      auto swap_heads = met;
      met = meets;
      meets = swap_heads;
    }

    out[i] = from[tid];
    block.step("store");
  }
};

}  // namespace warpscope
