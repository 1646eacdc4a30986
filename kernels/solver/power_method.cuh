#pragma once

#include <array>

#include "instrumentation/block/vocabulary.hpp"
#include "kernels/kernel_info.hpp"
#include "kernels/solver/residual_norm.cuh"

namespace warpscope {

inline constexpr std::array power_method_parameters{
    Parameter{.name = "ratio",
              .values = "0.5 0.9 -1 0",
              .meaning = "of the second eigenvalue to the first",
              .low = -1,
              .high = 1,
              .real = true},
    Parameter{.name = "iterations",
              .values = "32 8 16 64",
              .meaning = "at most",
              .low = 1,
              .high = 64,
              .why = "each is two launches of the recording"}};

// Power method:  w := A v,  v := w / max |w|,  the largest eigenvalue of A and its vector.
//   Idea    A product stretches each eigenvector's share of v by its eigenvalue. After many, only the
//           share of the largest one is left. Two launches each: this product, then PowerScale.
//   Cost    N² multiply-adds per iteration. The share of the second eigenvector falls by
//           |second / first| in each, so the nearer 1 that is, the more of them.
//   Look    v: turns until it stays as it is. moved: falls by the ratio of the eigenvalues; lambda
//           comes near the eigenvalue by its square, for a symmetric A. Global memory: a warp reads a
//           row together, 4 sectors a load. Once moved is small, launches look at done, and end.
//   Needs   A gap between the first two eigenvalues: with ratio=-1 the vector turns to and fro for
//           ever. Whole warps.
struct PowerMethod {
  static constexpr KernelInfo info{
      .id = "power_method",
      .lecture = "C",
      .title = "Power method",
      .summary = "Multiplied by A again and again, a vector turns to the largest eigenvector.",
      .shape = Shape::any,
      .min_block = 32,
      .max_block = 256,
      .default_block = 64,
      .default_size = 32,
      .block_at_default_size = 32,
      .max_size = 1024,
      .max_emulated_size = 256,
      .parameters = power_method_parameters,
      .type = "float",
      .range = {.first = 1}};

  template <class Block, class T>
  WS_DEVICE void operator()(Block& block, Global<Block, const T> a, Global<Block, const T> v,
                            Global<Block, const int> done, Global<Block, T> w) const {
    const int stopped = done[0];
    if (stopped != 0) return;

    const int n = v.count();
    const int lane = block.thread_rank() % 32;
    const int warps = block.group_count() * block.size() / 32;
    int row = (block.group_index() * block.size() + block.thread_rank()) / 32;

    for (int turn = 0; row < n; ++turn) {
      T sum = 0;
      auto turns = block.turns();
      for (int j = lane; turns.go_on(j < n); j += 32) {
        const T entry = a[row * n + j];
        const T share = v[j];
        sum = multiply_add(entry, share, sum);
      }
      reconverge(block);
      block.step("products", turn);

      for (int distance = 16; distance > 0; distance /= 2) {
        const T other = block.shfl_down(sum, distance);
        sum = sum + other;
        block.step("shuffle", distance);
      }

      if (lane == 0) w[row] = sum;
      reconverge(block);
      block.step("store", turn);
      row += warps;
    }
  }
};

// The other launch of the power method: one block scales w, and tells how far v has moved.
//   Idea    Three trees at once: v·w and v·v give Rayleigh's quotient, an estimate of the eigenvalue;
//           max |w| is the scale. A fourth tree takes the largest change of v.
//   Cost    A few loads for each entry, 2 log2(block) steps.
//   Needs   A power of two of threads, any number of entries.
struct PowerScale {
  static constexpr KernelInfo info{.id = "power_scale",
                                   .source = "kernels/solver/power_method.cuh"};
  /// An iteration that moves no entry by more is the last; the largest entry is 1.
  static constexpr float tolerance = 1.0F / 4096;
  /// Numbers in shared memory that a block of so many threads needs.
  static constexpr int shared_count(int block) { return 3 * block; }

  template <class Block, class T>
  WS_DEVICE void operator()(Block& block, Global<Block, const T> w, Global<Block, T> v,
                            Global<Block, T> lambda, Global<Block, T> moved,
                            Global<Block, int> done, int iteration) const {
    const int stopped = done[0];
    if (stopped != 0) return;

    auto vw = shared_array<"vw", T>(block, block.size());
    auto vv = shared_array<"vv", T>(block, block.size());
    auto largest = shared_array<"largest", T>(block, block.size());
    const int n = w.count();
    const int tid = block.thread_rank();

    T products = 0, squares = 0, own = 0;
    auto turns = block.turns();
    for (int i = tid; turns.go_on(i < n); i += block.size()) {
      const T after = w[i];
      const T before = v[i];
      products = multiply_add(before, after, products);
      squares = multiply_add(before, before, squares);
      own = greater_or_nan(own, after < 0 ? -after : after);
    }
    reconverge(block);
    vw[tid] = products;
    vv[tid] = squares;
    largest[tid] = own;
    block.sync("load");

    for (int s = block.size() / 2; s > 0; s /= 2) {
      if (tid < s) {
        const T product = vw[tid], other_product = vw[tid + s];
        vw[tid] = product + other_product;
        const T square = vv[tid], other_square = vv[tid + s];
        vv[tid] = square + other_square;
        const T mine = largest[tid];
        const T other = largest[tid + s];
        largest[tid] = greater_or_nan(mine, other);
      }
      block.sync("combine", s);
    }
    const T scale = largest[0];
    block.sync("scale");

    T change = 0;
    auto more_turns = block.turns();
    for (int i = tid; more_turns.go_on(i < n); i += block.size()) {
      const T after = w[i];
      const T before = v[i];
      const T next = scale > 0 ? after / scale : after;
      const T step = next - before;
      v[i] = next;
      change = greater_or_nan(change, step < 0 ? -step : step);
    }
    reconverge(block);
    largest[tid] = change;
    block.sync("move");

    for (int s = block.size() / 2; s > 0; s /= 2) {
      if (tid < s) {
        const T mine = largest[tid];
        const T other = largest[tid + s];
        largest[tid] = greater_or_nan(mine, other);
      }
      block.sync("compare", s);
    }

    if (tid == 0) {
      const T all = largest[0];
      const T dividend = vw[0];
      const T divisor = vv[0];
      moved[iteration] = all;
      lambda[iteration] = dividend / divisor;
      if (all <= tolerance) done[0] = iteration + 1;
    }
    reconverge(block);
    block.step("store");
  }
};

}  // namespace warpscope
