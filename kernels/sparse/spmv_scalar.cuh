#pragma once

#include "instrumentation/block/vocabulary.hpp"
#include "kernels/kernel_info.hpp"
#include "kernels/sparse/sparse_parameters.hpp"

namespace warpscope {

// Sparse matrix times vector, a thread per row:  y = A x, A in compressed sparse rows (CSR).
//   Idea    value and column hold the entries row after row, row_begin where each row begins. Each
//           thread walks through its own row.
//   Cost    A multiply-add per entry; a warp takes as many turns as its longest row has entries.
//   Look    Sectors of value: the lanes stand a row apart, up to 32 sectors a load for 4. Idle lanes:
//           with rows=power_law most rows end early, and their lanes wait for the longest.
//   Needs   Any number of rows, and a thread for each.
struct SpmvScalar {
  static constexpr KernelInfo info{
      .id = "spmv_scalar",
      .task = "spmv",
      .lecture = "C",
      .title = "1 SpMV, a thread per row",
      .summary = "Sparse matrix times vector: each thread walks through a row of its own.",
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
    const int row = block.group_index() * block.size() + block.thread_rank();
    const bool has_row = row < y.count();

    int k = 0, end = 0;
    if (has_row) {
      k = row_begin[row];
      end = row_begin[row + 1];
    }
    reconverge(block);
    block.step("begin");

    T sum = 0;
    auto turns = block.turns();
    for (; turns.go_on(k < end); ++k) {
      const T entry = value[k];
      const int j = column[k];
      const T factor = x[j];
      sum = multiply_add(entry, factor, sum);
    }
    reconverge(block);
    block.step("products");

    if (has_row) y[row] = sum;
    reconverge(block);
    block.step("store");
  }
};

}  // namespace warpscope
