#pragma once

// The kernels of the catalogue for int and +, written by hand as plain CUDA: what the native build
// is held against, in machine code and in time. Same types and same alignment of shared memory as
// the vocabulary's: both change what the compiler makes.
// The reductions and scans are here; the other families are in files of their own.

#include "exact.cuh"

namespace twins {

__global__ void reduce_divergent(const Exact<int>* in, Exact<int>* out) {
  Exact<int>* data = reinterpret_cast<int*>(memory);
  const int tid = threadIdx.x;
  const int n = blockDim.x;
  const int group = blockIdx.x;
  data[tid] = in[group * n + tid];
  __syncthreads();
  for (int s = 1; s < n; s *= 2) {
    if (tid % (2 * s) == 0) data[tid] += data[tid + s];
    __syncthreads();
  }
  if (tid == 0) out[group] = data[0];
}

__global__ void reduce_strided(const Exact<int>* in, Exact<int>* out) {
  Exact<int>* data = reinterpret_cast<int*>(memory);
  const int tid = threadIdx.x;
  const int n = blockDim.x;
  const int group = blockIdx.x;
  data[tid] = in[group * n + tid];
  __syncthreads();
  for (int s = 1; s < n; s *= 2) {
    const int index = 2 * s * tid;
    if (index < n) data[index] += data[index + s];
    __syncthreads();
  }
  if (tid == 0) out[group] = data[0];
}

__global__ void reduce_sequential(const Exact<int>* in, Exact<int>* out) {
  Exact<int>* data = reinterpret_cast<int*>(memory);
  const int tid = threadIdx.x;
  const int n = blockDim.x;
  const int group = blockIdx.x;
  data[tid] = in[group * n + tid];
  __syncthreads();
  for (int s = n / 2; s > 0; s /= 2) {
    if (tid < s) data[tid] += data[tid + s];
    __syncthreads();
  }
  if (tid == 0) out[group] = data[0];
}

__global__ void reduce_first_add(const Exact<int>* in, Exact<int>* out) {
  Exact<int>* data = reinterpret_cast<int*>(memory);
  const int tid = threadIdx.x;
  const int n = blockDim.x;
  const int group = blockIdx.x;
  const int i = 2 * group * n + tid;
  data[tid] = in[i] + in[i + n];
  __syncthreads();
  for (int s = n / 2; s > 0; s /= 2) {
    if (tid < s) data[tid] += data[tid + s];
    __syncthreads();
  }
  if (tid == 0) out[group] = data[0];
}

__global__ void reduce_unrolled(const Exact<int>* in, Exact<int>* out) {
  Exact<int>* data = reinterpret_cast<int*>(memory);
  const int tid = threadIdx.x;
  const int n = blockDim.x;
  const int group = blockIdx.x;
  const int i = 2 * group * n + tid;
  data[tid] = in[i] + in[i + n];
  __syncthreads();
  for (int s = n / 2; s > 32; s /= 2) {
    if (tid < s) data[tid] += data[tid + s];
    __syncthreads();
  }
  if (tid < 32) {
    volatile int* last = data;
    for (int s = 32; s > 0; s /= 2) {
      const int right = last[tid + s];
      last[tid] = last[tid] + right;
    }
  }
  if (tid == 0) out[group] = data[0];
}

__global__ void reduce_unrolled_syncwarp(const Exact<int>* in, Exact<int>* out) {
  Exact<int>* data = reinterpret_cast<int*>(memory);
  const int tid = threadIdx.x;
  const int n = blockDim.x;
  const int group = blockIdx.x;
  const int i = 2 * group * n + tid;
  data[tid] = in[i] + in[i + n];
  __syncthreads();
  for (int s = n / 2; s > 32; s /= 2) {
    if (tid < s) data[tid] += data[tid + s];
    __syncthreads();
  }
  if (tid < 32) {
    for (int s = 32; s > 0; s /= 2) {
      const int right = data[tid + s];
      __syncwarp();
      data[tid] += right;
      __syncwarp();
    }
  }
  if (tid == 0) out[group] = data[0];
}

/// The end of reduction 7: a warp at a time, then the warps' results. Its own function: inlined by
/// hand the compiler makes two instructions less of the loop before it.
__device__ __forceinline__ void reduce_by_shuffle(int sum, Exact<int>* out, int warps) {
  Exact<int>* partial = reinterpret_cast<int*>(memory);
  const int tid = threadIdx.x;
  const int group = blockIdx.x;
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
    if (tid == 0) out[group] = sum;
  }
}

__global__ void reduce_shuffle(const Exact<int>* in, Exact<int>* out) {
  Exact<int>* partial = reinterpret_cast<int*>(memory);
  const int n = blockDim.x;
  const int warps = n / 32;
  const int tid = threadIdx.x;
  const int group = blockIdx.x;
  const int i = 2 * group * n + tid;
  int sum = in[i] + in[i + n];
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
    if (tid == 0) out[group] = sum;
  }
}

__global__ void reduce_vectorized(const int4* in, int count, Exact<int>* out) {
  const int n = blockDim.x;
  const int warps = n / 32;
  const int tid = threadIdx.x;
  const int group = blockIdx.x;
  const int groups = gridDim.x;
  const int first = group * n + tid;
  const int stride = groups * n;
  const int4 start = in[first];
  int sum = (start.x + start.y) + (start.z + start.w);
  for (int i = first + stride; i < count; i += stride) {
    const int4 next = in[i];
    sum += (next.x + next.y) + (next.z + next.w);
  }
  reduce_by_shuffle(sum, out, warps);
}

__global__ void scan_hillis_steele(const Exact<int>* in, Exact<int>* out) {
  const int n = blockDim.x;
  const int group = blockIdx.x;
  Exact<int>* from = reinterpret_cast<int*>(memory);
  Exact<int>* to = from + n;
  const int tid = threadIdx.x;
  const int i = group * n + tid;
  from[tid] = in[i];
  __syncthreads();
  for (int s = 1; s < n; s *= 2) {
    int value = from[tid];
    if (tid >= s) value += from[tid - s];
    to[tid] = value;
    __syncthreads();
    Exact<int>* swap = from;
    from = to;
    to = swap;
  }
  out[i] = from[tid];
}

template <int First, int Second>
__device__ __forceinline__ int padded(int i) {
  int at = i;
  if (First > 0) at += i >> First;
  if (Second > 0) at += i >> Second;
  return at;
}

/// First, Second: a pad word every 2^First and every 2^Second elements; 0: none.
template <int First, int Second>
__global__ void scan_blelloch(const Exact<int>* in, Exact<int>* out) {
  Exact<int>* temp = reinterpret_cast<int*>(memory);
  const int half = blockDim.x;
  const int n = 2 * half;
  const int tid = threadIdx.x;
  const int group = blockIdx.x;
  const int first = group * n;
  temp[padded<First, Second>(tid)] = in[first + tid];
  temp[padded<First, Second>(tid + half)] = in[first + tid + half];
  __syncthreads();
  int offset = 1;
  for (int d = half; d > 0; d /= 2) {
    if (tid < d) {
      const int a = padded<First, Second>(offset * (2 * tid + 1) - 1);
      const int b = padded<First, Second>(offset * (2 * tid + 2) - 1);
      const int left = temp[a];
      temp[b] = left + temp[b];
    }
    __syncthreads();
    offset *= 2;
  }
  if (tid == 0) temp[padded<First, Second>(n - 1)] = 0;
  __syncthreads();
  for (int d = 1; d < n; d *= 2) {
    offset /= 2;
    if (tid < d) {
      const int a = padded<First, Second>(offset * (2 * tid + 1) - 1);
      const int b = padded<First, Second>(offset * (2 * tid + 2) - 1);
      const int left = temp[a];
      const int parent = temp[b];
      temp[a] = parent;
      temp[b] = parent + left;
    }
    __syncthreads();
  }
  out[first + 2 * tid] = temp[padded<First, Second>(2 * tid)];
  out[first + 2 * tid + 1] = temp[padded<First, Second>(2 * tid + 1)];
}

__global__ void scan_warp_shuffle(const Exact<int>* in, Exact<int>* out) {
  Exact<int>* sums = reinterpret_cast<int*>(memory);
  const int n = blockDim.x;
  const int warps = n / 32;
  const int tid = threadIdx.x;
  const int warp = tid / 32;
  const int lane = tid % 32;
  const int i = blockIdx.x * n + tid;
  int sum = in[i];
  for (int d = 1; d < 32; d *= 2) {
    const int left = __shfl_up_sync(0xffffffffU, sum, d);
    if (lane >= d) sum += left;
  }
  if (warp == 0) out[i] = sum;
  if (lane == 31) sums[warp] = sum;
  __syncthreads();
  int total = sum;
  if (tid < warps) total = sums[tid];
  for (int d = 1; d < warps; d *= 2) {
    if (warp == 0) {
      const int left = __shfl_up_sync(0xffffffffU, total, d);
      if (lane >= d) total += left;
    }
  }
  if (tid < warps) sums[tid] = total;
  __syncthreads();
  if (warp > 0) {
    const int before = sums[warp - 1];
    out[i] = before + sum;
  }
}

/// Of any number of elements: every block scans its segment and keeps its sum.
__global__ void scan_block_sums(const Exact<int>* in, Exact<int>* out, Exact<int>* sums,
                                int count) {
  Exact<int>* temp = reinterpret_cast<int*>(memory);
  const int threads = blockDim.x;
  const int n = 2 * threads;
  const int root = padded<5, 0>(n - 1);
  const int tid = threadIdx.x;
  const int first = blockIdx.x * n;
  for (int i = tid; i < n; i += threads) {
    int value = 0;
    if (first + i < count) value = in[first + i];
    temp[padded<5, 0>(i)] = value;
  }
  __syncthreads();
  int offset = 1;
  for (int d = threads; d > 0; d /= 2) {
    if (tid < d) {
      const int a = padded<5, 0>(offset * (2 * tid + 1) - 1);
      const int b = padded<5, 0>(offset * (2 * tid + 2) - 1);
      const int left = temp[a];
      temp[b] = left + temp[b];
    }
    __syncthreads();
    offset *= 2;
  }
  if (tid == 0) sums[blockIdx.x] = temp[root];
  if (tid == 0) temp[root] = 0;
  __syncthreads();
  for (int d = 1; d < n; d *= 2) {
    offset /= 2;
    if (tid < d) {
      const int a = padded<5, 0>(offset * (2 * tid + 1) - 1);
      const int b = padded<5, 0>(offset * (2 * tid + 2) - 1);
      const int left = temp[a];
      const int parent = temp[b];
      temp[a] = parent;
      temp[b] = parent + left;
    }
    __syncthreads();
  }
  for (int i = tid; i < n; i += threads) {
    if (first + i < count) out[first + i] = temp[padded<5, 0>(i)];
  }
}

__global__ void scan_distribute(Exact<int>* data, const Exact<int>* sums, int count) {
  const int segment = blockIdx.x + 1;
  const int i = segment * blockDim.x + threadIdx.x;
  if (i < count) {
    const int before = sums[segment];
    data[i] = before + data[i];
  }
}

}  // namespace twins
