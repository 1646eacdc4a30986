// 64 multiply-adds for each element, in registers: polynomial [LOG2_SIZE [TIMES]]. No barrier.
#include <cuda_runtime.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

__host__ __device__ inline float value_at(float x) {
  float sum = 0;
  for (int k = 0; k < 64; ++k) sum = sum * x + 0.5F;
  return sum;
}

__global__ void polynomial(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = value_at(in[i]);
}

int main(int argc, char** argv) {
  const int n = 1 << (argc > 1 ? std::atoi(argv[1]) : 20),
            times = argc > 2 ? std::atoi(argv[2]) : 5;
  std::vector<float> in(n), out(n);
  for (int i = 0; i < n; ++i) in[i] = static_cast<float>(i % 100) / 200.0F;
  float *d_in = nullptr, *d_out = nullptr;
  cudaMalloc(&d_in, n * sizeof(float));
  cudaMalloc(&d_out, n * sizeof(float));
  cudaMemcpy(d_in, in.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  for (int k = 0; k < times; ++k) {
    const auto begin = std::chrono::steady_clock::now();
    polynomial<<<(n + 255) / 256, 256>>>(d_in, d_out, n);
    cudaDeviceSynchronize();
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    std::printf("seconds %.9f accesses %d\n", seconds.count(), 2 * n);
  }
  cudaMemcpy(out.data(), d_out, n * sizeof(float), cudaMemcpyDeviceToHost);
  bool good = true;
  for (int i = 0; i < n; i += 997) {
    const float difference = out[i] - value_at(in[i]);
    good = good && difference < 1e-5F && difference > -1e-5F;
  }
  cudaFree(d_in);
  cudaFree(d_out);
  std::printf("%s\n", good ? "Success" : "Failure");
  return good ? 0 : 1;
}
