#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void tile_sum(const int* in, int* out, int n) {
  auto block = cg::this_thread_block();
  auto tile = cg::tiled_partition<32>(block);
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int v = i < n ? in[i] : 0;
  for (int k = tile.size() / 2; k > 0; k /= 2) v += tile.shfl_down(v, k);
  if (tile.thread_rank() == 0) atomicAdd(out, v);
}
