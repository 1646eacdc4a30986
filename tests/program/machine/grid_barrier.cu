// Blocks that wait for one another. grid_barrier [MODE [BLOCKS [THREADS [ROUNDS]]]]: what else happens in the grid's
// last block.
#include <cooperative_groups.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

namespace cg = cooperative_groups;

enum Mode { nothing, race, out_of_bounds, ended };

__global__ void sums(int* parts, int* sum, int mode, int rounds) {
  __shared__ int mirror[1024];
  const cg::grid_group grid = cg::this_grid();
  const bool last = blockIdx.x + 1 == gridDim.x;
  const unsigned other = blockDim.x - 1 - threadIdx.x;
  int own[4] = {1, 2, 3, static_cast<int>(blockIdx.x)};
  mirror[threadIdx.x] = threadIdx.x;
  for (int round = 0; round < rounds; ++round) grid.sync();
  own[threadIdx.x % 4] += mirror[other];
  if (mode == ended && last) return;
  grid.sync();
  if (mode == race && last) mirror[threadIdx.x] = own[other % 4];
  if (mode == race && last) own[0] += mirror[other];
  if (mode == out_of_bounds && last) own[0] += mirror[threadIdx.x + 1];
  atomicAdd(&parts[blockIdx.x], own[0] + own[1] + own[2] + own[3]);
  grid.sync();
  if (grid.thread_rank() != 0) return;
  for (int block = 0; block < gridDim.x; ++block) *sum += parts[block];
}

int main(int count, char** arguments) {
  const auto argument = [&](int at, int otherwise) {
    return count > at ? atoi(arguments[at]) : otherwise;
  };
  int mode = argument(1, nothing), blocks = argument(2, 6), threads = argument(3, 96),
      rounds = argument(4, 1);
  int *parts, *sum, found = 0;
  cudaMalloc(&parts, blocks * sizeof(int));
  cudaMalloc(&sum, sizeof(int));
  cudaMemset(parts, 0, blocks * sizeof(int));
  cudaMemset(sum, 0, sizeof(int));
  void* kernel_arguments[] = {&parts, &sum, &mode, &rounds};
  cudaLaunchCooperativeKernel(reinterpret_cast<void*>(sums), dim3(blocks), dim3(threads),
                              kernel_arguments);
  const cudaError_t error = cudaMemcpy(&found, sum, sizeof(int), cudaMemcpyDeviceToHost);
  int expected = 0;
  for (int block = 0; block < blocks; ++block)
    expected += threads * (6 + block) + threads * (threads - 1) / 2;
  std::printf("%s, %d of %d\n", cudaGetErrorName(error), found, expected);
  return error != cudaSuccess || (mode == nothing && found != expected);
}
