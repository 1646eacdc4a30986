// Blocks of a launch that use the same memory, each after the other or in ways that do no harm: nothing here is wrong.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <cstdio>

namespace cg = cooperative_groups;

constexpr int blocks = 8, threads = 64, n = blocks * threads;

// The block that ends last sums up what all have left.
__global__ void last_block(const int* in, volatile int* parts, unsigned* done, int* sum) {
  __shared__ int part;
  __shared__ bool last;
  if (threadIdx.x == 0) part = 0;
  __syncthreads();
  atomicAdd(&part, in[blockIdx.x * blockDim.x + threadIdx.x]);
  __syncthreads();
  if (threadIdx.x == 0) {
    parts[blockIdx.x] = part;
    __threadfence();
    last = atomicInc(done, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && threadIdx.x == 0) {
    int all = 0;
    for (unsigned k = 0; k < gridDim.x; ++k) all += parts[k];
    *sum = all;
  }
}

// Every thread has fenced what it wrote before the barrier; the first one speaks for all.
__global__ void all_fence(int* data, unsigned* done, int* sum) {
  __shared__ bool last;
  data[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x;
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) {
    last = atomicAdd(done, 1) == gridDim.x - 1;
    __threadfence();
  }
  __syncthreads();
  if (!last) return;
  int all = 0;
  for (int i = threadIdx.x; i < gridDim.x * blockDim.x; i += blockDim.x) all += data[i];
  atomicAdd(sum, all);
}

__device__ int taken;
struct Guard {
  __device__ Guard() {
    while (atomicCAS(&taken, 0, 1) != 0) {
    }
    __threadfence();
  }
  __device__ ~Guard() {
    __threadfence();
    atomicExch(&taken, 0);
  }
};
__global__ void with_a_lock(int* sum, int* largest) {
  if (threadIdx.x != 0) return;
  const Guard guard;
  *sum += blockIdx.x;
  if (*largest < static_cast<int>(blockIdx.x)) *largest = blockIdx.x;
}

// Each takes over what the one before it has found.
__global__ void look_back(const int* in, int* out, int* sums, volatile int* states) {
  __shared__ int own[threads];
  __shared__ int before;
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  own[threadIdx.x] = in[i];
  __syncthreads();
  for (int s = 1; s < threads; s *= 2) {
    const int add = threadIdx.x >= s ? own[threadIdx.x - s] : 0;
    __syncthreads();
    own[threadIdx.x] += add;
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    before = 0;
    if (blockIdx.x > 0) {
      while (states[blockIdx.x - 1] == 0) {
      }
      __threadfence();
      before = sums[blockIdx.x - 1];
    }
    sums[blockIdx.x] = before + own[threads - 1];
    __threadfence();
    states[blockIdx.x] = 1;
  }
  __syncthreads();
  out[i] = before + own[threadIdx.x];
}

// A warp looks at all blocks before it; one lane's flag speaks for the warp.
__global__ void wide_look_back(int* sums, volatile int* flags, int* out) {
  if (threadIdx.x == 0) {
    sums[blockIdx.x] = blockIdx.x;
    __threadfence();
    flags[blockIdx.x] = 1;
  }
  __syncthreads();
  if (threadIdx.x >= 32) return;
  const int at = static_cast<int>(blockIdx.x) - 1 - static_cast<int>(threadIdx.x);
  bool there = at < 0;
  while (!__all_sync(0xffffffffu, there)) there = at < 0 || flags[at] != 0;
  __threadfence();
  int value = at < 0 ? 0 : sums[at];
  for (int s = 16; s > 0; s /= 2) value += __shfl_down_sync(0xffffffffu, value, s);
  if (threadIdx.x == 0) out[blockIdx.x] = value;
}

// Persistent blocks: each takes the next piece of work.
__global__ void queue(int* next, int* out) {
  __shared__ int piece;
  for (;;) {
    if (threadIdx.x == 0) piece = atomicAdd(next, 1);
    __syncthreads();
    if (piece >= 3 * blocks) return;
    out[piece * threads + threadIdx.x] = piece;
    __syncthreads();
  }
}

// Bytes of one word, written by two blocks.
__global__ void bytes_of_words(unsigned char* out) {
  const int i = blockIdx.x * 61 + threadIdx.x;
  if (threadIdx.x < 61) out[i] = threadIdx.x;
}

// All write the same.
__global__ void any_negative(const int* in, bool* found, int* visited) {
  if (in[blockIdx.x * blockDim.x + threadIdx.x] >= 0) *found = true;
  visited[threadIdx.x] = 1;
}

__global__ void exchange(int* a, int* b) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = i;
  cg::this_grid().sync();
  b[i] = a[(i + blockDim.x) % n];
  cg::this_grid().sync();
  a[i] = b[(i + blockDim.x) % n];
}

__global__ void counts(const int* in, int* bins) {
  atomicAdd(&bins[in[blockIdx.x * blockDim.x + threadIdx.x] & 7], 1);
}

__global__ void with_orders(int* value, int* flag, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x > 0) {
    while (__nv_atomic_load_n(flag, __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_DEVICE) !=
           static_cast<int>(blockIdx.x)) {
    }
    out[blockIdx.x] = *value;
  }
  *value = blockIdx.x;
  __nv_atomic_store_n(flag, static_cast<int>(blockIdx.x) + 1, __NV_ATOMIC_RELEASE,
                      __NV_THREAD_SCOPE_DEVICE);
}

// Past the first cache, without a fence of the reader.
__global__ void past_the_cache(int* value, volatile int* flag, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x > 0) {
    while (*flag == 0) {
    }
    out[blockIdx.x] = __ldcg(value);
    return;
  }
  *value = 5;
  __threadfence();
  *flag = 1;
}

// Sums that come out exactly do so in every order.
__global__ void exact_sum(const int* in, float* sum) {
  atomicAdd(sum, 0.25f * in[blockIdx.x * blockDim.x + threadIdx.x] + threadIdx.x);
}

int main() {
  int *in, *out, *parts, *count, *a, *b;
  unsigned char* bytes;
  bool* found;
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&out, 3 * n * sizeof(int));
  cudaMalloc(&parts, n * sizeof(int));
  cudaMalloc(&count, 8 * sizeof(int));
  cudaMalloc(&a, n * sizeof(int));
  cudaMalloc(&b, n * sizeof(int));
  cudaMalloc(&bytes, n);
  cudaMalloc(&found, 1);
  cudaMemset(in, 0, n * sizeof(int));
  const auto clear = [&] {
    cudaMemset(count, 0, 8 * sizeof(int));
    cudaMemset(parts, 0, n * sizeof(int));
  };
  clear();
  last_block<<<blocks, threads>>>(in, parts, reinterpret_cast<unsigned*>(count), out);
  clear();
  cudaMemset(out, 0, sizeof(int));
  all_fence<<<blocks, threads>>>(a, reinterpret_cast<unsigned*>(count), out);
  clear();
  with_a_lock<<<blocks, threads>>>(count, count + 1);
  clear();
  look_back<<<blocks, threads>>>(in, out, a, parts);
  clear();
  wide_look_back<<<blocks, threads>>>(a, parts, out);
  clear();
  queue<<<blocks, threads>>>(count, out);
  bytes_of_words<<<blocks, threads>>>(bytes);
  any_negative<<<blocks, threads>>>(in, found, a);
  void* arguments[] = {&a, &b};
  cudaLaunchCooperativeKernel(reinterpret_cast<void*>(exchange), blocks, threads, arguments, 0, 0);
  clear();
  counts<<<blocks, threads>>>(in, count);
  clear();
  with_orders<<<blocks, threads>>>(count, count + 1, out);
  clear();
  past_the_cache<<<blocks, threads>>>(count, count + 1, out);
  clear();
  exact_sum<<<blocks, threads>>>(in, reinterpret_cast<float*>(count));
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  for (void* memory : {static_cast<void*>(in), static_cast<void*>(out), static_cast<void*>(parts),
                       static_cast<void*>(count), static_cast<void*>(a), static_cast<void*>(b),
                       static_cast<void*>(bytes), static_cast<void*>(found)}) {
    cudaFree(memory);
  }
}
