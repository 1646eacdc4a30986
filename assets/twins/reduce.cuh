#pragma once

// Twins of the reductions that end in one number. The others are in twins.cuh.

#include "exact.cuh"

namespace twins {

/// Over the results of the blocks of reduce_vectorized.
__global__ void reduce_results(const int* in, int count, int* out) {
  int* partial = reinterpret_cast<int*>(memory);
  const int n = blockDim.x;
  const int warps = n / 32;
  const int tid = threadIdx.x;
  const int stride = gridDim.x * n;
  const int first = blockIdx.x * n + tid;
  int sum = in[first];
  for (int i = first + stride; i < count; i += stride) sum += in[i];
  for (int distance = 16; distance > 0; distance /= 2) {
    sum += __shfl_down_sync(0xffffffffU, sum, distance);
  }
  if (tid % 32 == 0) partial[tid / 32] = sum;
  __syncthreads();
  if (tid < 32) {
    if (tid < warps) sum = partial[tid];
    for (int distance = warps / 2; distance > 0; distance /= 2) {
      sum += __shfl_down_sync(0xffffffffU, sum, distance);
    }
    if (tid == 0) out[blockIdx.x] = sum;
  }
}

/// In thread 0 the sum of the numbers of the first `share` threads.
__device__ __forceinline__ int sum_across(int* partial, int sum, int share) {
  const int tid = threadIdx.x;
  for (int distance = min(share, 32) / 2; distance > 0; distance /= 2) {
    sum += __shfl_down_sync(0xffffffffU, sum, distance);
  }
  if (tid % 32 == 0) partial[tid / 32] = sum;
  __syncthreads();
  const int warps = share / 32;
  if (tid < 32) {
    if (tid < warps) sum = partial[tid];
    for (int distance = warps / 2; distance > 0; distance /= 2) {
      sum += __shfl_down_sync(0xffffffffU, sum, distance);
    }
  }
  return sum;
}

__global__ void reduce_last_block(const int4* in, int count, int* results, int* done, int* out) {
  const int n = blockDim.x;
  int* partial = reinterpret_cast<int*>(memory);
  int* before = partial + n / 32;
  const int tid = threadIdx.x;
  const int blocks = gridDim.x;
  const int first = blockIdx.x * n + tid;
  const int stride = blocks * n;
  const int4 start = in[first];
  int sum = (start.x + start.y) + (start.z + start.w);
  for (int i = first + stride; i < count; i += stride) {
    const int4 next = in[i];
    sum += (next.x + next.y) + (next.z + next.w);
  }
  sum = sum_across(partial, sum, n);
  if (tid == 0) {
    results[blockIdx.x] = sum;
    __threadfence();
    const int done_before = atomicAdd(done, 1);
    if (done_before == blocks - 1) __threadfence();
    *before = done_before;
  }
  __syncthreads();
  if (*before < blocks - 1) return;
  const int share = min(blocks, n);
  if (tid < share) sum = results[tid];
  for (int i = tid + share; i < blocks; i += share) sum += results[i];
  sum = sum_across(partial, sum, share);
  if (tid == 0) {
    *out = sum;
    *done = 0;
  }
}

}  // namespace twins
