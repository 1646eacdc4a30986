#pragma once

// Twins of kernels/random.

#include "exact.cuh"

namespace twins {

__device__ __forceinline__ uint4 philox(uint4 counter, unsigned key_x) {
  unsigned key_y = 0;
#pragma unroll
  for (int round = 0; round < 10; ++round) {
    const unsigned a = 0xD2511F53U * counter.x, a_high = __umulhi(0xD2511F53U, counter.x);
    const unsigned b = 0xCD9E8D57U * counter.z, b_high = __umulhi(0xCD9E8D57U, counter.z);
    counter = make_uint4(b_high ^ counter.y ^ key_x, b, a_high ^ counter.w ^ key_y, a);
    key_x += 0x9E3779B9U;
    key_y += 0xBB67AE85U;
  }
  return counter;
}
__device__ __forceinline__ float uniform(unsigned word) {
  return fmaf(static_cast<float>(word), 0x1p-32F, 0x1p-33F);
}

__global__ void random_philox(const unsigned* seed, float* out) {
  const int threads = blockDim.x;
  const int thread = blockIdx.x * threads + threadIdx.x;
  const uint4 words = philox(make_uint4(0, 0, thread, 0), *seed);
  const int first = 4 * blockIdx.x * threads + threadIdx.x;
  out[first] = uniform(words.x);
  out[first + threads] = uniform(words.y);
  out[first + 2 * threads] = uniform(words.z);
  out[first + 3 * threads] = uniform(words.w);
}

__global__ void random_xorwow(unsigned* state, int* reading, int word_stride, int thread_stride,
                              int readings) {
  const int threads = gridDim.x * blockDim.x;
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned* own = state + thread * thread_stride;
  unsigned a = own[0], b = own[word_stride], c = own[2 * word_stride], d = own[3 * word_stride],
           e = own[4 * word_stride], count = own[5 * word_stride];
  for (int k = 0; k < readings; ++k) {
    const unsigned t = a ^ (a >> 2);
    a = b;
    b = c;
    c = d;
    d = e;
    e = (e ^ (e << 4)) ^ (t ^ (t << 1));
    count += 362437;
    reading[k * threads + thread] = static_cast<int>((e + count) % 100) - 50;
  }
  own[0] = a;
  own[word_stride] = b;
  own[2 * word_stride] = c;
  own[3 * word_stride] = d;
  own[4 * word_stride] = e;
  own[5 * word_stride] = count;
}

__device__ __forceinline__ int within(unsigned a, unsigned b) {
  const float x = uniform(a), y = uniform(b);
  return fmaf(x, x, y * y) <= 1;
}

__global__ void monte_carlo_pi(const unsigned* seed, unsigned* hits, int first_turn, int turns) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned key = *seed;
  int count = 0;
  for (int turn = 0; turn < turns; ++turn) {
    const uint4 words = philox(make_uint4(first_turn + turn, 0, thread, 0), key);
    count += within(words.x, words.y) + within(words.z, words.w);
  }
  for (int distance = 16; distance > 0; distance /= 2) {
    count += __shfl_down_sync(0xffffffffU, count, distance);
  }
  if (threadIdx.x % 32 == 0) atomicAdd(hits, static_cast<unsigned>(count));
}

__global__ void monte_carlo_estimate(const unsigned* hits, float* estimate, float* error,
                                     int launch, float points) {
  if (threadIdx.x != 0) return;
  const float pi = 3.14159265358979F;
  const float value = 4 * static_cast<float>(*hits) / points;
  estimate[launch] = value;
  error[launch] = fabsf(value - pi);
}

}  // namespace twins
