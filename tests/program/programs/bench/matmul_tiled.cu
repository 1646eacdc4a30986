// A tiled product of square matrices: matmul_tiled [LOG2_SIDE [TIMES]].
#include <cuda_runtime.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int tile = 16;

__global__ void matmul_tiled(const float* a, const float* b, float* c, int n) {
  __shared__ float part_a[tile][tile], part_b[tile][tile];
  const int x = threadIdx.x, y = threadIdx.y;
  const int row = blockIdx.y * tile + y, column = blockIdx.x * tile + x;
  float sum = 0;
  for (int first = 0; first < n; first += tile) {
    part_a[y][x] = a[row * n + first + x];
    part_b[y][x] = b[(first + y) * n + column];
    __syncthreads();
    for (int k = 0; k < tile; ++k) sum += part_a[y][k] * part_b[k][x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

int main(int argc, char** argv) {
  const int n = 1 << (argc > 1 ? std::atoi(argv[1]) : 8), times = argc > 2 ? std::atoi(argv[2]) : 3;
  std::vector<float> a(n * n), b(n * n), c(n * n);
  for (int i = 0; i < n * n; ++i) {
    a[i] = static_cast<float>(i % 7);
    b[i] = static_cast<float>(i % 5);
  }
  float *d_a = nullptr, *d_b = nullptr, *d_c = nullptr;
  cudaMalloc(&d_a, a.size() * sizeof(float));
  cudaMalloc(&d_b, a.size() * sizeof(float));
  cudaMalloc(&d_c, a.size() * sizeof(float));
  cudaMemcpy(d_a, a.data(), a.size() * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(d_b, b.data(), a.size() * sizeof(float), cudaMemcpyHostToDevice);
  const long accesses = static_cast<long>(n) * n * (2L * n + n / tile * 4L + 1);
  for (int k = 0; k < times; ++k) {
    const auto begin = std::chrono::steady_clock::now();
    matmul_tiled<<<dim3(n / tile, n / tile), dim3(tile, tile)>>>(d_a, d_b, d_c, n);
    cudaDeviceSynchronize();
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    std::printf("seconds %.9f accesses %ld\n", seconds.count(), accesses);
  }
  cudaMemcpy(c.data(), d_c, a.size() * sizeof(float), cudaMemcpyDeviceToHost);
  bool good = true;
  for (int i = 0; i < n; i += 13) {
    for (int j = 0; j < n; j += 11) {
      float sum = 0;
      for (int k = 0; k < n; ++k) sum += a[i * n + k] * b[k * n + j];
      good = good && c[i * n + j] == sum;
    }
  }
  cudaFree(d_a);
  cudaFree(d_b);
  cudaFree(d_c);
  std::printf("%s\n", good ? "Success" : "Failure");
  return good ? 0 : 1;
}
