#pragma once

#include "instrumentation/block/vocabulary.hpp"
#include "kernels/fft/complex.hpp"
#include "kernels/fft/fft_parameters.hpp"
#include "kernels/kernel_info.hpp"

namespace warpscope {

// Fast Fourier transform after Stockham:  X(k) = Σ x(j) e^(-2πi jk/n),  sorted as it goes.
//   Idea    Two transforms of length m make one of 2m: a butterfly takes the k-th number of both, a
//           and b, and gives a + w b and a - w b, with w = e^(-2πi k/2m). Each stage reads one half of
//           the array and writes the other, to where the next stage finds it: no permutation at all.
//   Cost    log2(n) stages of n/2 butterflies, 10 operations each: 5 n log2(n). Computing the n sums
//           of n products takes 8 n².
//   Look    Stage: every result depends on every input after log2(n) stages. Banks: loads are
//           conflict-free, stores conflict 2-way while m < 32. Memory: the factors w come from a
//           table that the host made, and lie the further apart, the shorter m is.
//   Needs   n = 2 block complex numbers, a power of two; each block transforms a signal of its own.
//           Twice the shared memory: what is read must not be overwritten. Machines agree to the bit
//           since all take w from the table, and say where a product is added.
struct FftStockham {
  static constexpr KernelInfo info{
      .id = "fft_stockham",
      .task = "fft",
      .title = "Stockham",
      .summary = "From one half of an array to the other and back, sorted as it goes.",
      .elements_per_thread = 2,
      .default_block = 128,
      .default_size = 16,
      .max_size = max_fft_size,
      .max_emulated_size = max_emulated_fft_size,
      .parameters = fft_parameters,
      .type = "float",
      .input = InputShape::complex,
      .range = fft_range};

  /// Numbers in shared memory that a block of so many threads needs.
  static constexpr int shared_count(int block) { return 8 * block; }

  template <class Block, class T>
  WS_DEVICE void operator()(Block& block, Global<Block, const T> in_re,
                            Global<Block, const T> in_im, Global<Block, const T> w_re,
                            Global<Block, const T> w_im, Global<Block, T> out_re,
                            Global<Block, T> out_im) const {
    const int half = block.size();
    const int n = 2 * half;
    auto re = shared_array<"re", T>(block, 2 * n);
    auto im = shared_array<"im", T>(block, 2 * n);
    const int tid = block.thread_rank();
    const int first = block.group_index() * n;

    re[tid] = in_re[first + tid];
    im[tid] = in_im[first + tid];
    re[tid + half] = in_re[first + tid + half];
    im[tid + half] = in_im[first + tid + half];
    block.step("load");  // no barrier: the first butterfly takes what its own thread has loaded

    int from = 0;
    for (int m = 1, turn = half; m < n; m *= 2, turn /= 2) {
      const int to = n - from;
      const int k = tid & (m - 1);
      const T w_r = w_re[k * turn], w_i = w_im[k * turn];
      const T a_r = re[from + tid], a_i = im[from + tid];
      const T b_r = re[from + tid + half], b_i = im[from + tid + half];
      const Complex<T> wb = times(Complex<T>{w_r, w_i}, Complex<T>{b_r, b_i});
      const int at = to + 2 * tid - k;
      re[at] = a_r + wb.re;
      im[at] = a_i + wb.im;
      re[at + m] = a_r - wb.re;
      im[at + m] = a_i - wb.im;
      block.sync("butterflies", 2 * m);
      from = to;
    }

    out_re[first + tid] = re[from + tid];
    out_im[first + tid] = im[from + tid];
    out_re[first + tid + half] = re[from + tid + half];
    out_im[first + tid + half] = im[from + tid + half];
    block.step("store");
  }
};

}  // namespace warpscope
