#pragma once

#include "instrumentation/block/vocabulary.hpp"
#include "kernels/fft/complex.hpp"
#include "kernels/kernel_info.hpp"

namespace warpscope {

// Poisson's equation  -Δu = f  on a square whose opposite sides meet, by Fourier transforms.
//   Idea    Waves are eigenvectors of the difference operator 4u - left - right - above - below. So
//           f is taken apart into waves, each is divided by its eigenvalue, and the waves are put
//           together again: seven launches, no iteration, and exact but for roundings.
//   Cost    Four times n transforms of length n: about 20 n² log2(n) operations. This launch
//           transforms the rows and stores what it finds by columns, so that the same launch
//           transforms the columns next, and the array is upright again.
//   Look    re: the right side, then its spectrum, at last the solution. error: what is left of the
//           difference to the solution that f was made of. Memory: loads of rows are coalesced,
//           stores by columns want a sector for each column.
//   Needs   n × n numbers, n a power of two. The mean of u is not determined by f: it is set to 0.
struct PoissonFft {
  static constexpr KernelInfo info{
      .id = "poisson_fft",
      .title = "Poisson's equation",
      .summary = "Right side, spectrum, division by eigenvalues, solution: seven launches.",
      .shape = Shape::power_of_two,
      .elements_per_thread = 2,
      .square_block = true,
      .min_block = 2,
      .max_block = 512,
      .block_growth = 4,
      .default_block = 128,
      .default_size = 8,
      .max_size = 2048,
      .max_emulated_size = 128,
      .type = "float",
      .input = InputShape::matrix,
      .inputs = "waves random ramp",
      .range = {.first = -9, .last = 9}};

  /// Numbers in shared memory for so many rows of length n.
  static constexpr int shared_count(int rows, int n) { return 4 * rows * n; }

  template <class Block, class T>
  WS_DEVICE void operator()(Block& block, Global<Block, const T> in_re,
                            Global<Block, const T> in_im, Global<Block, const T> w_re,
                            Global<Block, const T> w_im, Global<Block, T> out_re,
                            Global<Block, T> out_im) const {
    const int half = w_re.count();
    const int n = 2 * half;
    const Place2 thread = block.thread_index();
    const Place2 threads = block.dim_threads();
    auto row_re = shared_array<"row_re", T>(block, 2 * threads.y * n, n);
    auto row_im = shared_array<"row_im", T>(block, 2 * threads.y * n, n);
    const int y = block.block_index().y * threads.y + thread.y;

    for (int x = thread.x; x < n; x += threads.x) {
      row_re[thread.y * n + x] = in_re[y * n + x];
      row_im[thread.y * n + x] = in_im[y * n + x];
    }
    block.step("load");  // no barrier: the first butterflies take what their own thread has loaded

    int from = thread.y * n;
    int to = (threads.y + thread.y) * n;
    for (int m = 1, turn = half; m < n; m *= 2, turn /= 2) {
      for (int j = thread.x; j < half; j += threads.x) {
        const int k = j & (m - 1);
        const T w_r = w_re[k * turn], w_i = w_im[k * turn];
        const T a_r = row_re[from + j], a_i = row_im[from + j];
        const T b_r = row_re[from + j + half], b_i = row_im[from + j + half];
        const Complex<T> wb = times(Complex<T>{w_r, w_i}, Complex<T>{b_r, b_i});
        const int at = to + 2 * j - k;
        row_re[at] = a_r + wb.re;
        row_im[at] = a_i + wb.im;
        row_re[at + m] = a_r - wb.re;
        row_im[at + m] = a_i - wb.im;
      }
      block.sync("butterflies", 2 * m);
      const int swap = from;
      from = to;
      to = swap;
    }

    for (int x = thread.x; x < n; x += threads.x) {
      out_re[x * n + y] = row_re[from + x];
      out_im[x * n + y] = row_im[from + x];
    }
    block.step("store");
  }
};

// The first launch: the right side that a known u has, by differences to its four neighbours.
struct PoissonRightSide {
  static constexpr KernelInfo info{.id = "poisson_right_side",
                                   .source = "kernels/fft/poisson_fft.cuh"};

  template <class Block, class T>
  WS_DEVICE void operator()(Block& block, Global<Block, const T> u, Global<Block, T> f,
                            int n) const {
    const Place2 thread = block.thread_index();
    const Place2 threads = block.dim_threads();
    const int y = block.block_index().y * threads.y + thread.y;
    const int above = (y + n - 1) & (n - 1);
    const int below = (y + 1) & (n - 1);
    for (int x = thread.x; x < n; x += threads.x) {
      const T here = u[y * n + x];
      const T at_left = u[y * n + ((x + n - 1) & (n - 1))];
      const T at_right = u[y * n + ((x + 1) & (n - 1))];
      const T up = u[above * n + x];
      const T down = u[below * n + x];
      const T around = at_left + at_right + up + down;
      f[y * n + x] = multiply_add(T{4}, here, -around);
    }
    block.step("differences");
  }
};

// The launch between the transforms: each wave is divided by its eigenvalue. The wave (0, 0) is the
// mean, whose eigenvalue is 0.
struct PoissonDivide {
  static constexpr KernelInfo info{.id = "poisson_divide", .source = "kernels/fft/poisson_fft.cuh"};

  template <class Block, class T>
  WS_DEVICE void operator()(Block& block, Global<Block, const T> eigenvalue, Global<Block, T> re,
                            Global<Block, T> im, T scale, int n) const {
    const Place2 thread = block.thread_index();
    const Place2 threads = block.dim_threads();
    const int y = block.block_index().y * threads.y + thread.y;
    for (int x = thread.x; x < n; x += threads.x) {
      const T across = eigenvalue[x];
      const T down = eigenvalue[y];
      const T sum = across + down;
      const T factor = sum > 0 ? scale / sum : T{0};
      const T real = re[y * n + x];
      const T imaginary = im[y * n + x];
      re[y * n + x] = factor * real;
      im[y * n + x] = factor * imaginary;
    }
    block.step("divide");
  }
};

// The last launch: how far each number of the solution lies from what f was made of.
struct PoissonError {
  static constexpr KernelInfo info{.id = "poisson_error", .source = "kernels/fft/poisson_fft.cuh"};

  template <class Block, class T>
  WS_DEVICE void operator()(Block& block, Global<Block, const T> u, Global<Block, const T> solution,
                            Global<Block, T> error, int n) const {
    const Place2 thread = block.thread_index();
    const Place2 threads = block.dim_threads();
    const int y = block.block_index().y * threads.y + thread.y;
    for (int x = thread.x; x < n; x += threads.x) {
      const T known = u[y * n + x];
      const T found = solution[y * n + x];
      const T difference = found - known;
      error[y * n + x] = difference < 0 ? -difference : difference;
    }
    block.step("compare");
  }
};

}  // namespace warpscope
