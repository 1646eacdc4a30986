#pragma once

// Twins of kernels/histogram.

#include "exact.cuh"

namespace twins {

constexpr int few_bins = 64, byte_bins = 256;
using Byte = unsigned char;

__global__ void histogram_global_atomic(const Exact<Byte>* in, unsigned* bins, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) {
    const int value = in[i];
    atomicAdd(&bins[value], 1U);
  }
}

constexpr int per_thread_atomic = 8;

__global__ void histogram_shared_atomic(const Exact<Byte>* in, unsigned* bins, int count) {
  __shared__ unsigned table[few_bins];
  Exact<unsigned>* const cells = table;
  const int n = blockDim.x;
  const int tid = threadIdx.x;
  const int first = blockIdx.x * n * per_thread_atomic + tid;
  for (int bin = tid; bin < few_bins; bin += n) cells[bin] = 0;
  __syncthreads();
  for (int k = 0; k < per_thread_atomic; ++k) {
    const int i = first + k * n;
    if (i < count) {
      const int value = in[i];
      atomicAdd(&table[value], 1U);
    }
  }
  __syncthreads();
  for (int bin = tid; bin < few_bins; bin += n) {
    const unsigned count_of_block = cells[bin];
    atomicAdd(&bins[bin], count_of_block);
  }
}

struct ThreadMajor {
  static constexpr int threads = 64;
  __host__ __device__ static int at(int bin, int slot) { return 64 * slot + bin; }
  __host__ __device__ static int slot(int tid) { return tid; }
  __host__ __device__ static int start(int) { return 0; }
};
struct BinMajor {
  static constexpr int threads = 64;
  __host__ __device__ static int at(int bin, int slot) { return 64 * bin + slot; }
  __host__ __device__ static int slot(int tid) { return tid; }
  __host__ __device__ static int start(int tid) { return 4 * (tid + tid / 16); }
};
struct Permuted16 : BinMajor {
  __host__ __device__ static int slot(int tid) { return (tid >> 4) | ((tid & 15) << 2); }
};
struct Permuted32 {
  static constexpr int threads = 128;
  __host__ __device__ static int at(int bin, int slot) { return 128 * bin + slot; }
  __host__ __device__ static int slot(int tid) { return (tid >> 5) | ((tid & 31) << 2); }
  __host__ __device__ static int start(int tid) { return 4 * tid + 64 * (tid / 64); }
};

/// `bins` must be 0.
template <class Layout>
__global__ void histogram64(const Exact<Byte>* in, unsigned* bins, int per_thread) {
  __shared__ Exact<Byte> counters[few_bins * Layout::threads];
  const int tid = threadIdx.x;
  const int slot = Layout::slot(tid);
  const int first = blockIdx.x * Layout::threads * per_thread + tid;
  for (int i = 0; i < few_bins; ++i) counters[Layout::threads * i + slot] = 0;
  __syncthreads();
  for (int i = 0; i < per_thread; ++i) {
    const int value = in[first + i * Layout::threads];
    const int place = Layout::at(value, slot);
    const int count = counters[place];
    counters[place] = static_cast<Byte>(count + 1);
  }
  __syncthreads();
  const int bin = tid % few_bins;
  const int start = Layout::start(tid);
  unsigned sum = 0;
  for (int i = 0; i < few_bins; ++i) {
    const unsigned count = counters[Layout::at(bin, (start + i) % Layout::threads)];
    sum += count;
  }
  atomicAdd(&bins[bin], sum);
}

constexpr int tagged_warps = 6;

__global__ void histogram256_tagged(const Exact<Byte>* in, Exact<unsigned>* partial,
                                    int per_thread) {
  constexpr unsigned count_mask = 0x07ffffff;
  __shared__ Exact<unsigned> tables[tagged_warps * byte_bins];
  const int n = blockDim.x;
  const int tid = threadIdx.x;
  const int table = tid / 32 * byte_bins;
  const unsigned tag = static_cast<unsigned>(tid % 32) << 27;
  const int first = blockIdx.x * n * per_thread + tid;
  for (int i = tid; i < tagged_warps * byte_bins; i += n) tables[i] = 0;
  __syncthreads();
  for (int i = 0; i < per_thread; ++i) {
    const int bin = table + in[first + i * n];
    bool done = false;
    while (__ballot_sync(0xffffffffU, !done) != 0) {
      unsigned mine = 0;
      if (!done) {
        const unsigned count = tables[bin] & count_mask;
        mine = tag | (count + 1);
      }
      __syncwarp();
      if (!done) tables[bin] = mine;
      __syncwarp();
      if (!done) done = tables[bin] == mine;
      __syncwarp();
    }
  }
  __syncthreads();
  for (int bin = tid; bin < byte_bins; bin += n) {
    unsigned sum = 0;
    for (int warp = 0; warp < tagged_warps; ++warp) {
      const unsigned counter = tables[warp * byte_bins + bin];
      sum += counter & count_mask;
    }
    partial[blockIdx.x * byte_bins + bin] = sum;
  }
}

__global__ void histogram_merge(const Exact<unsigned>* partial, Exact<unsigned>* bins, int tables) {
  const int n = blockDim.x;
  const int bin = threadIdx.x;
  unsigned sum = 0;
  for (int i = 0; i < tables; ++i) {
    const unsigned count = partial[i * n + bin];
    sum += count;
  }
  bins[bin] = sum;
}

__device__ __forceinline__ void count_bytes(unsigned* counters, int lane, unsigned word) {
  for (int k = 0; k < 4; ++k) {
    const int value = static_cast<int>(word >> (8 * k) & 255U);
    atomicAdd(&counters[32 * value + lane], 1U);
  }
}

/// `count`: vectors of 16 elements. `bins` must be 0.
__global__ void histogram_privatized(const uint4* in, unsigned* bins, int count) {
  unsigned* counters = reinterpret_cast<unsigned*>(memory);
  Exact<unsigned>* cells = counters;
  const int n = blockDim.x;
  const int tid = threadIdx.x;
  const int lane = tid % 32;
  const int stride = gridDim.x * n;
  for (int i = tid; i < byte_bins * 32; i += n) cells[i] = 0;
  __syncthreads();
  for (int first = blockIdx.x * n; first < count; first += stride) {
    const int i = first + tid;
    if (i < count) {
      const uint4 words = in[i];
      count_bytes(counters, lane, words.x);
      count_bytes(counters, lane, words.y);
      count_bytes(counters, lane, words.z);
      count_bytes(counters, lane, words.w);
    }
  }
  __syncthreads();
  for (int bin = tid; bin < byte_bins; bin += n) {
    unsigned sum = 0;
    for (int k = 0; k < 32; ++k) sum += cells[32 * bin + (lane + k) % 32];
    atomicAdd(&bins[bin], sum);
  }
}

}  // namespace twins
