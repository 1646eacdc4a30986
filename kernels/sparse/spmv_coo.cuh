#pragma once

#include "instrumentation/block/vocabulary.hpp"
#include "kernels/kernel_info.hpp"
#include "kernels/sparse/sparse_parameters.hpp"

namespace warpscope {

// Sparse matrix times vector, balanced by entries:  y = A x, A as coordinates (COO).
//   Idea    Each entry also says its row. A warp takes 32 entries that lie side by side, whichever
//           rows they belong to; shuffles add up the runs of one row, and the last lane of a run adds
//           its sum to y.
//   Cost    4 bytes more per entry, and six shuffles and a ballot for 32 of them, however long rows
//           are. One atomic addition per run: a row that more than one warp meets has several.
//   Look    No lane idles but at the very end of the matrix. Heads: where runs begin. With
//           rows=power_law the longest row is spread over many warps.
//   Needs   Whole warps, entries sorted by row, and y cleared.
struct SpmvCoo {
  static constexpr KernelInfo info{
      .id = "spmv_coo",
      .task = "spmv",
      .lecture = "C",
      .title = "3 SpMV, balanced by entries",
      .summary =
          "Sparse matrix times vector: warps share out the entries, whatever rows they have.",
      .shape = Shape::any,
      .min_block = 32,
      .max_block = 512,
      .default_block = 128,
      .default_size = 32,
      .block_at_default_size = 32,
      .max_size = std::int64_t{1} << 20,
      .max_emulated_size = std::int64_t{1} << 15,
      .parameters = spmv_parameters,
      .range = exact_factors};

  template <class Block, class T>
  WS_DEVICE void operator()(Block& block, Global<Block, const int> row,
                            Global<Block, const int> column, Global<Block, const T> value,
                            Global<Block, const T> x, Global<Block, T> y) const {
    const int entries = value.count();
    const int lane = block.thread_rank() % 32;
    const int threads = block.group_count() * block.size();
    int first = (block.group_index() * block.size() + block.thread_rank()) / 32 * 32;

    for (int turn = 0; first < entries; ++turn) {
      const int k = first + lane;
      int own_row = -1;
      T sum = 0;
      if (k < entries) {
        own_row = row[k];
        const T entry = value[k];
        const int j = column[k];
        const T factor = x[j];
        sum = entry * factor;
      }
      reconverge(block);
      block.step("products", turn);

      const int row_before = block.shfl_up(own_row, 1);
      const unsigned heads = block.ballot(lane == 0 || row_before != own_row);
      block.step("heads", turn);

      for (int distance = 1; distance < 32; distance *= 2) {
        const T other = block.shfl_up(sum, distance);
        // No run begins after the other lane.
        const bool same_run =
            lane >= distance && ((heads >> (lane - distance + 1)) & lanes_below(distance)) == 0;
        if (same_run) sum = sum + other;
        block.step("sum", distance);
      }

      const bool ends_here = lane == 31 || (heads >> (lane + 1) & 1U) != 0;
      if (ends_here && own_row >= 0) y.atomic_add(own_row, sum);
      reconverge(block);
      block.step("add", turn);
      first += threads;
    }
  }
};

}  // namespace warpscope
