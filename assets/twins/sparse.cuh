#pragma once

// Twins of kernels/sparse.

#include "exact.cuh"

namespace twins {

__global__ void spmv_scalar(const int* row_begin, const int* column, const float* value,
                            const float* x, float* y, int rows) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  const int end = row_begin[row + 1];
  float sum = 0;
  for (int k = row_begin[row]; k < end; ++k) sum = fmaf(value[k], x[column[k]], sum);
  y[row] = sum;
}

__global__ void spmv_warp(const int* row_begin, const int* column, const float* value,
                          const float* x, float* y, int rows) {
  const int lane = threadIdx.x % 32;
  const int warps = gridDim.x * blockDim.x / 32;
  for (int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32; row < rows; row += warps) {
    const int end = row_begin[row + 1];
    float sum = 0;
    for (int k = row_begin[row] + lane; k < end; k += 32) sum = fmaf(value[k], x[column[k]], sum);
    for (int distance = 16; distance > 0; distance /= 2) {
      sum += __shfl_down_sync(0xffffffffU, sum, distance);
    }
    if (lane == 0) y[row] = sum;
  }
}

__global__ void spmv_coo(const int* row, const int* column, const float* value, const float* x,
                         float* y, int entries) {
  const int lane = threadIdx.x % 32;
  const int threads = gridDim.x * blockDim.x;
  int first = (blockIdx.x * blockDim.x + threadIdx.x) / 32 * 32;
  for (; first < entries; first += threads) {
    const int k = first + lane;
    int own_row = -1;
    float sum = 0;
    if (k < entries) {
      own_row = row[k];
      sum = value[k] * x[column[k]];
    }
    const int row_before = __shfl_up_sync(0xffffffffU, own_row, 1);
    const unsigned heads = __ballot_sync(0xffffffffU, lane == 0 || row_before != own_row);
    for (int distance = 1; distance < 32; distance *= 2) {
      const float other = __shfl_up_sync(0xffffffffU, sum, distance);
      const unsigned between = (heads >> (lane - distance + 1)) & ((1U << distance) - 1);
      if (lane >= distance && between == 0) sum += other;
    }
    const bool ends_here = lane == 31 || (heads >> (lane + 1) & 1U) != 0;
    if (ends_here && own_row >= 0) atomicAdd(y + own_row, sum);
  }
}

__global__ void sptrsv_levels(const int* level_begin, int levels, const int* level_row,
                              const int* row_begin, const int* column, const float* value,
                              const float* right_side, float* solution, int n) {
  float* x = reinterpret_cast<float*>(memory);
  const int tid = threadIdx.x;
  const int threads = blockDim.x;
  for (int level = 0; level < levels; ++level) {
    const int last = level_begin[level + 1];
    for (int i = level_begin[level] + tid; i < last; i += threads) {
      const int row = level_row[i];
      const int diagonal = row_begin[row + 1] - 1;
      float sum = right_side[row];
      for (int k = row_begin[row]; k < diagonal; ++k) sum = fmaf(-value[k], x[column[k]], sum);
      x[row] = sum / value[diagonal];
    }
    __syncthreads();
  }
  for (int i = tid; i < n; i += threads) solution[i] = x[i];
}

}  // namespace twins
