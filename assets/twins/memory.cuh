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

constexpr int shape_columns = 32;

/// By blocks of columns x rows threads, each through a tile with a row for every row of threads.
__global__ void block_shape(const Exact<int>* in, Exact<int>* out, int pad) {
  Exact<int>* tile = reinterpret_cast<int*>(memory);
  const int columns = blockDim.x;
  const int rows = blockDim.y;
  const int pitch = shape_columns + pad;
  const int x = threadIdx.x;
  const int y = threadIdx.y;
  const int group = blockIdx.x;
  const int across = shape_columns / columns;
  const int block_row = group / across;
  const int block_column = group % across;
  const int i = (block_row * rows + y) * shape_columns + block_column * columns + x;
  tile[y * pitch + x] = in[i];
  __syncthreads();
  out[i] = tile[y * pitch + x];
}

constexpr int loads_of_round = 4;

/// Chases: each load says where the next one goes. Else the places are known: they lie in a ring.
template <bool Chases>
__global__ void latency_hiding(const Exact<int>* in, const Exact<int>* data, Exact<int>* out,
                               int rounds, int arithmetic, int jump) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int count = gridDim.x * blockDim.x;
  unsigned sum = in[i];  // may wrap around
  int at = i;
  for (int round = 0; round < rounds; ++round) {
    int loaded[loads_of_round];
#pragma unroll
    for (int k = 0; k < loads_of_round; ++k) {
      loaded[k] = data[at];
      if (Chases) {
        at = loaded[k];
        for (int a = 0; a < arithmetic; ++a) sum = 3 * sum + loaded[k];
      } else {
        at = at < count - jump ? at + jump : at + jump - count;
      }
    }
#pragma unroll
    for (int k = 0; k < loads_of_round && !Chases; ++k) {
      for (int a = 0; a < arithmetic; ++a) sum = 3 * sum + loaded[k];
    }
  }
  out[i] = sum;
}

constexpr int numbers_counted = 8;

/// Constant: once loops are written out, every index is a constant, and the array lies in registers.
/// Else only the running thread knows the index, and the array lies in local memory.
template <bool Constant>
__global__ void local_array(const Exact<int>* in, Exact<int>* out, int rounds) {
  const int n = blockDim.x;
  const int tid = threadIdx.x;
  const int first = blockIdx.x * n * rounds + tid;
  int counts[numbers_counted] = {};
  for (int round = 0; round < rounds; ++round) {
    const int number = in[first + round * n];
    if constexpr (Constant) {
#pragma unroll
      for (int k = 0; k < numbers_counted; ++k) counts[k] += number == k ? 1 : 0;
    } else {
      counts[number] += 1;
    }
  }
  int most = 0, found = -1;
#pragma unroll
  for (int k = 0; k < numbers_counted; ++k) {
    const int count = counts[k];
    found = count > most ? k : found;
    most = count > most ? count : most;
  }
  out[blockIdx.x * n + tid] = found;
}

}  // namespace twins
