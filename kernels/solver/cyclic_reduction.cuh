#pragma once

#include "instrumentation/block/vocabulary.hpp"
#include "kernels/kernel_info.hpp"
#include "kernels/solver/solver_parameters.hpp"

namespace warpscope {

// Cyclic reduction (CR) of a tridiagonal system  a x(i-1) + b x(i) + c x(i+1) = f.
//   Idea    Every second equation gets rid of both its neighbours: left are half the equations for
//           half the unknowns, again tridiagonal. At the last two turn round and substitute.
//   Cost    2 log2(n) - 1 steps, about 17 n operations; the Thomas algorithm, on one thread, takes
//           2 n steps and 8 n operations.
//   Look    Lanes: half as many threads work in each reduction, twice as many in each
//           substitution. Banks: the stride doubles, and so do the conflicts, up to 32-way.
//   Needs   n = 2 block equations, a power of two; each block solves a system of its own. There is
//           no pivoting: a diagonally dominant system is safe, another may meet a zero divisor.
//   Slide   Its second equation ends in f2 where f1 is meant.
struct CyclicReduction {
  static constexpr KernelInfo info{
      .id = "cyclic_reduction",
      .task = "tridiagonal",
      .lecture = "A",
      .title = "Cyclic reduction",
      .summary = "Halves a tridiagonal system step by step: little work, but threads halve too.",
      .elements_per_thread = 2,
      .default_block = 128,
      .default_size = 16,
      .max_size = std::int64_t{1} << 22,
      .max_emulated_size = std::int64_t{1} << 18,
      .type = "float",
      .input = InputShape::bands,
      .inputs = tridiagonal_inputs};

  /// Numbers in shared memory that a block of so many threads needs.
  static constexpr int shared_count(int block) { return 5 * (2 * block + 2); }

  template <class Block, class T>
  WS_DEVICE void operator()(Block& block, Global<Block, const T> lower,
                            Global<Block, const T> diagonal, Global<Block, const T> upper,
                            Global<Block, const T> right_side, Global<Block, T> solution) const {
    const int n = 2 * block.size();
    auto a = shared_array<"a", T>(block, n + 2);
    auto b = shared_array<"b", T>(block, n + 2);
    auto c = shared_array<"c", T>(block, n + 2);
    auto f = shared_array<"f", T>(block, n + 2);
    auto x = shared_array<"x", T>(block, n + 2);
    const int tid = block.thread_rank();
    const int before = block.group_index() * n - 1;  // rows count from 1, as in the formulas

    for (int i = tid + 1; i <= n; i += block.size()) {
      a[i] = lower[before + i];
      b[i] = diagonal[before + i];
      c[i] = upper[before + i];
      f[i] = right_side[before + i];
    }
    if (tid == 0) {  // what stands beyond the ends is the equation x = 0
      a[0] = 0;
      b[0] = 1;
      c[0] = 0;
      f[0] = 0;
      x[n + 1] = 0;
    }
    block.sync("load");

    for (int d = 1; d < n / 2; d *= 2) {
      const int i = 2 * d * tid + 1;
      if (i <= n) {
        const int left = i > d ? i - d : 0;
        const int right = i + d;
        const T a_i = a[i], b_i = b[i], c_i = c[i], f_i = f[i];
        const T a_left = a[left], b_left = b[left], c_left = c[left], f_left = f[left];
        const T a_right = a[right], b_right = b[right], c_right = c[right], f_right = f[right];
        const T k = -a_i / b_left;
        const T m = -c_i / b_right;
        a[i] = k * a_left;
        b[i] = multiply_add(m, a_right, multiply_add(k, c_left, b_i));
        c[i] = m * c_right;
        f[i] = multiply_add(m, f_right, multiply_add(k, f_left, f_i));
      }
      block.sync("reduce", d);
    }

    if (tid == 0) {
      const int h = n / 2 + 1;
      const T b_1 = b[1], c_1 = c[1], f_1 = f[1];
      const T a_h = a[h], b_h = b[h], f_h = f[h];
      const T k = -c_1 / b_h;
      const T x_1 = multiply_add(k, f_h, f_1) / multiply_add(k, a_h, b_1);
      x[1] = x_1;
      x[h] = multiply_add(-a_h, x_1, f_h) / b_h;
    }
    block.sync("solve two");

    for (int d = n / 4; d > 0; d /= 2) {
      const int i = d * (2 * tid + 1) + 1;
      if (i <= n) {
        const T a_i = a[i], b_i = b[i], c_i = c[i], f_i = f[i];
        const T x_left = x[i - d];
        const T x_right = x[i + d];
        x[i] = multiply_add(-c_i, x_right, multiply_add(-a_i, x_left, f_i)) / b_i;
      }
      block.sync("substitute", d);
    }

    for (int i = tid + 1; i <= n; i += block.size()) solution[before + i] = x[i];
    block.step("store");
  }
};

}  // namespace warpscope
