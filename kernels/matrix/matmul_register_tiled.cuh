#pragma once

#include "instrumentation/block/vocabulary.hpp"
#include "kernels/kernel_info.hpp"

namespace warpscope {

/// The side of a tile, which the compiler must know.
template <int Side>
struct TileSide {
  static constexpr int value = Side;
};

// Matrix product 3: a tile of C in the registers of each thread.
//   Idea    A word that comes from shared memory serves a whole row or column of the thread's tile:
//           24 words for 128 multiply-adds, where matmul_tiled needs 256. While a block multiplies,
//           its next tiles are on their way from global memory to registers; they go to the other
//           half of shared memory, so that one barrier a tile is enough. And while a thread
//           multiplies, its next words are on their way from shared memory.
//   Cost    Per element of C: N multiply-adds, 3 N / 16 words of shared and, with a tile of 128 x 128,
//           N / 64 of global memory.
//   Look    Totals beside matmul_tiled: shared and global requests. Banks: the lanes of a warp want 4
//           vectors of A and 8 of B, side by side. A stands on its side in shared memory, and a pad
//           of one vector keeps the rows that a warp stores to in different banks.
//   Needs   Square matrices whose side is a multiple of the tile's: 64 for a block of 32 threads, 128
//           for one of 128.
struct MatmulRegisterTiled {
  static constexpr int own_rows = 16;    ///< of C, that a thread has
  static constexpr int own_columns = 8;  ///< of C, that a thread has
  static constexpr int depth = 8;        ///< columns of A and rows of B in a tile
  static constexpr KernelInfo info{
      .id = "matmul_register_tiled",
      .task = "matmul",
      .lecture = "E",
      .title = "Product, in registers",
      .summary = "Each thread keeps 128 elements of C: a word from shared memory serves many.",
      .shape = Shape::square,
      .elements_per_thread = own_rows * own_columns,
      .min_block = 32,
      .max_block = 128,
      .block_growth = 4,
      .default_block = 32,
      .full_speed_block = 128,
      .default_size = 64,
      .max_size = 16384,
      .max_emulated_size = 256,
      .type = "float",
      .input = InputShape::two_matrices};

  static constexpr bool second_is_transposed = false;
  /// Vectors of shared memory that a block needs.
  static constexpr int shared_count(int side) { return 2 * depth * (side / 4 + 1 + side / 4); }

  template <class Block, class Side>
  WS_DEVICE void operator()(Block& block, Global<Block, const float> a,
                            Global<Block, const Vec4<float>> b, Global<Block, Vec4<float>> c, int n,
                            Side) const {
    constexpr int side = Side::value;
    constexpr int threads = side * side / (own_rows * own_columns);
    constexpr int row_b = side / 4;   // vectors of a row in shared memory
    constexpr int row_a = row_b + 1;  // padded
    constexpr int fetched =
        depth * side / 4 / threads;  // vectors of each tile that a thread fetches
    auto tile_a = shared_array<"tile_a", Vec4<float>>(block, 2 * depth * row_a, row_a);
    auto tile_b = shared_array<"tile_b", Vec4<float>>(block, 2 * depth * row_b, row_b);
    const int tid = block.thread_rank();
    const int row = block.block_index().y * side;  // first ones of the block's tile
    const int column =
        block.block_index().x * row_b;  // counted in vectors, as all columns of B and C

    // A warp has 64 x 64 elements of C; its lanes stand in 4 rows of 8.
    constexpr int warps_side = side / 64;
    const int lane = tid % 32;
    const int own_a = tid / 32 / warps_side * 16 + lane / 8;
    const int own_b = tid / 32 % warps_side * 16 + lane % 8;

    Vec4<float> next_a[fetched], next_b[fetched];
    const auto fetch = [&](int first) {
      WS_UNROLL
      for (int i = 0; i < fetched; ++i) {
        const int vector = tid + i * threads;
        const int from = (row + vector / depth * 4) * n + first + vector % depth;
        next_a[i] = {a[from], a[from + n], a[from + 2 * n], a[from + 3 * n]};
      }
      WS_UNROLL
      for (int i = 0; i < fetched; ++i) {
        const int vector = tid + i * threads;
        next_b[i] = b[(first + vector / row_b) * (n / 4) + column + vector % row_b];
      }
    };
    const auto put = [&](int half) {
      WS_UNROLL
      for (int i = 0; i < fetched; ++i) {
        const int vector = tid + i * threads;
        tile_a[(half * depth + vector % depth) * row_a + vector / depth] = next_a[i];
      }
      WS_UNROLL
      for (int i = 0; i < fetched; ++i)
        tile_b[half * depth * row_b + tid + i * threads] = next_b[i];
    };

    constexpr int vectors_a = own_rows / 4, vectors_b = own_columns / 4;
    Vec4<float> left[2][vectors_a], right[2][vectors_b];
    const auto load = [&](int half, int k) {
      WS_UNROLL
      for (int i = 0; i < vectors_a; ++i) {
        left[k % 2][i] = tile_a[(half * depth + k) * row_a + own_a + 4 * i];
      }
      WS_UNROLL
      for (int i = 0; i < vectors_b; ++i) {
        right[k % 2][i] = tile_b[(half * depth + k) * row_b + own_b + 8 * i];
      }
    };
    Vec4<float> sums[own_rows][vectors_b] = {};
    const auto multiply = [&](int half) {
      WS_UNROLL
      for (int k = 0; k < depth; ++k) {
        if (k + 1 < depth) load(half, k + 1);
        WS_UNROLL
        for (int i = 0; i < own_rows; ++i) {
          const float factor = component(left[k % 2][i / 4], i % 4);
          WS_UNROLL
          for (int j = 0; j < vectors_b; ++j) add_product(factor, right[k % 2][j], sums[i][j]);
        }
      }
    };

    fetch(0);
    put(0);
    block.sync("load", 0);
    load(0, 0);

    int half = 0;
    for (int first = depth; first < n; first += depth) {
      fetch(first);
      block.syncwarp();  // else the compiler moves the loads to where they are stored, and waits
      multiply(half);
      block.step("multiply", first - depth);

      half = 1 - half;
      put(half);
      block.sync("load", first);
      load(half, 0);
    }
    multiply(half);
    block.step("multiply", n - depth);

    WS_UNROLL
    for (int i = 0; i < own_rows; ++i) {
      const int to = (row + 4 * (own_a + i / 4 * 4) + i % 4) * (n / 4) + column + own_b;
      WS_UNROLL
      for (int j = 0; j < vectors_b; ++j) c[to + 8 * j] = sums[i][j];
    }
    block.step("store");
  }

 private:
  WS_DEVICE static float component(const Vec4<float>& v, int i) {
    return i == 0 ? v.x : i == 1 ? v.y : i == 2 ? v.z : v.w;
  }
  WS_DEVICE static void add_product(float factor, const Vec4<float>& v, Vec4<float>& sum) {
    sum = {multiply_add(factor, v.x, sum.x), multiply_add(factor, v.y, sum.y),
           multiply_add(factor, v.z, sum.z), multiply_add(factor, v.w, sum.w)};
  }
};

}  // namespace warpscope
