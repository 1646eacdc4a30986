// c = a + b, a thread for each element: vector_add [LOG2_SIZE [TIMES]]. No barrier.
#include <cuda_runtime.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

__global__ void vector_add(const float* a, const float* b, float* c, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}

int main(int argc, char** argv) {
  const int n = 1 << (argc > 1 ? std::atoi(argv[1]) : 20),
            times = argc > 2 ? std::atoi(argv[2]) : 5;
  std::vector<float> a(n), b(n), c(n);
  for (int i = 0; i < n; ++i) {
    a[i] = static_cast<float>(i % 1000);
    b[i] = static_cast<float>(i % 77);
  }
  float *d_a = nullptr, *d_b = nullptr, *d_c = nullptr;
  cudaMalloc(&d_a, n * sizeof(float));
  cudaMalloc(&d_b, n * sizeof(float));
  cudaMalloc(&d_c, n * sizeof(float));
  cudaMemcpy(d_a, a.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(d_b, b.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  for (int k = 0; k < times; ++k) {
    const auto begin = std::chrono::steady_clock::now();
    vector_add<<<(n + 255) / 256, 256>>>(d_a, d_b, d_c, n);
    cudaDeviceSynchronize();
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    std::printf("seconds %.9f accesses %d\n", seconds.count(), 3 * n);
  }
  cudaMemcpy(c.data(), d_c, n * sizeof(float), cudaMemcpyDeviceToHost);
  bool good = true;
  for (int i = 0; i < n; ++i) good = good && c[i] == a[i] + b[i];
  cudaFree(d_a);
  cudaFree(d_b);
  cudaFree(d_c);
  std::printf("%s\n", good ? "Success" : "Failure");
  return good ? 0 : 1;
}
