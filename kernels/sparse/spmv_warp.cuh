#pragma once

#include "instrumentation/block/vocabulary.hpp"
#include "kernels/kernel_info.hpp"
#include "kernels/sparse/sparse_parameters.hpp"

namespace warpscope {

// Sparse matrix times vector, a warp per row:  y = A x, A in compressed sparse rows (CSR).
//   Idea    The 32 lanes of a warp take 32 entries that lie side by side, and add up by shuffles.
//           Then the warp goes on to its next row.
//   Cost    A multiply-add per entry, and five shuffles per row however short it is.
//   Look    Sectors of value: as few as the entries fill. Idle lanes: a row of 9 entries leaves 23;
//           with rows=power_law it is the many short rows that idle, and the longest no longer hurts.
//   Needs   Whole warps. Here as many warps as hold the rows by threads, so each takes up to 32 rows.
struct SpmvWarp {
  static constexpr KernelInfo info{
      .id = "spmv_warp",
      .task = "spmv",
      .lecture = "C",
      .title = "2 SpMV, a warp per row",
      .summary = "Sparse matrix times vector: the lanes of a warp share a row and add by shuffles.",
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
  WS_DEVICE void operator()(Block& block, Global<Block, const int> row_begin,
                            Global<Block, const int> column, Global<Block, const T> value,
                            Global<Block, const T> x, Global<Block, T> y) const {
    const int rows = y.count();
    const int lane = block.thread_rank() % 32;
    const int warps = block.group_count() * block.size() / 32;
    int row = (block.group_index() * block.size() + block.thread_rank()) / 32;

    for (int turn = 0; row < rows; ++turn) {
      const int begin = row_begin[row];
      const int end = row_begin[row + 1];

      T sum = 0;
      auto turns = block.turns();
      for (int k = begin + lane; turns.go_on(k < end); k += 32) {
        const T entry = value[k];
        const int j = column[k];
        const T factor = x[j];
        sum = multiply_add(entry, factor, sum);
      }
      reconverge(block);
      block.step("products", turn);

      for (int distance = 16; distance > 0; distance /= 2) {
        const T other = block.shfl_down(sum, distance);
        sum = sum + other;
        block.step("shuffle", distance);
      }

      if (lane == 0) y[row] = sum;
      reconverge(block);
      block.step("store", turn);
      row += warps;
    }
  }
};

}  // namespace warpscope
