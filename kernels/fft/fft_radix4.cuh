#pragma once

#include "instrumentation/block/vocabulary.hpp"
#include "kernels/fft/complex.hpp"
#include "kernels/fft/fft_parameters.hpp"
#include "kernels/kernel_info.hpp"

namespace warpscope {

// Stockham's transform with butterflies of four.
//   Idea    Four transforms of length m make one of 4m at once: two stages of radix 2 without what
//           lies between them in shared memory. Of the factors inside, 1, -i, -1 and i, none takes a
//           multiplication: they change signs, and real with imaginary parts.
//   Cost    log4(n) stages of n/4 butterflies, 34 operations each: 4.25 n log2(n) instead of 5.
//   Look    Stage: half as many stages. Banks: loads are conflict-free, stores conflict 4-way while
//           m < 16, and 2-way for m = 16. Lanes: half as many threads as in radix 2.
//   Needs   n = 4 block complex numbers, a power of four; each block transforms a signal of its own.
//           Factors to three quarters of the circle.
struct FftRadix4 {
  static constexpr KernelInfo info{
      .id = "fft_radix4",
      .task = "fft",
      .title = "Stockham, radix 4",
      .summary = "Butterflies of four: half the stages, barriers and trips to shared memory.",
      .elements_per_thread = 4,
      .max_block = 256,
      .block_growth = 4,
      .default_block = 64,
      .default_size = 16,
      .max_size = max_fft_size,
      .max_emulated_size = max_emulated_fft_size,
      .parameters = fft_parameters,
      .type = "float",
      .input = InputShape::complex,
      .range = fft_range};

  /// Numbers in shared memory that a block of so many threads needs.
  static constexpr int shared_count(int block) { return 16 * block; }
  /// Factors that a transform of length n needs: w^3k with k < n/4.
  static constexpr int factor_count(int n) { return n / 4 * 3; }

  template <class Block, class T>
  WS_DEVICE void operator()(Block& block, Global<Block, const T> in_re,
                            Global<Block, const T> in_im, Global<Block, const T> w_re,
                            Global<Block, const T> w_im, Global<Block, T> out_re,
                            Global<Block, T> out_im) const {
    const int quarter = block.size();
    const int n = 4 * quarter;
    auto re = shared_array<"re", T>(block, 2 * n);
    auto im = shared_array<"im", T>(block, 2 * n);
    const int tid = block.thread_rank();
    const int first = block.group_index() * n;
    const T sign = w_im[quarter];  // -1 forward, 1 inverse: this factor is -i or i

    for (int i = tid; i < n; i += quarter) {
      re[i] = in_re[first + i];
      im[i] = in_im[first + i];
    }
    block.step("load");  // no barrier: the first butterfly takes what its own thread has loaded

    int from = 0;
    for (int m = 1, turn = quarter; m < n; m *= 4, turn /= 4) {
      const int to = n - from;
      const int k = tid & (m - 1);
      const int i = from + tid;
      const T w1_r = w_re[k * turn], w1_i = w_im[k * turn];
      const T w2_r = w_re[2 * k * turn], w2_i = w_im[2 * k * turn];
      const T w3_r = w_re[3 * k * turn], w3_i = w_im[3 * k * turn];
      const T a_r = re[i], a_i = im[i];
      const T b_r = re[i + quarter], b_i = im[i + quarter];
      const T c_r = re[i + 2 * quarter], c_i = im[i + 2 * quarter];
      const T d_r = re[i + 3 * quarter], d_i = im[i + 3 * quarter];
      const Complex<T> b = times(Complex<T>{w1_r, w1_i}, Complex<T>{b_r, b_i});
      const Complex<T> c = times(Complex<T>{w2_r, w2_i}, Complex<T>{c_r, c_i});
      const Complex<T> d = times(Complex<T>{w3_r, w3_i}, Complex<T>{d_r, d_i});
      const Complex<T> sum{a_r + c.re, a_i + c.im}, difference{a_r - c.re, a_i - c.im};
      const Complex<T> others{b.re + d.re, b.im + d.im};
      // ±i (b - d); the products are exact, so contracting them would change nothing.
      const Complex<T> across{sign * (d.im - b.im), sign * (b.re - d.re)};
      const int at = to + 4 * tid - 3 * k;
      re[at] = sum.re + others.re;
      im[at] = sum.im + others.im;
      re[at + m] = difference.re + across.re;
      im[at + m] = difference.im + across.im;
      re[at + 2 * m] = sum.re - others.re;
      im[at + 2 * m] = sum.im - others.im;
      re[at + 3 * m] = difference.re - across.re;
      im[at + 3 * m] = difference.im - across.im;
      block.sync("butterflies", 4 * m);
      from = to;
    }

    for (int i = tid; i < n; i += quarter) {
      out_re[first + i] = re[from + i];
      out_im[first + i] = im[from + i];
    }
    block.step("store");
  }
};

}  // namespace warpscope
