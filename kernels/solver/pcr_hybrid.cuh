#pragma once

#include "instrumentation/block/vocabulary.hpp"
#include "kernels/kernel_info.hpp"
#include "kernels/solver/solver_parameters.hpp"

namespace warpscope {

// Elimination in registers, then parallel cyclic reduction over the lanes of a warp.
//   Idea    A lane has 16 equations. By elimination from above and from below it writes each of its
//           inner unknowns by its first and its last one, then gets rid of the first ones: left is a
//           tridiagonal system of one unknown a lane, which the warp reduces by shuffles.
//   Cost    Of 512 equations: about 17 operations each in registers, 5 steps of shuffles, no barrier
//           of the block. Every number is read once and every solution written once.
//   Look    Memory: the four bands come in 16-byte loads, side by side, and change places in shared
//           memory so that each lane gets neighbours. A lane's four vectors stand in an order of its
//           own, by exclusive or with its number: so both ways are free of conflicts. Lanes: all
//           work in all steps.
//   Needs   Systems of 512 equations, one a warp. There is no pivoting: a diagonally dominant system
//           is safe, another may meet a zero divisor.
struct PcrHybrid {
  static constexpr int own = 16;  ///< equations of a lane
  static constexpr KernelInfo info{
      .id = "pcr_hybrid",
      .task = "tridiagonal",
      .lecture = "A",
      .title = "Elimination and PCR",
      .summary = "Lanes eliminate in registers; a warp reduces what is left by shuffles.",
      .elements_per_thread = own,
      .elements_per_system = 32 * own,
      .min_block = 32,
      .max_block = 256,
      .default_block = 32,
      .full_speed_block = 128,
      .default_size = 512,
      .max_size = std::int64_t{1} << 28,
      .max_emulated_size = std::int64_t{1} << 18,
      .type = "float",
      .input = InputShape::bands,
      .inputs = tridiagonal_inputs};

  template <class T>
  using Element = Vec4<T>;                 ///< of all arrays
  static constexpr int vectors = own / 4;  ///< of a lane
  /// Vectors of shared memory that a block of so many threads needs.
  static constexpr int shared_count(int block) { return block * vectors; }

  template <class Block, class T>
  WS_DEVICE void operator()(Block& block, Global<Block, const Vec4<T>> lower,
                            Global<Block, const Vec4<T>> diagonal,
                            Global<Block, const Vec4<T>> upper,
                            Global<Block, const Vec4<T>> right_side,
                            Global<Block, Vec4<T>> solution) const {
    auto exchange = shared_array<"exchange", Vec4<T>>(block, shared_count(block.size()), vectors);
    const int tid = block.thread_rank();
    const int lane = tid % 32;
    const int system = (block.group_index() * block.size() + tid - lane) * vectors;
    const Exchange<decltype(exchange)> turn{exchange, (tid - lane) * vectors, lane};

    Vec4<T> fetched_a[vectors], fetched_b[vectors], fetched_c[vectors], fetched_f[vectors];
    WS_UNROLL
    for (int k = 0; k < vectors; ++k) fetched_a[k] = lower[system + 32 * k + lane];
    WS_UNROLL
    for (int k = 0; k < vectors; ++k) fetched_b[k] = diagonal[system + 32 * k + lane];
    WS_UNROLL
    for (int k = 0; k < vectors; ++k) fetched_c[k] = upper[system + 32 * k + lane];
    WS_UNROLL
    for (int k = 0; k < vectors; ++k) fetched_f[k] = right_side[system + 32 * k + lane];
    block.step("load");

    T a[own], b[own], c[own], f[own];
    turn.to_neighbours(block, fetched_a, a);
    turn.to_neighbours(block, fetched_b, b);
    turn.to_neighbours(block, fetched_c, c);
    turn.to_neighbours(block, fetched_f, f);
    block.step("exchange");

    // From above: row i becomes  a x(first) + x(i) + c x(i+1) = f.
    T inverse = 1 / b[1];
    a[1] = a[1] * inverse;
    c[1] = c[1] * inverse;
    f[1] = f[1] * inverse;
    WS_UNROLL
    for (int i = 2; i < own; ++i) {
      inverse = 1 / multiply_add(-a[i], c[i - 1], b[i]);
      f[i] = multiply_add(-a[i], f[i - 1], f[i]) * inverse;
      a[i] = -a[i] * a[i - 1] * inverse;
      c[i] = c[i] * inverse;
    }
    // From below: rows 1 to 14 become  a x(first) + x(i) + c x(last) = f.
    WS_UNROLL
    for (int i = own - 3; i > 0; --i) {
      f[i] = multiply_add(-c[i], f[i + 1], f[i]);
      a[i] = multiply_add(-c[i], a[i + 1], a[i]);
      c[i] = -c[i] * c[i + 1];
    }
    // Row 0:  x(first) = f0 - a0 x(last of the lane before) - c0 x(last).
    inverse = 1 / multiply_add(-c[0], a[1], b[0]);
    const T f0 = multiply_add(-c[0], f[1], f[0]) * inverse;
    const T a0 = a[0] * inverse;
    const T c0 = -c[0] * c[1] * inverse;
    block.step("eliminate");

    // Row 15 without any first unknown: left is  left x(lane-1) + x(lane) + right x(lane+1) = sum.
    constexpr int last = own - 1;
    const T f0_below = block.shfl_down(f0, 1);
    const T a0_below = block.shfl_down(a0, 1);
    const T c0_below = block.shfl_down(c0, 1);
    inverse = 1 / multiply_add(-c[last], a0_below, multiply_add(-a[last], c0, T{1}));
    T left = -a[last] * a0 * inverse;
    T right = -c[last] * c0_below * inverse;
    T sum = multiply_add(-c[last], f0_below, multiply_add(-a[last], f0, f[last])) * inverse;
    if (lane == 0) left = 0;
    if (lane == 31) right = 0;
    block.step("join");

    for (int d = 1; d < 32; d *= 2) {
      const T left_above = block.shfl_up(left, d);
      const T right_above = block.shfl_up(right, d);
      const T sum_above = block.shfl_up(sum, d);
      const T left_below = block.shfl_down(left, d);
      const T right_below = block.shfl_down(right, d);
      const T sum_below = block.shfl_down(sum, d);
      // Where there is no such lane, its factor is 0 and the shuffle gives the lane's own numbers.
      inverse = 1 / multiply_add(-right, left_below, multiply_add(-left, right_above, T{1}));
      sum = multiply_add(-right, sum_below, multiply_add(-left, sum_above, sum)) * inverse;
      left = lane < 2 * d ? T{0} : -left * left_above * inverse;
      right = lane >= 32 - 2 * d ? T{0} : -right * right_below * inverse;
      block.step("reduce", d);
    }

    const T x_last = sum;
    const T x_before = block.shfl_up(x_last, 1);
    const T before = lane == 0 ? T{0} : x_before;
    const T x_first = multiply_add(-c0, x_last, multiply_add(-a0, before, f0));
    T x[own];
    x[0] = x_first;
    x[last] = x_last;
    WS_UNROLL
    for (int i = 1; i < last; ++i) {
      x[i] = multiply_add(-c[i], x_last, multiply_add(-a[i], x_first, f[i]));
    }
    block.step("substitute");

    Vec4<T> solved[vectors];
    turn.from_neighbours(block, x, solved);
    WS_UNROLL
    for (int k = 0; k < vectors; ++k) solution[system + 32 * k + lane] = solved[k];
    block.step("store");
  }

 private:
  /// Between vectors that the lanes of a warp have side by side, and 16 neighbours for each lane.
  template <class Array>
  struct Exchange {
    const Array& array;
    int first;  ///< of the warp's vectors
    int lane;

    WS_DEVICE int at(int owner, int k) const {
      return first + owner * vectors + (k ^ (owner / 2 % vectors));
    }
    WS_DEVICE int side_by_side(int k) const {
      const int vector = 32 * k + lane;
      return at(vector / vectors, vector % vectors);
    }
    WS_DEVICE int neighbour(int k) const { return at(lane, k); }

    template <class Block, class T>
    WS_DEVICE void to_neighbours(Block& block, const Vec4<T> (&from)[vectors], T (&to)[own]) const {
      WS_UNROLL
      for (int k = 0; k < vectors; ++k) array[side_by_side(k)] = from[k];
      block.syncwarp();
      WS_UNROLL
      for (int k = 0; k < vectors; ++k) {
        const Vec4<T> v = array[neighbour(k)];
        to[4 * k] = v.x;
        to[4 * k + 1] = v.y;
        to[4 * k + 2] = v.z;
        to[4 * k + 3] = v.w;
      }
      block.syncwarp();
    }
    template <class Block, class T>
    WS_DEVICE void from_neighbours(Block& block, const T (&from)[own],
                                   Vec4<T> (&to)[vectors]) const {
      WS_UNROLL
      for (int k = 0; k < vectors; ++k) {
        array[neighbour(k)] =
            Vec4<T>{from[4 * k], from[4 * k + 1], from[4 * k + 2], from[4 * k + 3]};
      }
      block.syncwarp();
      WS_UNROLL
      for (int k = 0; k < vectors; ++k) to[k] = array[side_by_side(k)];
    }
  };
};

}  // namespace warpscope
