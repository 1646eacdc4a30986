// Adds up in shared memory, with a barrier a step: reduce_shared [LOG2_SIZE [TIMES]].
#include <cuda_runtime.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int threads = 256;

__global__ void reduce_shared(const int* in, int* out) {
  __shared__ int data[threads];
  const int tid = threadIdx.x;
  data[tid] = in[blockIdx.x * threads + tid];
  __syncthreads();
  for (int s = threads / 2; s > 0; s /= 2) {
    if (tid < s) data[tid] += data[tid + s];
    __syncthreads();
  }
  if (tid == 0) out[blockIdx.x] = data[0];
}

int main(int argc, char** argv) {
  const int n = 1 << (argc > 1 ? std::atoi(argv[1]) : 20),
            times = argc > 2 ? std::atoi(argv[2]) : 5;
  const int blocks = n / threads;
  std::vector<int> in(n), out(blocks);
  for (int i = 0; i < n; ++i) in[i] = i % 100;
  int *d_in = nullptr, *d_out = nullptr;
  cudaMalloc(&d_in, n * sizeof(int));
  cudaMalloc(&d_out, blocks * sizeof(int));
  cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  // Each thread loads and stores once, each addition loads twice and stores once.
  const long accesses = static_cast<long>(blocks) * (2 * threads + 3 * (threads - 1) + 2);
  for (int k = 0; k < times; ++k) {
    const auto begin = std::chrono::steady_clock::now();
    reduce_shared<<<blocks, threads>>>(d_in, d_out);
    cudaDeviceSynchronize();
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    std::printf("seconds %.9f accesses %ld\n", seconds.count(), accesses);
  }
  cudaMemcpy(out.data(), d_out, blocks * sizeof(int), cudaMemcpyDeviceToHost);
  bool good = true;
  for (int b = 0; b < blocks; ++b) {
    int sum = 0;
    for (int i = 0; i < threads; ++i) sum += in[b * threads + i];
    good = good && out[b] == sum;
  }
  cudaFree(d_in);
  cudaFree(d_out);
  std::printf("%s\n", good ? "Success" : "Failure");
  return good ? 0 : 1;
}
