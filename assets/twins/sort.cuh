#pragma once

// Twins of kernels/sort: comparator networks and the radix sorts of one bit a pass.

#include "exact.cuh"

namespace twins {

__device__ __forceinline__ void compare_and_swap(Exact<int>* keys, Exact<int>* values, int a, int b,
                                                 bool up) {
  const int left = keys[a];
  const int right = keys[b];
  const int low = up ? left : right;  // should not be above high
  const int high = up ? right : left;
  if (high < low) {
    const int left_value = values[a];
    const int right_value = values[b];
    keys[a] = right;
    keys[b] = left;
    values[a] = right_value;
    values[b] = left_value;
  }
}

__global__ void bitonic_shared(const Exact<int>* in_keys, const Exact<int>* in_values,
                               Exact<int>* out_keys, Exact<int>* out_values, bool ascending,
                               int first, int whole) {
  const int half = blockDim.x;
  const int tile = 2 * half;
  Exact<int>* keys = reinterpret_cast<int*>(memory);
  Exact<int>* values = keys + tile;
  const int tid = threadIdx.x;
  const int comparator = blockIdx.x * half + tid;
  const int i = blockIdx.x * tile + tid;
  keys[tid] = in_keys[i];
  values[tid] = in_values[i];
  keys[tid + half] = in_keys[i + half];
  values[tid + half] = in_values[i + half];
  __syncthreads();
  for (int size = first; size <= (first < tile ? tile : first); size *= 2) {
    const bool up = ascending == (size == whole || (comparator & (size / 2)) == 0);
    for (int stride = size < tile ? size / 2 : half; stride > 0; stride /= 2) {
      const int a = 2 * tid - (tid & (stride - 1));
      compare_and_swap(keys, values, a, a + stride, up);
      __syncthreads();
    }
  }
  out_keys[i] = keys[tid];
  out_values[i] = values[tid];
  out_keys[i + half] = keys[tid + half];
  out_values[i + half] = values[tid + half];
}

__global__ void bitonic_global(const Exact<int>* in_keys, const Exact<int>* in_values,
                               Exact<int>* out_keys, Exact<int>* out_values, bool ascending,
                               int size, int stride, int whole) {
  const int comparator = blockIdx.x * blockDim.x + threadIdx.x;
  const bool up = ascending == (size == whole || (comparator & (size / 2)) == 0);
  const int a = 2 * comparator - (comparator & (stride - 1));
  const int b = a + stride;
  const int left = in_keys[a];
  const int right = in_keys[b];
  const int left_value = in_values[a];
  const int right_value = in_values[b];
  const int low = up ? left : right;
  const int high = up ? right : left;
  const bool exchange = high < low;
  out_keys[a] = exchange ? right : left;
  out_keys[b] = exchange ? left : right;
  out_values[a] = exchange ? right_value : left_value;
  out_values[b] = exchange ? left_value : right_value;
}

__global__ void odd_even_merge(const Exact<int>* in_keys, const Exact<int>* in_values,
                               Exact<int>* out_keys, Exact<int>* out_values, bool ascending) {
  const int half = blockDim.x;
  const int tile = 2 * half;
  Exact<int>* keys = reinterpret_cast<int*>(memory);
  Exact<int>* values = keys + tile;
  const int tid = threadIdx.x;
  const int i = blockIdx.x * tile + tid;
  keys[tid] = in_keys[i];
  values[tid] = in_values[i];
  keys[tid + half] = in_keys[i + half];
  values[tid + half] = in_values[i + half];
  __syncthreads();
  for (int size = 2; size <= tile; size *= 2) {
    const int place = tid & (size / 2 - 1);  // in its merge
    for (int stride = size / 2; stride > 0; stride /= 2) {
      const bool whole = stride == size / 2;  // the step that compares run with run
      const int a = 2 * tid - (tid & (stride - 1)) - (whole ? 0 : stride);
      if (whole || place >= stride) compare_and_swap(keys, values, a, a + stride, ascending);
      __syncthreads();
    }
  }
  out_keys[i] = keys[tid];
  out_values[i] = values[tid];
  out_keys[i + half] = keys[tid + half];
  out_values[i + half] = values[tid + half];
}

/// Inclusive scan of a block; gives the array that holds the sums.
__device__ __forceinline__ Exact<int>* scan_in_block(Exact<int>* from, Exact<int>* to) {
  const int n = blockDim.x;
  const int tid = threadIdx.x;
  for (int s = 1; s < n; s *= 2) {
    int sum = from[tid];
    if (tid >= s) {
      const int left = from[tid - s];
      sum += left;
    }
    to[tid] = sum;
    __syncthreads();
    Exact<int>* swap = from;
    from = to;
    to = swap;
  }
  return from;
}

__global__ void radix_bits(const Exact<unsigned>* keys, Exact<int>* ones_before,
                           Exact<int>* block_ones, int n, int bit) {
  const int threads = blockDim.x;
  Exact<int>* ping = reinterpret_cast<int*>(memory);
  Exact<int>* pong = ping + threads;
  const int tid = threadIdx.x;
  const int i = blockIdx.x * threads + tid;
  int one = 0;
  if (i < n) {
    const unsigned key = keys[i];
    one = static_cast<int>(key >> bit & 1U);
  }
  ping[tid] = one;
  __syncthreads();
  const Exact<int>* sums = scan_in_block(ping, pong);
  const int ones = sums[tid];
  if (i < n) ones_before[i] = ones - one;
  if (tid == threads - 1) block_ones[blockIdx.x] = ones;
}

__global__ void radix_sums(const Exact<int>* block_ones, Exact<int>* before_block, int blocks) {
  const int threads = blockDim.x;
  Exact<int>* ping = reinterpret_cast<int*>(memory);
  Exact<int>* pong = ping + threads;
  const int tid = threadIdx.x;
  int carry = 0;
  for (int first = 0; first < blocks; first += threads) {
    const int i = first + tid;
    int own = 0;
    if (i < blocks) own = block_ones[i];
    ping[tid] = own;
    __syncthreads();
    const Exact<int>* sums = scan_in_block(ping, pong);
    const int ones = sums[tid];
    const int all = sums[threads - 1];
    if (i < blocks) before_block[i] = carry + ones - own;
    carry += all;
    __syncthreads();
  }
  if (tid == 0) before_block[blocks] = carry;
}

__global__ void radix_split(const Exact<unsigned>* keys, const Exact<unsigned>* values,
                            const Exact<int>* ones_before, const Exact<int>* before_block,
                            Exact<unsigned>* to_keys, Exact<unsigned>* to_values, int n, int bit) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const unsigned key = keys[i];
    const unsigned value = values[i];
    const int ones_in_block = ones_before[i];
    const int ones_in_others = before_block[blockIdx.x];
    const int ones = before_block[gridDim.x];
    const int s = ones_in_others + ones_in_block;
    const int zeros = n - ones;
    const int place = (key >> bit & 1U) == 0 ? i - s : zeros + s;
    to_keys[place] = key;
    to_values[place] = value;
  }
}

/// The bits of a float as an unsigned number of the same order: all bits of a negative one are
/// flipped, of any other only the sign.
__global__ void radix_float(const Exact<float>* in, Exact<unsigned>* keys, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const unsigned bits = __float_as_uint(in[i]);
    const unsigned sign = bits >> 31;
    keys[i] = bits ^ ((0 - sign) | 0x80000000U);
  }
}

__global__ void radix_unflip(const Exact<unsigned>* keys, Exact<float>* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const unsigned key = keys[i];
    const unsigned sign = key >> 31;
    out[i] = __uint_as_float(key ^ ((sign - 1) | 0x80000000U));
  }
}

}  // namespace twins
