#pragma once

#include <array>

#include "instrumentation/block/vocabulary.hpp"
#include "kernels/kernel_info.hpp"
#include "kernels/solver/solver_parameters.hpp"

namespace warpscope {

inline constexpr std::array jacobi_parameters{iterations};

// Jacobi's method for A x = f:  x := B x + g, one launch each.
//   Idea    Solve each equation for its own unknown, with the last round's values of the others.
//           With the diagonal D of A: B = E - D⁻¹A and g = D⁻¹f, which the host makes once.
//   Cost    A product of matrix and vector per iteration: N² here, O(N) for a sparse matrix.
//   Look    residual: the largest change, ‖B x + g - x‖. It falls while ‖B‖ < 1, which a diagonally
//           dominant A assures; "random" diverges. Global memory: as in the simple iteration.
//   Needs   Any N. No zero on the diagonal, by which every row is divided.
struct Jacobi {
  static constexpr KernelInfo info{
      .id = "jacobi",
      .lecture = "A",
      .title = "Jacobi's method",
      .summary = "Each row solved for its own unknown again and again: needs a dominant diagonal.",
      .shape = Shape::any,
      .min_block = 32,
      .max_block = 64,
      .default_block = 32,
      .default_size = 32,
      .max_size = 4096,
      .max_emulated_size = 256,
      .parameters = jacobi_parameters,
      .type = "float",
      .input = InputShape::system,
      .inputs = "dominant poisson random"};

  template <class Block, class T>
  WS_DEVICE void operator()(Block& block, Global<Block, const T> b, Global<Block, const T> g,
                            Global<Block, const T> x0, Global<Block, T> x1,
                            Global<Block, T> r) const {
    const int n = g.count();
    const int row = block.group_index() * block.size() + block.thread_rank();

    T sum = 0;
    if (row < n) {
      for (int j = 0; j < n; ++j) {
        const T entry = b[row * n + j];
        const T unknown = x0[j];
        sum = multiply_add(entry, unknown, sum);
      }
    }
    block.step("product");

    if (row < n) {
      const T next = sum + g[row];
      r[row] = next - x0[row];
      x1[row] = next;
    }
    block.step("move");
  }
};

}  // namespace warpscope
