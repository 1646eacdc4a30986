#pragma once

// Twins of kernels/matrix: transpositions and products.

#include "exact.cuh"

namespace twins {

constexpr int tile_side = 32, tile_rows = 8;

__global__ void transpose_naive(const Exact<int>* in, Exact<int>* out, int n) {
  const int x = blockIdx.x * tile_side + threadIdx.x;
  const int y = blockIdx.y * tile_side + threadIdx.y;
  for (int j = 0; j < tile_side; j += tile_rows) {
    out[x * n + y + j] = in[(y + j) * n + x];
  }
}

template <int Pad>
__global__ void transpose_tiled(const Exact<int>* in, Exact<int>* out, int n) {
  __shared__ Exact<int> tile[tile_side][tile_side + Pad];
  const int x = threadIdx.x;
  const int y = threadIdx.y;
  const int across = blockIdx.x * tile_side;
  const int down = blockIdx.y * tile_side;
  for (int j = 0; j < tile_side; j += tile_rows) {
    tile[y + j][x] = in[(down + y + j) * n + across + x];
  }
  __syncthreads();
  for (int j = 0; j < tile_side; j += tile_rows) {
    out[(across + y + j) * n + down + x] = tile[x][y + j];
  }
}

__global__ void matmul_naive(const Exact<float>* a, const Exact<float>* b, Exact<float>* c, int n) {
  const int side = blockDim.x;
  const int row = blockIdx.y * side + threadIdx.y;
  const int column = blockIdx.x * side + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; ++k) {
    const float left = a[row * n + k];
    const float right = b[k * n + column];
    sum = fmaf(left, right, sum);
  }
  c[row * n + column] = sum;
}

__global__ void matmul_tiled(const Exact<float>* a, const Exact<float>* b, Exact<float>* c, int n) {
  const int side = blockDim.x;
  Exact<float>* tile_a = reinterpret_cast<float*>(memory);
  Exact<float>* tile_b = tile_a + side * side;
  const int x = threadIdx.x;
  const int y = threadIdx.y;
  const int row = blockIdx.y * side + y;
  const int column = blockIdx.x * side + x;
  float sum = 0;
  for (int first = 0; first < n; first += side) {
    tile_a[y * side + x] = a[row * n + first + x];
    tile_b[y * side + x] = b[(first + y) * n + column];
    __syncthreads();
    for (int k = 0; k < side; ++k) {
      const float left = tile_a[y * side + k];
      const float right = tile_b[k * side + x];
      sum = fmaf(left, right, sum);
    }
    __syncthreads();
  }
  c[row * n + column] = sum;
}

template <int Pad>
__global__ void matmul_abt(const Exact<float>* a, const Exact<float>* b, Exact<float>* c, int n) {
  const int side = blockDim.x;
  const int pitch = side + Pad;
  Exact<float>* tile_a = reinterpret_cast<float*>(memory);
  Exact<float>* tile_b = tile_a + side * pitch;
  const int x = threadIdx.x;
  const int y = threadIdx.y;
  const int row_of_a = blockIdx.y * side + y;
  const int row_of_b = blockIdx.x * side + y;
  float sum = 0;
  for (int first = 0; first < n; first += side) {
    tile_a[y * pitch + x] = a[row_of_a * n + first + x];
    tile_b[y * pitch + x] = b[row_of_b * n + first + x];
    __syncthreads();
    for (int k = 0; k < side; ++k) {
      const float left = tile_a[y * pitch + k];
      const float right = tile_b[x * pitch + k];
      sum = fmaf(left, right, sum);
    }
    __syncthreads();
  }
  c[row_of_a * n + blockIdx.x * side + x] = sum;
}

constexpr int own_rows = 16, own_columns = 8;  // of C, that a thread has
constexpr int tile_depth = 8;                  // columns of A and rows of B in a tile

__device__ __forceinline__ float component(float4 v, int i) {
  return i == 0 ? v.x : i == 1 ? v.y : i == 2 ? v.z : v.w;
}

/// A block has Side x Side elements of C. While it multiplies, its next tiles are on their way to
/// registers, and then go to the other half of shared memory.
template <int Side>
__global__ void matmul_register_tiled(const Exact<float>* a, const float4* b, float4* c, int n) {
  constexpr int threads = Side * Side / (own_rows * own_columns);
  constexpr int row_b = Side / 4;   // vectors of a row in shared memory
  constexpr int row_a = row_b + 1;  // padded
  constexpr int fetched = tile_depth * Side / 4 / threads;
  constexpr int vectors_a = own_rows / 4, vectors_b = own_columns / 4;
  float4* tile_a = reinterpret_cast<float4*>(memory);
  float4* tile_b = tile_a + 2 * tile_depth * row_a;
  const int tid = threadIdx.x;
  const int row = blockIdx.y * Side;
  const int column = blockIdx.x * row_b;  // in vectors
  // A warp has 64 x 64 elements of C; its lanes stand in 4 rows of 8.
  const int lane = tid % 32;
  const int own_a = tid / 32 / (Side / 64) * 16 + lane / 8;
  const int own_b = tid / 32 % (Side / 64) * 16 + lane % 8;
  float4 next_a[fetched], next_b[fetched];
  const auto fetch = [&](int first) {
#pragma unroll
    for (int i = 0; i < fetched; ++i) {
      const int vector = tid + i * threads;
      const int from = (row + vector / tile_depth * 4) * n + first + vector % tile_depth;
      next_a[i].x = a[from];
      next_a[i].y = a[from + n];
      next_a[i].z = a[from + 2 * n];
      next_a[i].w = a[from + 3 * n];
    }
#pragma unroll
    for (int i = 0; i < fetched; ++i) {
      const int vector = tid + i * threads;
      next_b[i] = b[(first + vector / row_b) * (n / 4) + column + vector % row_b];
    }
  };
  const auto put = [&](int half) {
#pragma unroll
    for (int i = 0; i < fetched; ++i) {
      const int vector = tid + i * threads;
      const int to = half * tile_depth + vector % tile_depth;
      tile_a[to * row_a + vector / tile_depth] = next_a[i];
    }
#pragma unroll
    for (int i = 0; i < fetched; ++i) {
      tile_b[half * tile_depth * row_b + tid + i * threads] = next_b[i];
    }
  };
  float4 left[2][vectors_a], right[2][vectors_b];
  const auto load = [&](int half, int k) {
    const int at = half * tile_depth + k;
#pragma unroll
    for (int i = 0; i < vectors_a; ++i) left[k % 2][i] = tile_a[at * row_a + own_a + 4 * i];
#pragma unroll
    for (int j = 0; j < vectors_b; ++j) right[k % 2][j] = tile_b[at * row_b + own_b + 8 * j];
  };
  float4 sums[own_rows][vectors_b] = {};
  const auto multiply = [&](int half) {
#pragma unroll
    for (int k = 0; k < tile_depth; ++k) {
      if (k + 1 < tile_depth) load(half, k + 1);
#pragma unroll
      for (int i = 0; i < own_rows; ++i) {
        const float factor = component(left[k % 2][i / 4], i % 4);
#pragma unroll
        for (int j = 0; j < vectors_b; ++j) {
          const float4 v = right[k % 2][j];
          float4& sum = sums[i][j];
          sum.x = fmaf(factor, v.x, sum.x);
          sum.y = fmaf(factor, v.y, sum.y);
          sum.z = fmaf(factor, v.z, sum.z);
          sum.w = fmaf(factor, v.w, sum.w);
        }
      }
    }
  };
  fetch(0);
  put(0);
  __syncthreads();
  load(0, 0);
  int half = 0;
  for (int first = tile_depth; first < n; first += tile_depth) {
    fetch(first);
    __syncwarp();  // else the compiler moves the loads to where they are stored, and waits
    multiply(half);
    half = 1 - half;
    put(half);
    __syncthreads();
    load(half, 0);
  }
  multiply(half);
#pragma unroll
  for (int i = 0; i < own_rows; ++i) {
    const int to = (row + 4 * (own_a + i / 4 * 4) + i % 4) * (n / 4) + column + own_b;
#pragma unroll
    for (int j = 0; j < vectors_b; ++j) c[to + 8 * j] = sums[i][j];
  }
}

}  // namespace twins
