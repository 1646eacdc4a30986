// Adds up by shuffles, and joins the warps through shared memory.
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

constexpr int threads = 128;

__device__ int warp_sum(int value) {
  for (int offset = 16; offset > 0; offset /= 2) {
    value += __shfl_down_sync(0xffffffffU, value, offset);
  }
  return value;
}

__global__ void block_sum(const int* in, int* out, int n) {
  __shared__ int partial[threads / 32];
  const int i = blockIdx.x * threads + threadIdx.x;
  int value = 0;
  if (i < n) value = in[i];
  value = warp_sum(value);
  if (threadIdx.x % 32 == 0) partial[threadIdx.x / 32] = value;
  __syncthreads();
  if (threadIdx.x < 32) {
    value = 0;
    if (threadIdx.x < threads / 32) value = partial[threadIdx.x];
    value = warp_sum(value);
    if (threadIdx.x == 0) out[blockIdx.x] = value;
  }
}

int main() {
  const int blocks = 5, n = blocks * threads - 17;
  std::vector<int> in(n), out(blocks);
  for (int i = 0; i < n; ++i) in[i] = i % 23;
  int *d_in = nullptr, *d_out = nullptr;
  cudaMalloc(&d_in, n * sizeof(int));
  cudaMalloc(&d_out, blocks * sizeof(int));
  cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  block_sum<<<blocks, threads>>>(d_in, d_out, n);
  cudaMemcpy(out.data(), d_out, blocks * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
  bool good = true;
  for (int b = 0; b < blocks; ++b) {
    int sum = 0;
    for (int i = b * threads; i < n && i < (b + 1) * threads; ++i) sum += in[i];
    good = good && out[b] == sum;
  }
  std::printf("%s\n", good ? "Success" : "Failure");
  return good ? 0 : 1;
}
