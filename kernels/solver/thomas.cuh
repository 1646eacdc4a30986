#pragma once

#include <array>

#include "instrumentation/block/vocabulary.hpp"
#include "kernels/kernel_info.hpp"
#include "kernels/solver/solver_parameters.hpp"

namespace warpscope {

inline constexpr std::array thomas_parameters{Parameter{
    "layout", "interleaved contiguous", "of the systems: equation by equation, or whole"}};

// The Thomas algorithm for many tridiagonal systems  a x(i-1) + b x(i) + c x(i+1) = f, one a thread.
//   Idea    Going down, each equation gets rid of the unknown before it; going up, each unknown
//           follows from the next one. What cannot be parallel within a system is so across many.
//   Cost    2 n steps and 8 n - 7 operations, the fewest of all; cyclic reduction takes
//           2 log2(n) - 1 steps and 17 n, its parallel form log2(n) steps and 12 n log2(n).
//   Look    Global memory: interleaved, the lanes read equation i of all systems side by side, 4
//           sectors a load; contiguous, each lane walks through a system of its own, 32 sectors.
//   Needs   A power of two of threads; each solves a system of 16 equations. There is no pivoting: a
//           diagonally dominant system is safe, another may meet a zero divisor.
struct Thomas {
  static constexpr int equations = 16;  ///< of each system
  static constexpr KernelInfo info{
      .id = "thomas",
      .task = "tridiagonal",
      .lecture = "A",
      .title = "Thomas, a system a thread",
      .summary = "Elimination in order, in as many systems at once as there are threads.",
      .elements_per_thread = equations,
      .elements_per_system = equations,
      .max_block = 512,
      .default_block = 32,
      .full_speed_block = 128,
      .default_size = 32 * equations,
      .max_size = std::int64_t{1} << 22,
      .max_emulated_size = std::int64_t{1} << 17,
      .parameters = thomas_parameters,
      .type = "float",
      .input = InputShape::bands,
      .inputs = tridiagonal_inputs};

  /// Equation i of system s stands at  s next_system + i next_equation.
  template <class Block, class T>
  WS_DEVICE void operator()(Block& block, Global<Block, const T> lower,
                            Global<Block, const T> diagonal, Global<Block, const T> upper,
                            Global<Block, const T> right_side, Global<Block, T> reduced_upper,
                            Global<Block, T> solution, int next_system, int next_equation) const {
    const int system = block.group_index() * block.size() + block.thread_rank();
    const int first = system * next_system;

    T c = 0, f = 0;  // of the equation before, which begins with a 1 now
    for (int i = 0; i < equations; ++i) {
      const int at = first + i * next_equation;
      const T a = lower[at], b = diagonal[at], next_c = upper[at], next_f = right_side[at];
      const T divisor = multiply_add(-a, c, b);
      f = multiply_add(-a, f, next_f) / divisor;
      c = next_c / divisor;
      reduced_upper[at] = c;
      solution[at] = f;
      block.step("eliminate", i);
    }

    T x = f;
    for (int i = equations - 2; i >= 0; --i) {
      const int at = first + i * next_equation;
      const T c_i = reduced_upper[at];
      const T f_i = solution[at];
      x = multiply_add(-c_i, x, f_i);
      solution[at] = x;
      block.step("substitute", i);
    }
  }
};

}  // namespace warpscope
