#pragma once

#include "instrumentation/block/vocabulary.hpp"
#include "kernels/kernel_info.hpp"
#include "kernels/sparse/sparse_parameters.hpp"

namespace warpscope {

// Sparse triangular system  L x = b  by level sets, L in compressed sparse rows (CSR).
//   Idea    An unknown needs those of its row before it. The host sorts the rows by levels: level 0
//           needs nothing, each other one only levels before it. The rows of a level are solved at
//           once, a thread each, and a barrier ends the level.
//   Cost    A multiply-add per entry, a division per row, and as many steps as there are levels: from
//           1 to N, whatever the number of threads.
//   Look    Idle lanes: a level with few rows. rows=banded is one chain, a row a level: no thread
//           can help. Banks: the lanes read the unknowns of their rows, wherever these stand.
//   Needs   One block, the unknowns in its shared memory. Rows that end with their diagonal. The host
//           finds the levels in a walk over all entries, which pays if many right sides follow.
struct SptrsvLevels {
  static constexpr KernelInfo info{
      .id = "sptrsv_levels",
      .task = "sptrsv",
      .lecture = "C",
      .title = "4 triangular system, by levels",
      .summary = "Unknowns that need nothing of one another are solved at once, level by level.",
      .max_block = 512,
      .default_block = 128,
      .default_size = 32,
      .block_at_default_size = 32,
      .max_size = 8192,
      .max_emulated_size = 4096,
      .max_grid = 1,
      .parameters = sptrsv_parameters,
      .range = exact_factors};

  /// Elements of shared memory that so many unknowns need.
  static constexpr int shared_count(int unknowns) { return unknowns; }

  template <class Block, class T>
  WS_DEVICE void operator()(Block& block, Global<Block, const int> level_begin,
                            Global<Block, const int> level_row, Global<Block, const int> row_begin,
                            Global<Block, const int> column, Global<Block, const T> value,
                            Global<Block, const T> right_side, Global<Block, T> solution) const {
    const int n = right_side.count();
    auto x = shared_array<"x", T>(block, n);
    const int tid = block.thread_rank();
    const int levels = level_begin.count() - 1;

    for (int level = 0; level < levels; ++level) {
      const int first = level_begin[level];
      const int last = level_begin[level + 1];
      for (int next = first; next < last; next += block.size()) {
        int row = 0, k = 0, diagonal = 0;
        T sum = 0;
        if (next + tid < last) {
          row = level_row[next + tid];
          k = row_begin[row];
          diagonal = row_begin[row + 1] - 1;
          sum = right_side[row];
        }
        reconverge(block);

        auto turns = block.turns();
        for (; turns.go_on(k < diagonal); ++k) {
          const int j = column[k];
          const T entry = value[k];
          const T known = x[j];
          sum = multiply_add(-entry, known, sum);
        }
        reconverge(block);

        if (next + tid < last) {
          const T pivot = value[diagonal];
          x[row] = sum / pivot;
        }
        reconverge(block);
      }
      block.sync("level", level);
    }

    auto turns = block.turns();
    for (int i = tid; turns.go_on(i < n); i += block.size()) {
      const T unknown = x[i];
      solution[i] = unknown;
    }
    reconverge(block);
    block.step("store");
  }
};

}  // namespace warpscope
