// Adds up by tiles of cooperative groups.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

namespace cg = cooperative_groups;
constexpr int threads = 128, tile_size = 8;

__global__ void tile_sums(const int* in, int* out) {
  __shared__ int sums[threads / tile_size];
  const cg::thread_block block = cg::this_thread_block();
  const auto tile = cg::tiled_partition<tile_size>(block);
  int value = in[blockIdx.x * threads + block.thread_rank()];
  for (int offset = tile_size / 2; offset > 0; offset /= 2) {
    value += tile.shfl_down(value, offset);
  }
  if (tile.thread_rank() == 0) {
    sums[block.thread_rank() / tile_size] = value;
  }
  block.sync();
  if (block.thread_rank() == 0) {
    int all = 0;
    for (int i = 0; i < threads / tile_size; ++i) {
      all += sums[i];
    }
    out[blockIdx.x] = all;
  }
}

int main() {
  const int blocks = 3, n = blocks * threads;
  std::vector<int> in(n), out(blocks);
  for (int i = 0; i < n; ++i) in[i] = i % 19;
  int *d_in = nullptr, *d_out = nullptr;
  cudaMalloc(&d_in, n * sizeof(int));
  cudaMalloc(&d_out, blocks * sizeof(int));
  cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  tile_sums<<<blocks, threads>>>(d_in, d_out);
  cudaMemcpy(out.data(), d_out, blocks * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
  bool good = true;
  for (int b = 0; b < blocks; ++b) {
    int sum = 0;
    for (int i = 0; i < threads; ++i) sum += in[b * threads + i];
    good = good && out[b] == sum;
  }
  std::printf("%s\n", good ? "Success" : "Failure");
  return good ? 0 : 1;
}
