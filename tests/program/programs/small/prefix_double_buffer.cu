// Prefix sums of a block, with two buffers that take turns.
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

constexpr int threads = 128;

__global__ void prefix_sum(const int* in, int* out) {
  __shared__ int buffer[2][threads];
  int now = 0;
  const int tid = threadIdx.x;
  const int i = blockIdx.x * threads + tid;
  buffer[now][tid] = in[i];
  __syncthreads();
  for (int offset = 1; offset < threads; offset *= 2) {
    const int next = 1 - now;
    if (tid >= offset) {
      buffer[next][tid] = buffer[now][tid] + buffer[now][tid - offset];
    } else {
      buffer[next][tid] = buffer[now][tid];
    }
    now = next;
    __syncthreads();
  }
  out[i] = buffer[now][tid];
}

int main() {
  const int blocks = 3, n = blocks * threads;
  std::vector<int> in(n), out(n);
  for (int i = 0; i < n; ++i) in[i] = i % 11;
  int *d_in = nullptr, *d_out = nullptr;
  cudaMalloc(&d_in, n * sizeof(int));
  cudaMalloc(&d_out, n * sizeof(int));
  cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  prefix_sum<<<blocks, threads>>>(d_in, d_out);
  cudaMemcpy(out.data(), d_out, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
  bool good = true;
  int sum = 0;
  for (int i = 0; i < n; ++i) {
    sum = i % threads == 0 ? in[i] : sum + in[i];
    good = good && out[i] == sum;
  }
  std::printf("%s\n", good ? "Success" : "Failure");
  return good ? 0 : 1;
}
