#pragma once

#include "instrumentation/block/vocabulary.hpp"

namespace warpscope {

/// Where element i of a padded array lives in shared memory.
struct Unpadded {
  static constexpr int at(int i) { return i; }
};
struct PadEvery16 {
  static constexpr int at(int i) { return i + (i >> 4); }
};
struct PadEvery16And256 {
  static constexpr int at(int i) { return i + (i >> 4) + (i >> 8); }
};
struct PadEvery32 {
  static constexpr int at(int i) { return i + (i >> 5); }
};

// Exclusive scan after Blelloch, over any padding of shared memory.
//   Idea    Build a sum tree, clear its root, and walk down: each node hands its value to the left
//           child and the sum of its value and the left child's old one to the right.
//   Cost    2 log2(N) + 1 steps, about 2 N operations.
//   Look    Stage: the tree up, then down. Banks: conflicts double with offset, if not padded.
//   Needs   A power of two of threads, two elements each; each block scans its own segment.
template <class Padding>
struct BlellochScan {
  static constexpr bool inclusive = false;
  /// Elements of shared memory that a block of so many threads needs.
  static constexpr int shared_count(int block) { return Padding::at(2 * block - 1) + 1; }

  template <class Block, class T, class Op>
  WS_DEVICE void operator()(Block& block, Global<Block, const T> in, Global<Block, T> out,
                            Op op) const {
    const int n = 2 * block.size();
    auto temp = shared_array<"temp", T>(block, Padding::at(n - 1) + 1);
    const int tid = block.thread_rank();
    const int first = block.group_index() * n;

    temp[Padding::at(tid)] = in[first + tid];
    temp[Padding::at(tid + block.size())] = in[first + tid + block.size()];
    block.sync("load");

    int offset = 1;
    for (int d = block.size(); d > 0; d /= 2) {
      if (tid < d) {
        const int a = Padding::at(offset * (2 * tid + 1) - 1);
        const int b = Padding::at(offset * (2 * tid + 2) - 1);
        const T left = temp[a];
        temp[b] = op(left, temp[b]);
      }
      block.sync("up", d);
      offset *= 2;
    }

    if (tid == 0) temp[Padding::at(n - 1)] = Op::identity();
    block.sync("clear");

    for (int d = 1; d < n; d *= 2) {
      offset /= 2;
      if (tid < d) {
        const int a = Padding::at(offset * (2 * tid + 1) - 1);
        const int b = Padding::at(offset * (2 * tid + 2) - 1);
        const T left = temp[a];
        const T parent = temp[b];
        temp[a] = parent;
        temp[b] = op(parent, left);
      }
      block.sync("down", d);
    }

    out[first + 2 * tid] = temp[Padding::at(2 * tid)];
    out[first + 2 * tid + 1] = temp[Padding::at(2 * tid + 1)];
    block.step("store");
  }
};

}  // namespace warpscope
