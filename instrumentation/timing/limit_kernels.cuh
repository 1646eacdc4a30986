#pragma once

#include <cstddef>

namespace warpscope {

// The kernels that measure a device's limits: plain CUDA that does nothing but the one thing.

inline constexpr int limit_threads = 256;
inline constexpr int limit_unrolled = 32;  ///< steps of a chain of multiply-adds per loop

/// Numbers without a pattern.
static __global__ void limit_fill(unsigned* to, std::size_t count) {
  const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += stride) {
    auto x = static_cast<unsigned>(i) * 2654435761U + 12345U;
    x ^= x >> 16U;
    x *= 2246822519U;
    to[i] = x ^ (x >> 13U);
  }
}

__device__ inline int limit_sum(int4 four) { return four.x + four.y + four.z + four.w; }

/// Each thread has `Loads` loads under way at a time.
template <int Loads>
__global__ void __launch_bounds__(limit_threads)
    limit_read(const int4* __restrict__ from, std::size_t count, int* to) {
  constexpr std::size_t tile = std::size_t{limit_threads} * Loads;
  int sum = 0;
  for (std::size_t first = blockIdx.x * tile; first < count; first += gridDim.x * tile) {
    const std::size_t mine = first + threadIdx.x;
    if (first + tile <= count) {
      int4 four[Loads];
#pragma unroll
      for (int k = 0; k < Loads; ++k) four[k] = from[mine + std::size_t{limit_threads} * k];
#pragma unroll
      for (int k = 0; k < Loads; ++k) sum += limit_sum(four[k]);
    } else {
      for (std::size_t i = mine; i < count; i += limit_threads) sum += limit_sum(from[i]);
    }
  }
  // Hardly ever true, but the compiler cannot know that: it must read all.
  if (sum == 1) *to = sum;
}

template <bool Streaming>
__device__ inline void limit_store(int4* to, int4 value) {
  if constexpr (Streaming) {
    __stcs(to, value);
  } else {
    *to = value;
  }
}
template <bool Streaming>
__device__ inline int4 limit_load(const int4* from) {
  if constexpr (Streaming) return __ldcs(from);
  return *from;
}

/// Streaming: told to the cache that nobody reads it again.
template <int Loads, bool Streaming>
__global__ void __launch_bounds__(limit_threads)
    limit_copy(const int4* __restrict__ from, std::size_t count, int4* __restrict__ to) {
  constexpr std::size_t tile = std::size_t{limit_threads} * Loads;
  for (std::size_t first = blockIdx.x * tile; first < count; first += gridDim.x * tile) {
    const std::size_t mine = first + threadIdx.x;
    if (first + tile <= count) {
      int4 four[Loads];
#pragma unroll
      for (int k = 0; k < Loads; ++k) {
        four[k] = limit_load<Streaming>(from + mine + std::size_t{limit_threads} * k);
      }
#pragma unroll
      for (int k = 0; k < Loads; ++k) {
        limit_store<Streaming>(to + mine + std::size_t{limit_threads} * k, four[k]);
      }
    } else {
      for (std::size_t i = mine; i < count; i += limit_threads) to[i] = from[i];
    }
  }
}

/// `Chains` independent chains of multiply-adds in each thread, `rounds` loops of them.
template <int Chains>
__global__ void __launch_bounds__(limit_threads)
    limit_fp32(float factor, float summand, int rounds, float* to) {
  float x[Chains];
#pragma unroll
  for (int c = 0; c < Chains; ++c) x[c] = static_cast<float>(threadIdx.x + c);
  for (int round = 0; round < rounds; ++round) {
#pragma unroll
    for (int step = 0; step < limit_unrolled; ++step) {
#pragma unroll
      for (int c = 0; c < Chains; ++c) x[c] = fmaf(x[c], factor, summand);
    }
  }
  float sum = 0;
#pragma unroll
  for (int c = 0; c < Chains; ++c) sum += x[c];
  if (sum == -1) *to = sum;  // never, which the compiler cannot know
}

static __global__ void limit_launch() {}

}  // namespace warpscope
