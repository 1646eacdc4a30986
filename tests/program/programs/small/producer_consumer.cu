// Half of each warp produces for the other half, which consumes; they meet by __syncwarp.
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

constexpr int threads = 64, rounds = 4;

__global__ void hand_over(const int* in, int* out) {
  __shared__ int box[threads];
  const int tid = threadIdx.x;
  const int lane = tid % 32;
  const int first = tid - lane;
  int sum = 0;
  for (int round = 0; round < rounds; ++round) {
    if (lane < 16) {
      box[first + lane] = in[(blockIdx.x * rounds + round) * threads + tid];
    }
    __syncwarp();
    if (lane >= 16) {
      sum += 2 * box[first + lane - 16];
    }
    __syncwarp();
  }
  if (lane >= 16) out[blockIdx.x * threads + tid] = sum;
}

int main() {
  const int blocks = 2, n = blocks * threads;
  std::vector<int> in(n * rounds), out(n);
  for (int i = 0; i < n * rounds; ++i) in[i] = i % 17;
  int *d_in = nullptr, *d_out = nullptr;
  cudaMalloc(&d_in, n * rounds * sizeof(int));
  cudaMalloc(&d_out, n * sizeof(int));
  cudaMemcpy(d_in, in.data(), n * rounds * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(d_out, 0, n * sizeof(int));
  hand_over<<<blocks, threads>>>(d_in, d_out);
  cudaMemcpy(out.data(), d_out, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
  bool good = true;
  for (int i = 0; i < n; ++i) {
    if (i % 32 < 16) continue;
    int sum = 0;
    for (int round = 0; round < rounds; ++round) {
      sum += 2 * in[(i / threads * rounds + round) * threads + i % threads - 16];
    }
    good = good && out[i] == sum;
  }
  std::printf("%s\n", good ? "Success" : "Failure");
  return good ? 0 : 1;
}
