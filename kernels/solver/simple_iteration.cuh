#pragma once

#include <array>

#include "instrumentation/block/vocabulary.hpp"
#include "kernels/kernel_info.hpp"
#include "kernels/solver/solver_parameters.hpp"

namespace warpscope {

inline constexpr std::array simple_iteration_parameters{
    Parameter{.name = "alpha",
              .values = "-0.4 -0.1 -0.6 0.1",
              .meaning = "factor of the residual",
              .low = -2,
              .high = 2,
              .real = true},
    iterations};

// Simple iteration for A x = f:  x := x + alpha (A x - f), one launch each.
//   Idea    Every unknown moves by its own equation's residual. Nothing is solved, only multiplied:
//           all rows at once, and a sparse matrix stays as sparse as it is.
//   Cost    A product of matrix and vector per iteration: N² here, O(N) for a sparse matrix.
//   Look    residual: it falls while ‖E + alpha A‖ < 1. For "poisson" that is -0.5 < alpha < 0; at
//           -0.6 the same kernel diverges. Global memory: every lane reads a row of its own, so
//           that a load of A costs a sector for each lane; all share one element of x.
//   Needs   Any N. The eigenvalues of A must all lie on one side of 0, and alpha on the other.
//   Slide   A small enough alpha is said to bring convergence, but only with such a matrix does it:
//           "dominant" has eigenvalues of both signs here, and diverges with every alpha. Threads
//           beyond the last row are not held back there, so that N must be a multiple of the block.
struct SimpleIteration {
  static constexpr KernelInfo info{
      .id = "simple_iteration",
      .lecture = "A",
      .title = "Simple iteration",
      .summary = "x + alpha (A x - f) again and again: the residual falls, or grows without end.",
      .shape = Shape::any,
      .min_block = 32,
      .max_block = 64,
      .default_block = 32,
      .default_size = 32,
      .max_size = 4096,
      .max_emulated_size = 256,
      .parameters = simple_iteration_parameters,
      .type = "float",
      .input = InputShape::system,
      .inputs = "poisson dominant random"};

  template <class Block, class T>
  WS_DEVICE void operator()(Block& block, Global<Block, const T> a, Global<Block, const T> f,
                            T alpha, Global<Block, const T> x0, Global<Block, T> x1,
                            Global<Block, T> r) const {
    const int n = f.count();
    const int row = block.group_index() * block.size() + block.thread_rank();

    T sum = 0;
    if (row < n) {
      for (int j = 0; j < n; ++j) {
        const T entry = a[row * n + j];
        const T unknown = x0[j];
        sum = multiply_add(entry, unknown, sum);
      }
    }
    block.step("product");

    if (row < n) {
      const T difference = sum - f[row];
      const T unknown = x0[row];
      r[row] = difference;
      x1[row] = multiply_add(alpha, difference, unknown);
    }
    block.step("move");
  }
};

}  // namespace warpscope
