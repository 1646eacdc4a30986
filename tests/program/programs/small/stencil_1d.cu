// A stencil whose block keeps its elements and a halo in shared memory.
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

constexpr int radius = 3, block_size = 128;

__global__ void stencil(const int* in, int* out) {
  __shared__ int tile[block_size + 2 * radius];
  const int i = blockIdx.x * block_size + threadIdx.x + radius;
  const int at = threadIdx.x + radius;
  tile[at] = in[i];
  if (threadIdx.x < radius) {
    tile[at - radius] = in[i - radius];
    tile[at + block_size] = in[i + block_size];
  }
  __syncthreads();
  int sum = 0;
  for (int k = -radius; k <= radius; ++k) {
    sum += tile[at + k];
  }
  out[i] = sum;
}

int main() {
  const int blocks = 4, n = blocks * block_size, whole = n + 2 * radius;
  std::vector<int> in(whole), out(whole);
  for (int i = 0; i < whole; ++i) in[i] = i * 13 % 29;
  int *d_in = nullptr, *d_out = nullptr;
  cudaMalloc(&d_in, whole * sizeof(int));
  cudaMalloc(&d_out, whole * sizeof(int));
  cudaMemcpy(d_in, in.data(), whole * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(d_out, 0, whole * sizeof(int));
  stencil<<<blocks, block_size>>>(d_in, d_out);
  cudaMemcpy(out.data(), d_out, whole * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
  bool good = true;
  for (int i = radius; i < n + radius; ++i) {
    int sum = 0;
    for (int k = -radius; k <= radius; ++k) sum += in[i + k];
    good = good && out[i] == sum;
  }
  std::printf("%s\n", good ? "Success" : "Failure");
  return good ? 0 : 1;
}
