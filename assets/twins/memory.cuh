#pragma once

// Twins of kernels/memory: banks, coalescing, branches, constant memory.

#include "exact.cuh"

namespace twins {

/// An element of `bank_stride`, made of an int and back.
template <class T>
__device__ T widened(int value) {
  return static_cast<T>(value);
}
template <>
__device__ inline int2 widened<int2>(int value) {
  return make_int2(value, ~value);
}
template <>
__device__ inline int4 widened<int4>(int value) {
  return make_int4(value, ~value, value, ~value);
}
template <class T>
__device__ int narrowed(T element) {
  return static_cast<int>(element);
}
__device__ inline int narrowed(int2 element) { return element.x & ~element.y; }
__device__ inline int narrowed(int4 element) {
  return element.x & ~element.y & element.z & ~element.w;
}

/// Vectors are no scalars, and cannot be volatile.
template <class T>
struct ExactElement {
  using Type = Exact<T>;
};
template <>
struct ExactElement<int2> {
  using Type = int2;
};
template <>
struct ExactElement<int4> {
  using Type = int4;
};

template <class T>
__global__ void bank_stride(const Exact<int>* in, Exact<int>* out, int stride, int offset,
                            int rounds) {
  typename ExactElement<T>::Type* data = reinterpret_cast<T*>(memory);
  const int tid = threadIdx.x;
  const int i = blockIdx.x * blockDim.x + tid;
  const int mine = in[i];
  data[tid * stride + offset] = widened<T>(mine);
  __syncthreads();
  T read = data[tid * stride + offset];
  for (int round = 2; round <= rounds; ++round) {
    __syncwarp();
    data[tid * stride + offset] = read;
    __syncwarp();
    read = data[tid * stride + offset];
  }
  out[i] = narrowed(read);
}

constexpr int second_row = 64;

struct OneWord {
  __host__ __device__ static int at(int) { return 0; }
};
struct TwoWords {
  __host__ __device__ static int at(int lane) { return lane % 2; }
};
struct TwoRows {
  __host__ __device__ static int at(int lane) { return lane % 2 * second_row; }
};
struct OwnWords {
  __host__ __device__ static int at(int lane) { return lane; }
};
struct BytesOfWord {
  __host__ __device__ static int at(int lane) { return lane % 4; }
};

template <class Pattern, class T>
__global__ void bank_broadcast(const Exact<int>* in, Exact<int>* out) {
  Exact<T>* data = reinterpret_cast<T*>(memory);
  const int tid = threadIdx.x;
  const int i = blockIdx.x * blockDim.x + tid;
  const int mine = in[i];
  data[tid] = static_cast<T>(mine);
  data[tid + second_row] = static_cast<T>(~mine);
  __syncthreads();
  const T read = data[Pattern::at(tid)];
  out[i] = read;
}

struct FirstThread {
  __host__ __device__ static bool takes_first(int tid) { return tid == 0; }
};
struct OddThreads {
  __host__ __device__ static bool takes_first(int tid) { return tid % 2 == 1; }
};
struct OddWarps {
  __host__ __device__ static bool takes_first(int tid) { return tid / 32 % 2 == 1; }
};

template <class Pattern>
__global__ void branch_divergence(const Exact<int>* in, Exact<int>* out) {
  const int tid = threadIdx.x;
  const int i = blockIdx.x * blockDim.x + tid;
  const bool first = Pattern::takes_first(tid);
  if (first) {
    const int x = in[i];
    out[i] = ~x;
  }
  __syncwarp();
  if (!first) {
    const int x = in[i];
    out[i] = x + x;
  }
}

constexpr int constant_words = 256;
__constant__ int constant_table[constant_words];

__global__ void constant_broadcast(const Exact<int>* in, Exact<int>* out, int words) {
  const int tid = threadIdx.x;
  const int i = blockIdx.x * blockDim.x + tid;
  const int mine = in[i];
  const int constant = constant_table[tid % words];
  out[i] = mine + constant;
}

template <class T>
__global__ void global_stride(const T* in, T* out, int stride) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const T value = in[i * stride];
  out[i] = value;
}

__global__ void global_offset(const Exact<float>* in, Exact<float>* out, int offset) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float value = in[i + offset];
  out[i] = value;
}

__global__ void vector_aos_fields(const Exact<float>* in, Exact<float>* out) {
  Exact<float>* a = reinterpret_cast<float*>(memory);
  const int n = blockDim.x;
  const int tid = threadIdx.x;
  const int i = blockIdx.x * n + tid;
  const int next = (tid + 1) % n;
  for (int field = 0; field < 4; ++field) a[4 * tid + field] = in[4 * i + field];
  __syncthreads();
  float sum = 0;
  for (int field = 0; field < 4; ++field) {
    const float mine = a[4 * tid + field];
    const float other = a[4 * next + field];
    sum = fmaf(mine, other, sum);
  }
  out[i] = sum;
}

__global__ void vector_aos_whole(const float4* in, Exact<float>* out) {
  float4* a = reinterpret_cast<float4*>(memory);
  const int n = blockDim.x;
  const int tid = threadIdx.x;
  const int i = blockIdx.x * n + tid;
  const int next = (tid + 1) % n;
  a[tid] = in[i];
  __syncthreads();
  const float4 mine = a[tid];
  const float4 other = a[next];
  float sum = fmaf(mine.x, other.x, 0.0F);
  sum = fmaf(mine.y, other.y, sum);
  sum = fmaf(mine.z, other.z, sum);
  sum = fmaf(mine.w, other.w, sum);
  out[i] = sum;
}

__global__ void vector_soa(const Exact<float>* in, Exact<float>* out) {
  Exact<float>* a = reinterpret_cast<float*>(memory);
  const int n = blockDim.x;
  const int tid = threadIdx.x;
  const int i = blockIdx.x * n + tid;
  const int vectors = gridDim.x * n;
  const int next = (tid + 1) % n;
  for (int field = 0; field < 4; ++field) a[tid + n * field] = in[i + vectors * field];
  __syncthreads();
  float sum = 0;
  for (int field = 0; field < 4; ++field) {
    const float mine = a[tid + n * field];
    const float other = a[next + n * field];
    sum = fmaf(mine, other, sum);
  }
  out[i] = sum;
}

}  // namespace twins
