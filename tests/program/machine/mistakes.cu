// Mistakes of kernels, and what looks like one and is none. A line that ends with "finds: KIND" must be among the places of
// a finding of that kind; no other line may be.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <cstdio>

constexpr int threads = 64;

// Global memory within a block ----------------------------------------------------------------------

__global__ void reads_what_others_wrote(int* g, int* o) {
  g[threadIdx.x] = threadIdx.x;                      // finds: race
  o[threadIdx.x] = g[(threadIdx.x + 32) % threads];  // finds: race
}

__global__ void reads_behind_a_barrier(int* g, int* o) {
  g[threadIdx.x] = threadIdx.x;
  __syncthreads();
  o[threadIdx.x] = g[(threadIdx.x + 32) % threads];
}

__global__ void reads_what_its_warp_wrote(int* g, int* o) {
  g[threadIdx.x] = threadIdx.x;               // finds: race
  o[threadIdx.x] = g[threadIdx.x / 32 * 32];  // finds: race
}

__global__ void reads_behind_a_syncwarp(int* g, int* o) {
  g[threadIdx.x] = threadIdx.x;
  __syncwarp();
  o[threadIdx.x] = g[threadIdx.x / 32 * 32];
}

__global__ void writes_what_others_read(int* g, int* o) {
  const int own = g[threadIdx.x];         // finds: race
  g[(threadIdx.x + 32) % threads] = own;  // finds: race
  o[threadIdx.x] = own;
}

__global__ void writes_what_all_read(int* g, int* o) {
  o[threadIdx.x] = g[0];            // finds: race
  if (threadIdx.x == 40) g[0] = 1;  // finds: race
}

__global__ void write_one_value(int* g, int*) { g[0] = 7; }

__global__ void write_several_values(int* g, int*) { g[0] = threadIdx.x / 32; }  // finds: race

__global__ void writes_in_two_turns(int* g, int*) {
  for (int turn = 0; turn < 2; ++turn)
    g[(threadIdx.x + 32 * turn) % threads] = turn;  // finds: race
}

__global__ void atomics_alone(int* g, int* o) {
  atomicAdd(&g[0], 1);
  o[threadIdx.x] = atomicAdd(&g[0], 0);
}

__global__ void flag_and_fence(int* g, int* o) {
  if (threadIdx.x == 0) {
    g[1] = 5;
    __threadfence();
    atomicExch(&g[0], 1);
  }
  if (threadIdx.x == 32) {
    while (atomicAdd(&g[0], 0) == 0) {
    }
    o[0] = g[1];
  }
}

__global__ void volatile_flag(int* g, int* o) {
  volatile int* flag = g;
  if (threadIdx.x == 0) {
    g[1] = 5;
    __threadfence();
    flag[0] = 1;
  }
  if (threadIdx.x == 32) {
    while (flag[0] == 0) {
    }
    __threadfence();
    o[0] = g[1];
  }
}

__global__ void lock_and_count(int* g, int*) {
  if (threadIdx.x % 32 != 0) return;
  while (atomicCAS(&g[0], 0, 1) != 0) {
  }
  g[1] += 1;
  __threadfence();
  atomicExch(&g[0], 0);
}

__global__ void bytes_of_one_word(int* g, int* o) {
  unsigned char* bytes = reinterpret_cast<unsigned char*>(g);
  o[threadIdx.x] = threadIdx.x;
  bytes[threadIdx.x] = 1;
}

__global__ void halves_of_a_pair(int* g, int* o) {
  g[2 * threadIdx.x] = 1;
  __syncthreads();
  reinterpret_cast<int2*>(o)[threadIdx.x] = reinterpret_cast<int2*>(g)[threadIdx.x];
}

__device__ int device_cell;
__global__ void variable_of_the_device(int*, int* o) {
  if (threadIdx.x == 0) device_cell = 3;  // finds: race
  o[threadIdx.x] = device_cell;           // finds: race
}

// Shared memory -------------------------------------------------------------------------------------

__global__ void shared_one_value(int*, int* o) {
  __shared__ int flag;
  flag = 3;
  __syncthreads();
  o[threadIdx.x] = flag;
}

__global__ void shared_flag(int* g, int* o) {
  __shared__ int again;
  if (threadIdx.x == 0) again = 0;
  __syncthreads();
  if (g[threadIdx.x] == 5) again = 1;
  __syncthreads();
  o[threadIdx.x] = again;
}

__global__ void shared_several_values(int*, int* o) {
  __shared__ int flag;
  flag = threadIdx.x / 32;  // finds: race
  __syncthreads();
  o[threadIdx.x] = flag;
}

// Words of warps ------------------------------------------------------------------------------------

__global__ void shuffles_of_all(int*, int* o) {
  int sum = threadIdx.x;
  for (int s = 16; s > 0; s /= 2) sum += __shfl_down_sync(0xffffffffu, sum, s);
  o[threadIdx.x] = sum + __shfl_sync(0xffffffffu, sum, 0) + __shfl_up_sync(0xffffffffu, sum, 1);
}

__global__ void shuffle_out_of_the_mask(int*, int* o) {
  int sum = threadIdx.x;
  if (threadIdx.x < 8) {
    sum += __shfl_down_sync(0xffu, sum, 4, 8);
    sum += __shfl_down_sync(0xffu, sum, 16);  // finds: uninitialised read
  }
  o[threadIdx.x] = sum;
}

__global__ void shuffle_from_the_ended(int*, int* o) {
  if (threadIdx.x % 32 >= 20) return;
  o[threadIdx.x] = __shfl_down_sync(0xffffffffu, threadIdx.x, 16);  // finds: uninitialised read
}

__global__ void mask_without_oneself(int*, int* o) {
  o[threadIdx.x] = __shfl_sync(0x0000ffffu, threadIdx.x, 0);  // finds: barrier divergence
}

__global__ void segments(int*, int* o) {
  const unsigned mask = threadIdx.x % 32 < 16 ? 0x0000ffffu : 0xffff0000u;
  int sum = threadIdx.x;
  for (int s = 8; s > 0; s /= 2) sum += __shfl_xor_sync(mask, sum, s, 16);
  o[threadIdx.x] = sum;
}

// Cooperative launches ------------------------------------------------------------------------------

__global__ void reads_behind_the_grid(int* g, int* o) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  g[i] = i;
  cooperative_groups::this_grid().sync();
  o[i] = g[(i + 32) % (2 * threads)];
}

__global__ void reads_before_the_grid(int* g, int* o) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  cooperative_groups::this_grid().sync();
  g[i] = i;          // finds: race
  o[i] = g[i ^ 32];  // finds: race
  cooperative_groups::this_grid().sync();
}

int main() {
  int *g = nullptr, *o = nullptr;
  cudaMalloc(&g, 2 * threads * sizeof(int));
  cudaMalloc(&o, 2 * threads * sizeof(int));
  using Kernel = void (*)(int*, int*);
  const Kernel kernels[] = {
      reads_what_others_wrote, reads_behind_a_barrier,  reads_what_its_warp_wrote,
      reads_behind_a_syncwarp, writes_what_others_read, writes_what_all_read,
      write_one_value,         write_several_values,    writes_in_two_turns,
      atomics_alone,           flag_and_fence,          volatile_flag,
      lock_and_count,          bytes_of_one_word,       halves_of_a_pair,
      variable_of_the_device,  shared_one_value,        shared_flag,
      shared_several_values,   shuffles_of_all,         shuffle_out_of_the_mask,
      shuffle_from_the_ended,  mask_without_oneself,    segments};
  for (const Kernel kernel : kernels) {
    cudaMemset(g, 0, 2 * threads * sizeof(int));
    cudaMemset(o, 0, 2 * threads * sizeof(int));
    kernel<<<1, threads>>>(g, o);
    if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  }
  for (const Kernel kernel : {reads_behind_the_grid, reads_before_the_grid}) {
    void* arguments[] = {&g, &o};
    cudaLaunchCooperativeKernel(reinterpret_cast<void*>(kernel), 2, threads, arguments);
    if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  }
  std::printf("Success\n");
}
