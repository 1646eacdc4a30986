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

}  // namespace twins
