// Groups of the threads that a branch has let in, as one hash over a block each. Compiled by nvcc and run on a GPU it gives
// coalesced_groups.txt.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

#include <cstdio>

namespace cg = cooperative_groups;

__device__ unsigned long long results[64];
__device__ int counter;

__device__ void print(const char* name) {
  __syncthreads();
  if (threadIdx.x == 0) {
    unsigned long long hash = 0xcbf29ce484222325ull;
    for (int i = 0; i < 64; i++) hash = (hash ^ results[i]) * 0x100000001b3ull ^ hash >> 31;
    printf("%s %016llx\n", name, hash);
  }
  __syncthreads();
}

#define STEP(name, expression)                               \
  results[threadIdx.x] = 7;                                  \
  if (chosen) {                                              \
    const cg::coalesced_group g = cg::coalesced_threads();   \
    results[threadIdx.x] = (unsigned long long)(expression); \
  }                                                          \
  print(name);

__device__ int counted(const cg::coalesced_group& g) {
  int first = 0;
  if (g.thread_rank() == 0) first = atomicAdd(&counter, (int)g.size());
  return g.shfl(first, 0) % 32 * 0 + (int)g.thread_rank();
}

__global__ void groups() {
  const int i = (int)threadIdx.x;
  for (int kind = 0; kind < 4; kind++) {
    const bool chosen = kind == 0   ? i % 3 == 1
                        : kind == 1 ? i % 32 < 5
                        : kind == 2 ? (i * 7 + 3) % 5 > 1
                                    : i % 32 >= 9;
    int same = 0;
    STEP("mask", __activemask())
    STEP("rank", g.thread_rank() * 100 + g.size() * 10000 + g.meta_group_size())
    STEP("shfl", g.shfl(i * 3, 2))
    STEP("shfl_up", g.shfl_up(i * 3, 1))
    STEP("shfl_down", g.shfl_down(i * 3, 2))
    STEP("ballot", g.ballot(i % 2))
    STEP("any", g.any(i == 40))
    STEP("all", g.all(i < 40))
    STEP("match_any", g.match_any(i % 4))
    STEP("match_all", g.match_all(i / 40, same) + same)
    STEP("reduce", cg::reduce(g, i * i, cg::plus<int>()))
    STEP("reduce float", __float_as_uint(cg::reduce(g, 1.0f / (i + 1), cg::plus<float>())))
    STEP("inclusive", __float_as_uint(cg::inclusive_scan(g, 1.0f / (i + 1))))
    STEP("exclusive", cg::exclusive_scan(g, i))
    STEP("tiled", cg::tiled_partition(g, 4).thread_rank() * 100 + cg::tiled_partition(g, 4).size())
    STEP("labeled", cg::labeled_partition(g, i % 3).thread_rank() * 100 +
                        cg::labeled_partition(g, i % 3).size())
    STEP("binary", cg::binary_partition(g, i % 5 > 2).size())
    STEP("counted", counted(g))
  }
}

int main() {
  groups<<<1, 64>>>();
  return cudaDeviceSynchronize() != cudaSuccess;
}
