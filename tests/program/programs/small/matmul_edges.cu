// A tiled product of matrices whose sides are no multiple of the tile.
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

constexpr int tile = 16;

__global__ void multiply(const float* a, const float* b, float* c, int rows, int inner,
                         int columns) {
  __shared__ float part_a[tile][tile];
  __shared__ float part_b[tile][tile];
  const int row = blockIdx.y * tile + threadIdx.y;
  const int column = blockIdx.x * tile + threadIdx.x;
  float sum = 0;
  for (int first = 0; first < inner; first += tile) {
    const int across = first + threadIdx.x;
    const int down = first + threadIdx.y;
    part_a[threadIdx.y][threadIdx.x] = 0;
    part_b[threadIdx.y][threadIdx.x] = 0;
    if (row < rows && across < inner) {
      part_a[threadIdx.y][threadIdx.x] = a[row * inner + across];
    }
    if (down < inner && column < columns) {
      part_b[threadIdx.y][threadIdx.x] = b[down * columns + column];
    }
    __syncthreads();
    for (int k = 0; k < tile; ++k) {
      sum += part_a[threadIdx.y][k] * part_b[k][threadIdx.x];
    }
    __syncthreads();
  }
  if (row < rows && column < columns) {
    c[row * columns + column] = sum;
  }
}

int main() {
  const int rows = 35, inner = 41, columns = 30;
  std::vector<float> a(rows * inner), b(inner * columns), c(rows * columns);
  for (int i = 0; i < rows * inner; ++i) a[i] = static_cast<float>(i % 7);
  for (int i = 0; i < inner * columns; ++i) b[i] = static_cast<float>(i % 5);
  float *d_a = nullptr, *d_b = nullptr, *d_c = nullptr;
  cudaMalloc(&d_a, a.size() * sizeof(float));
  cudaMalloc(&d_b, b.size() * sizeof(float));
  cudaMalloc(&d_c, c.size() * sizeof(float));
  cudaMemcpy(d_a, a.data(), a.size() * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(d_b, b.data(), b.size() * sizeof(float), cudaMemcpyHostToDevice);
  const dim3 grid((columns + tile - 1) / tile, (rows + tile - 1) / tile), block(tile, tile);
  multiply<<<grid, block>>>(d_a, d_b, d_c, rows, inner, columns);
  cudaMemcpy(c.data(), d_c, c.size() * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(d_a);
  cudaFree(d_b);
  cudaFree(d_c);
  bool good = true;
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      float sum = 0;
      for (int k = 0; k < inner; ++k) sum += a[row * inner + k] * b[k * columns + column];
      good = good && c[row * columns + column] == sum;
    }
  }
  std::printf("%s\n", good ? "Success" : "Failure");
  return good ? 0 : 1;
}
