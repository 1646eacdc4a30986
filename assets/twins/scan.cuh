#pragma once

// Twins of kernels/scan that are not in twins.cuh.

#include "exact.cuh"

namespace twins {

__global__ void scan_reductions(const int* in, int* out) {
  int* rows = reinterpret_cast<int*>(memory);
  const int n = blockDim.x;
  const int row = threadIdx.y;
  const int column = threadIdx.x;
  const int cell = row * n + column;
  const int first = blockIdx.x * n;
  if (column <= row) rows[cell] = in[first + column];
  __syncthreads();
  for (int s = 1; s < n; s *= 2) {
    if (column % (2 * s) == 0 && column + s <= row) rows[cell] += rows[cell + s];
    __syncthreads();
  }
  if (column == 0) out[first + row] = rows[cell];
}

__global__ void scan_merging(const int* in, int* out) {
  int* data = reinterpret_cast<int*>(memory);
  const int n = blockDim.x;
  const int tid = threadIdx.x;
  const int i = blockIdx.x * n + tid;
  data[tid] = in[i];
  __syncthreads();
  for (int s = 1; s < n; s *= 2) {
    if (tid & s) data[tid] += data[(tid & -s) - 1];
    __syncthreads();
  }
  out[i] = data[tid];
}

__global__ void scan_segmented(const int* in, const int* heads, int* out) {
  const int n = blockDim.x;
  int* from = reinterpret_cast<int*>(memory);
  int* to = from + n;
  int* met = to + n;
  int* meets = met + n;
  const int tid = threadIdx.x;
  const int i = blockIdx.x * n + tid;
  from[tid] = in[i];
  met[tid] = heads[i];
  __syncthreads();
  for (int s = 1; s < n; s *= 2) {
    const int head = met[tid];
    const bool adds = tid >= s && head == 0;
    int known = head;
    if (adds) known = met[tid - s];
    meets[tid] = known;
    int value = from[tid];
    if (adds) value += from[tid - s];
    to[tid] = value;
    __syncthreads();
    int* swap = from;
    from = to;
    to = swap;
    swap = met;
    met = meets;
    meets = swap;
  }
  out[i] = from[tid];
}

__global__ void compact_mark(const int* in, int n, int* keep, int below) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) keep[i] = in[i] < below;
}

__global__ void compact(const int* in, int n, const int* keep, const int* place, int* kept,
                        int* count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const int flag = keep[i];
  const int to = place[i];
  if (flag != 0) kept[to] = in[i];
  if (i == n - 1) *count = to + flag;
}

}  // namespace twins
