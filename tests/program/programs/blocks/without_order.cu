// Blocks of a launch that use the same memory, and do not wait for one another as they should.
#include <cuda_runtime.h>

#include <cstdio>

constexpr int blocks = 4, threads = 64, n = blocks * threads;

__global__ void one_sum(const int* in, int* sum) {
  if (threadIdx.x == 0) {
    *sum += in[blockIdx.x] + 1;  // finds: race
  }
}

__global__ void in_place(int* data) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int left = i > 0 ? data[i - 1] : 0;  // finds: race
  __syncthreads();
  data[i] = left + 1;  // finds: race
}

__global__ void without_a_fence(int* parts, unsigned* done, int* sum) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    parts[blockIdx.x] = blockIdx.x + 1;  // finds: race
    last = atomicInc(done, gridDim.x) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && threadIdx.x < gridDim.x) {
    atomicAdd(sum, parts[threadIdx.x]);  // finds: race
  }
}

__global__ void a_fence_of_the_block(int* parts, unsigned* done, int* sum) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    parts[blockIdx.x] = blockIdx.x + 1;  // finds: race
    __threadfence_block();
    last = atomicInc(done, gridDim.x) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && threadIdx.x < gridDim.x) {
    atomicAdd(sum, parts[threadIdx.x]);  // finds: race
  }
}

__global__ void too_early(int* data, unsigned* done, int* sum) {
  __shared__ bool last;
  data[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x + 1;  // finds: race
  if (threadIdx.x == 0) {
    __threadfence();
    last = atomicInc(done, gridDim.x) == gridDim.x - 1;
  }
  __syncthreads();
  if (last) {
    for (int k = 0; k < blocks; ++k) {
      atomicAdd(sum, data[k * threads + threadIdx.x]);  // finds: race
    }
  }
}

__device__ int taken;
__global__ void a_lock_without_fences(int* sum) {
  if (threadIdx.x != 0) return;
  while (atomicCAS(&taken, 0, 1) != 0) {
  }
  *sum += blockIdx.x + 1;  // finds: race
  atomicExch(&taken, 0);
}

__global__ void two_warps_of_blocks(int* data) {
  if (threadIdx.x == 40) {
    data[blockIdx.x / 2] = blockIdx.x;  // finds: race
  }
}

__global__ void plain_beside_atomic(int* count, int* out) {
  if (threadIdx.x == 0) {
    atomicAdd(count, 1);       // finds: order not defined
    out[blockIdx.x] = *count;  // finds: order not defined
  }
}

__global__ void cleared_by_one(int* count) {
  if (blockIdx.x == 0 && threadIdx.x == 0) *count = 0;  // finds: order not defined
  __syncthreads();
  atomicAdd(count, 1);  // finds: order not defined
}

__global__ void rounded(float* sum) {
  atomicAdd(sum, 1.0f / (1 + threadIdx.x));  // finds: order not defined
}

__global__ void rounded_in_the_block(double* sum) {
  __shared__ double own;
  if (threadIdx.x == 0) own = 0;
  __syncthreads();
  atomicAdd(&own, 1.0 / (1 + threadIdx.x));  // finds: order not defined
  __syncthreads();
  if (threadIdx.x == 0) sum[blockIdx.x] = own;
}

int main() {
  int *in, *out, *count;
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&out, n * sizeof(int));
  cudaMalloc(&count, 2 * sizeof(int));
  const auto clear = [&] {
    cudaMemset(in, 0, n * sizeof(int));
    cudaMemset(out, 0, n * sizeof(int));
    cudaMemset(count, 1, 2 * sizeof(int));
    cudaMemset(count, 0, sizeof(int));
  };
  const auto done = reinterpret_cast<unsigned*>(count);
  clear();
  one_sum<<<blocks, threads>>>(in, out);
  clear();
  in_place<<<blocks, threads>>>(out);
  clear();
  without_a_fence<<<blocks, threads>>>(out, done, count + 1);
  clear();
  a_fence_of_the_block<<<blocks, threads>>>(out, done, count + 1);
  clear();
  too_early<<<blocks, threads>>>(out, done, count + 1);
  clear();
  a_lock_without_fences<<<blocks, threads>>>(out);
  clear();
  two_warps_of_blocks<<<blocks, threads>>>(out);
  clear();
  plain_beside_atomic<<<blocks, threads>>>(count, out);
  clear();
  cleared_by_one<<<blocks, threads>>>(count + 1);
  clear();
  rounded<<<blocks, threads>>>(reinterpret_cast<float*>(count));
  rounded_in_the_block<<<blocks, threads>>>(reinterpret_cast<double*>(out));
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  cudaFree(in);
  cudaFree(out);
  cudaFree(count);
}
