#pragma once

#include "instrumentation/block/vocabulary.hpp"
#include "kernels/kernel_info.hpp"
#include "kernels/scan/blelloch.cuh"
#include "kernels/scan/scan_parameters.hpp"

namespace warpscope {

// Scan 3 of large arrays, first part: every block scans its segment and tells its sum. Exclusive.
//   Idea    The root of the sum tree is the segment's sum: keep it before it is cleared. The sums
//           are scanned by the same procedure, as often as it takes until one block does it all;
//           then scan_distribute adds the scanned sums to the segments.
//   Cost    About 2 N operations, and 1/(2 block) more for each further level.
//   Look    The launches: blocks, their sums, distribution. Padded for 32 banks, so no conflicts.
//   Needs   A power of two of threads, at most 512. Any N: what the last block lacks is 0.
//   Slide   N must be a multiple of 2 BLOCK_SIZE there: the rest is lost, and the sums, which are
//           hardly ever so many, are read beyond their end. It launches scan2 with four arguments
//           where scan3 is meant, and its loop says `d <= 1` for `d <<= 1`.
struct ScanBlockSums {
  static constexpr KernelInfo info{
      .id = "scan_block_sums",
      .task = "scan",
      .lecture = "A, D",
      .title = "3 blocks and their sums",
      .summary = "Any number of elements: blocks scan segments, then the sums are scanned alike.",
      .shape = Shape::any,
      .elements_per_thread = 2,
      .max_block = 512,
      .default_size = 64,
      .block_at_default_size = 8,
      .max_emulated_size = std::int64_t{1} << 18,
      .parameters = scan_parameters};

  /// Elements of shared memory that a block of so many threads needs.
  static constexpr int shared_count(int block) { return PadEvery32::at(2 * block - 1) + 1; }

  template <class Block, class T, class Op>
  WS_DEVICE void operator()(Block& block, Global<Block, const T> in, Global<Block, T> out,
                            Global<Block, T> sums, Op op) const {
    const int n = 2 * block.size();
    const int root = PadEvery32::at(n - 1);
    auto temp = shared_array<"temp", T>(block, root + 1);
    const int tid = block.thread_rank();
    const int first = block.group_index() * n;

    for (int i = tid; i < n; i += block.size()) {
      T value = Op::identity();
      if (first + i < in.count()) value = in[first + i];
      reconverge(block);
      temp[PadEvery32::at(i)] = value;
    }
    block.sync("load");

    int offset = 1;
    for (int d = block.size(); d > 0; d /= 2) {
      if (tid < d) {
        const int a = PadEvery32::at(offset * (2 * tid + 1) - 1);
        const int b = PadEvery32::at(offset * (2 * tid + 2) - 1);
        const T left = temp[a];
        temp[b] = op(left, temp[b]);
      }
      block.sync("up", d);
      offset *= 2;
    }

    if (tid == 0) sums[block.group_index()] = temp[root];
    block.step("keep sum");
    if (tid == 0) temp[root] = Op::identity();
    block.sync("clear");

    for (int d = 1; d < n; d *= 2) {
      offset /= 2;
      if (tid < d) {
        const int a = PadEvery32::at(offset * (2 * tid + 1) - 1);
        const int b = PadEvery32::at(offset * (2 * tid + 2) - 1);
        const T left = temp[a];
        const T parent = temp[b];
        temp[a] = parent;
        temp[b] = op(parent, left);
      }
      block.sync("down", d);
    }

    for (int i = tid; i < n; i += block.size()) {
      if (first + i < out.count()) out[first + i] = temp[PadEvery32::at(i)];
      reconverge(block);
    }
    block.step("store");
  }
};

}  // namespace warpscope
