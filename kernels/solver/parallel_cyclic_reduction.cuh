#pragma once

#include "instrumentation/block/vocabulary.hpp"
#include "kernels/kernel_info.hpp"
#include "kernels/solver/solver_parameters.hpp"

namespace warpscope {

// Parallel cyclic reduction (PCR) of a tridiagonal system  a x(i-1) + b x(i) + c x(i+1) = f.
//   Idea    Every equation, not only every second one, gets rid of its neighbours: one system falls
//           into two of half the size, those into four, … until each has one unknown.
//   Cost    log2(n) steps and no way back, but 12 n log2(n) operations: steps bought with work.
//   Look    Lanes: all threads work in all steps. Banks: neighbours lie side by side, so there are
//           no conflicts. Shared memory: two copies change roles, so one barrier a step.
//   Needs   n = block equations, a power of two; each block solves a system of its own. There is
//           no pivoting: a diagonally dominant system is safe, another may meet a zero divisor.
struct ParallelCyclicReduction {
  static constexpr KernelInfo info{
      .id = "parallel_cyclic_reduction",
      .task = "tridiagonal",
      .lecture = "A",
      .title = "Parallel cyclic reduction",
      .summary =
          "Every equation reduces in every step: half the steps, all threads busy, more work.",
      .default_size = 16,
      .max_size = std::int64_t{1} << 22,
      .max_emulated_size = std::int64_t{1} << 17,
      .type = "float",
      .input = InputShape::bands,
      .inputs = tridiagonal_inputs};

  /// Numbers in shared memory that a block of so many threads needs.
  static constexpr int shared_count(int block) { return 8 * (block + 2); }

  template <class Block, class T>
  WS_DEVICE void operator()(Block& block, Global<Block, const T> lower,
                            Global<Block, const T> diagonal, Global<Block, const T> upper,
                            Global<Block, const T> right_side, Global<Block, T> solution) const {
    const int n = block.size();
    const int copy = n + 2;
    auto a = shared_array<"a", T>(block, 2 * copy, copy);
    auto b = shared_array<"b", T>(block, 2 * copy, copy);
    auto c = shared_array<"c", T>(block, 2 * copy, copy);
    auto f = shared_array<"f", T>(block, 2 * copy, copy);
    const int tid = block.thread_rank();
    const int row = block.group_index() * n + tid;
    const int i = tid + 1;  // rows count from 1, as in the formulas

    a[i] = lower[row];
    b[i] = diagonal[row];
    c[i] = upper[row];
    f[i] = right_side[row];
    if (tid < 4) {  // what stands beyond the ends, in both copies, is the equation x = 0
      const int end = tid / 2 * copy + tid % 2 * (n + 1);
      a[end] = 0;
      b[end] = 1;
      c[end] = 0;
      f[end] = 0;
    }
    block.sync("load");

    int from = 0;
    int to = copy;
    for (int d = 1; d < n; d *= 2) {
      const int self = from + i;
      const int left = i > d ? self - d : from;
      const int right = i + d <= n ? self + d : from + n + 1;
      const T a_i = a[self], b_i = b[self], c_i = c[self], f_i = f[self];
      const T a_left = a[left], b_left = b[left], c_left = c[left], f_left = f[left];
      const T a_right = a[right], b_right = b[right], c_right = c[right], f_right = f[right];
      const T k = -a_i / b_left;
      const T m = -c_i / b_right;
      a[to + i] = k * a_left;
      b[to + i] = multiply_add(m, a_right, multiply_add(k, c_left, b_i));
      c[to + i] = m * c_right;
      f[to + i] = multiply_add(m, f_right, multiply_add(k, f_left, f_i));
      block.sync("reduce", d);

      const int swap = from;
      from = to;
      to = swap;
    }

    const T b_i = b[from + i];
    const T f_i = f[from + i];
    solution[row] = f_i / b_i;
    block.step("solve");
  }
};

}  // namespace warpscope
