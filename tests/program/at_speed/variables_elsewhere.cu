// The other file of variables.cu: names that are local to each of them are the same.
#include "variables.cuh"

static __device__ int file_local = 1000;
static __shared__ int file_shared[4];
static __device__ int helper(int x) {
  file_shared[0] = x;
  return file_shared[0] * 3;
}
__device__ int scaled(int x) { return helper(x); }

static __global__ void use(int* out) {
  file_shared[threadIdx.x] = Held<int>::value;
  out[blockIdx.x] =
      atomicAdd(&file_local, 1) + across + file_shared[threadIdx.x] + counts_of_each_file - 13;
}
void use_elsewhere(int* out, int blocks) { use<<<blocks, 1>>>(out); }
