#pragma once

#include "instrumentation/block/vocabulary.hpp"
#include "kernels/kernel_info.hpp"
#include "kernels/scan/scan_parameters.hpp"

namespace warpscope {

// Inclusive scan by its definition: N reductions side by side, one for each result.
//   Idea    Row i of a matrix holds the elements 0 … i, and a tree reduces it to its first column.
//   Cost    log2(N) steps, no scan has fewer; but N (N - 1) / 2 additions, where N - 1 would do.
//   Look    Stage: N trees at once. Lanes: of N² threads fewer than half load an element, and in the
//           last step those add whose rows are long enough.
//   Needs   N² threads for N elements, a power of two up to 32; each block scans its own segment.
struct ScanReductions {
  static constexpr KernelInfo info{
      .id = "scan_reductions",
      .task = "scan",
      .lecture = "B",
      .title = "N reductions",
      .summary = "Each result is a reduction of its own: log2 N steps, but N²/2 additions.",
      .square_block = true,
      .block_growth = 4,
      .default_size = 8,
      .parameters = scan_parameters,
      .parts_alone = true};

  static constexpr bool inclusive = true;
  /// Elements of shared memory that a block of so many threads needs.
  static constexpr int shared_count(int block) { return block; }
  /// Elements that such a block scans.
  static constexpr int side(int block) {
    int n = 1;
    while (n * n < block) n *= 2;
    return n;
  }

  template <class Block, class T, class Op>
  WS_DEVICE void operator()(Block& block, Global<Block, const T> in, Global<Block, T> out,
                            Op op) const {
    const int n = block.dim_threads().x;
    auto rows = shared_array<"rows", T>(block, n * n, n);
    const int row = block.thread_index().y;
    const int column = block.thread_index().x;
    const int cell = row * n + column;
    const int first = block.block_index().x * n;

    if (column <= row) rows[cell] = in[first + column];
    block.sync("load");

    for (int s = 1; s < n; s *= 2) {
      if (column % (2 * s) == 0 && column + s <= row) {
        const T right = rows[cell + s];
        const T own = rows[cell];
        rows[cell] = op(own, right);
      }
      block.sync("combine", s);
    }

    if (column == 0) out[first + row] = rows[cell];
    block.step("store");
  }
};

}  // namespace warpscope
