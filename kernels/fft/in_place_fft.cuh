#pragma once

#include "instrumentation/block/vocabulary.hpp"
#include "kernels/fft/complex.hpp"

namespace warpscope {

/// Where number i of a signal lives in shared memory.
struct InOrder {
  static constexpr int at(int i) { return i; }
};
struct OneWordIn32 {
  static constexpr int at(int i) { return i + (i >> 5); }
};

/// The bits of i, below n, in reverse order: of n = 8, 3 = 011 becomes 6 = 110.
constexpr int reversed_bits(int i, int n) {
  int reversed = 0;
  for (int bit = 1; bit < n; bit *= 2) {
    reversed = 2 * reversed + (i & 1);
    i >>= 1;
  }
  return reversed;
}

// Fast Fourier transform in place, after Cooley and Tukey, over any padding of shared memory.
//   Idea    A butterfly puts its two results where it took its operands from. Then the last stage
//           joins the transforms of the even and of the odd places, and these their even and odd
//           places in turn: a signal must begin in the order of its reversed bits.
//   Cost    log2(n) stages of n/2 butterflies, 10 operations each. Half of Stockham's memory.
//   Look    Stage: partners stand 1, 2, 4, … apart. Banks: the permutation stores to one bank in
//           n/32; stages between neighbours conflict 2-way, in loads and in stores.
//   Needs   n = 2 block complex numbers, a power of two; each block transforms a signal of its own.
//           The host makes the table of factors, so that all machines agree to the bit.
template <class Layout>
struct InPlaceFft {
  /// Numbers in shared memory that a block of so many threads needs.
  static constexpr int shared_count(int block) { return 2 * (Layout::at(2 * block - 1) + 1); }

  template <class Block, class T>
  WS_DEVICE void operator()(Block& block, Global<Block, const T> in_re,
                            Global<Block, const T> in_im, Global<Block, const T> w_re,
                            Global<Block, const T> w_im, Global<Block, T> out_re,
                            Global<Block, T> out_im) const {
    const int half = block.size();
    const int n = 2 * half;
    auto re = shared_array<"re", T>(block, Layout::at(n - 1) + 1);
    auto im = shared_array<"im", T>(block, Layout::at(n - 1) + 1);
    const int tid = block.thread_rank();
    const int first = block.group_index() * n;

    const int even = reversed_bits(tid, n);  // tid + half differs in the highest bit alone
    re[Layout::at(even)] = in_re[first + tid];
    im[Layout::at(even)] = in_im[first + tid];
    re[Layout::at(even + 1)] = in_re[first + tid + half];
    im[Layout::at(even + 1)] = in_im[first + tid + half];
    block.sync("permute");

    for (int m = 1, turn = half; m < n; m *= 2, turn /= 2) {
      const int k = tid & (m - 1);
      const int a = Layout::at(2 * tid - k);
      const int b = Layout::at(2 * tid - k + m);
      const T w_r = w_re[k * turn], w_i = w_im[k * turn];
      const T a_r = re[a], a_i = im[a];
      const T b_r = re[b], b_i = im[b];
      const Complex<T> wb = times(Complex<T>{w_r, w_i}, Complex<T>{b_r, b_i});
      re[a] = a_r + wb.re;
      im[a] = a_i + wb.im;
      re[b] = a_r - wb.re;
      im[b] = a_i - wb.im;
      block.sync("butterflies", 2 * m);
    }

    out_re[first + tid] = re[Layout::at(tid)];
    out_im[first + tid] = im[Layout::at(tid)];
    out_re[first + tid + half] = re[Layout::at(tid + half)];
    out_im[first + tid + half] = im[Layout::at(tid + half)];
    block.step("store");
  }
};

}  // namespace warpscope
