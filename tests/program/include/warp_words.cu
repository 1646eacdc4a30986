// Words of a warp and cooperative groups, as one hash over a block of 64 threads each. The same text compiled by nvcc and run
// on a GPU gives warp_words.txt.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cstdio>

namespace cg = cooperative_groups;

#ifdef __WARPSCOPE__
#define LAUNCH(kernel) kernel / $(1, dim3(16, 2, 2))()
#else
#define LAUNCH(kernel) kernel<<<1, dim3(16, 2, 2)>>>()
#endif

__device__ unsigned long long results[64];
__device__ float copied[64], other[64];

__device__ unsigned int rank_of_thread() {
  return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}
__device__ unsigned long long bits(float v) { return __float_as_uint(v); }
__device__ unsigned long long bits(double v) { return (unsigned long long)__double_as_longlong(v); }
__device__ unsigned long long bits(int v) { return (unsigned int)v; }
__device__ unsigned long long bits(unsigned int v) { return v; }
__device__ unsigned long long bits(long v) { return (unsigned long long)v; }
__device__ unsigned long long bits(unsigned long v) { return v; }
__device__ unsigned long long bits(long long v) { return (unsigned long long)v; }
__device__ unsigned long long bits(unsigned long long v) { return v; }
__device__ unsigned long long bits(__half v) { return __half_as_ushort(v); }
__device__ unsigned long long bits(__nv_bfloat16 v) { return __bfloat16_as_ushort(v); }
__device__ unsigned long long bits(__half2 v) { return bits(v.x) << 16 | bits(v.y); }
__device__ unsigned long long bits(double2 v) { return bits(v.x) * 3 + bits(v.y); }

__device__ void print(const char* name) {
  __syncthreads();
  if (rank_of_thread() == 0) {
    unsigned long long hash = 0xcbf29ce484222325ull;
    for (int i = 0; i < 64; i++) hash = (hash ^ results[i]) * 0x100000001b3ull ^ hash >> 31;
    printf("%s %016llx\n", name, hash);
  }
  __syncthreads();
}
#define STEP(name, expression)                    \
  {                                               \
    results[rank_of_thread()] = 0;                \
    results[rank_of_thread()] = bits(expression); \
    print(name);                                  \
  }
// Only threads that satisfy the condition take part; `mask` is theirs.
#define STEP_OF(name, condition, expression)                     \
  {                                                              \
    const unsigned int mask = __ballot_sync(~0u, condition);     \
    (void)mask;                                                  \
    results[rank_of_thread()] = 7;                               \
    if (condition) results[rank_of_thread()] = bits(expression); \
    __syncwarp();                                                \
    print(name);                                                 \
  }

template <class T>
__device__ void shuffles(T v) {
  const int i = (int)rank_of_thread();
  for (int width = 1; width <= 32; width *= 2) {
    STEP("shfl", __shfl_sync(~0u, v, 5, width))
    STEP("shfl", __shfl_sync(~0u, v, i * 7 - 40, width))
    STEP("shfl_up", __shfl_up_sync(~0u, v, 3, width))
    STEP("shfl_up", __shfl_up_sync(~0u, v, 33, width))
    STEP("shfl_down", __shfl_down_sync(~0u, v, 2, width))
    STEP("shfl_xor", __shfl_xor_sync(~0u, v, 5, width))
    STEP("shfl_xor", __shfl_xor_sync(~0u, v, 17, width))
  }
  STEP_OF("shfl", i % 3 == 0, __shfl_sync(mask, v, (i % 32 + 3) % 33))
}

__global__ void words() {
  const int i = (int)rank_of_thread();
  shuffles(i * 77);
  shuffles(i * 0x9e3779b9u);
  shuffles((long)i << 33);
  shuffles(-(long long)i << 35);
  shuffles(1.0f / i);
  shuffles(1.0 / i);
  shuffles(__half(i * 0.5f));
  shuffles(__half2(i * 0.5f, i * 2.0f));
  shuffles(__nv_bfloat16(i * 0.5f));
  STEP("ballot", __ballot_sync(~0u, i % 3))
  STEP("any", __any_sync(~0u, i == 40))
  STEP("all", __all_sync(~0u, i < 40))
  STEP("match_any", __match_any_sync(~0u, i % 5))
  STEP("match_any", __match_any_sync(~0u, (double)(i % 6)))
  int same = 0;
  STEP("match_all", __match_all_sync(~0u, i / 40, &same) + same)
  STEP_OF("match_all", i % 2, __match_all_sync(mask, i % 2, &same) + same)
  STEP_OF("ballot", i % 5 < 2, __ballot_sync(mask, i % 3))
  STEP_OF("any", i % 5 < 2, __any_sync(mask, i % 7 == 4))
  STEP_OF("all", i % 5 < 2, __all_sync(mask, i % 5))
  STEP("reduce_add", __reduce_add_sync(~0u, i - 50))
  STEP("reduce_min", __reduce_min_sync(~0u, (i * 37) % 64 - 30))
  STEP("reduce_min", __reduce_min_sync(~0u, (unsigned int)(i * 37) % 64 - 30u))
  STEP("reduce_max", __reduce_max_sync(~0u, (i * 37) % 64 - 30))
  STEP("reduce_max", __reduce_max_sync(~0u, (unsigned int)(i * 37) % 64 - 30u))
  STEP("reduce_and", __reduce_and_sync(~0u, ~(1u << i % 7)))
  STEP("reduce_or", __reduce_or_sync(~0u, 1u << i % 7))
  STEP("reduce_xor", __reduce_xor_sync(~0u, 0x9e3779b9u * i))
  STEP_OF("reduce_add", i % 4 != 1, __reduce_add_sync(mask, i * i))
  STEP("syncthreads_count", __syncthreads_count(i % 3))
  STEP("syncthreads_or", __syncthreads_or(i == 63))
  STEP("syncthreads_and", __syncthreads_and(i < 63))
  STEP("activemask", __activemask())
}

template <class Tile>
__device__ void tile(const Tile& t) {
  const int i = (int)rank_of_thread();
  STEP("rank", t.thread_rank() * 100 + t.size() * 10000 + t.num_threads())
  STEP("meta", t.meta_group_rank() * 100 + t.meta_group_size())
  STEP("shfl", t.shfl(i * 3, 1))
  STEP("shfl", t.shfl(make_double2(i, -i), 0))
  STEP("shfl_up", t.shfl_up(i * 0.5f, 1))
  STEP("shfl_down", t.shfl_down(i, 2))
  STEP("any", t.any(i == 40))
  STEP("all", t.all(i < 40))
  STEP("ballot", t.ballot(i % 3))
  STEP("match_any", t.match_any(i % 3))
  int same = 0;
  STEP("match_all", t.match_all(i / 40, same) + same)
  const float f = 1.0f / (1 + i * i);
  STEP("reduce plus float", cg::reduce(t, f, cg::plus<float>()))
  STEP("reduce plus", cg::reduce(t, i * i, cg::plus<int>()))
  STEP("reduce less", cg::reduce(t, -i, cg::less<int>()))
  STEP("reduce greater", cg::reduce(t, (long long)i * 7, cg::greater<long long>()))
  STEP("reduce and", cg::reduce(t, ~(1u << i % 9), cg::bit_and<unsigned int>()))
  STEP("reduce or", cg::reduce(t, 1u << i % 9, cg::bit_or<unsigned int>()))
  STEP("reduce xor", cg::reduce(t, i * 77u, cg::bit_xor<unsigned int>()))
  STEP("reduce lambda", cg::reduce(t, i, [](int a, int b) { return a * 3 + b * 3; }))
  STEP("inclusive", cg::inclusive_scan(t, f))
  STEP("inclusive", cg::inclusive_scan(t, i, cg::plus<int>()))
  STEP("exclusive", cg::exclusive_scan(t, i))
  STEP("exclusive", cg::exclusive_scan(t, i, cg::greater<int>()))
  t.sync();
}

__global__ void groups() {
  const int i = (int)rank_of_thread();
  const cg::thread_block block = cg::this_thread_block();
  STEP("block", block.thread_rank() + block.size() * 100 + block.thread_index().y * 10000 +
                    block.group_dim().x * 1000000 + block.group_index().x)
  const cg::grid_group grid = cg::this_grid();
  STEP("grid", grid.thread_rank() + grid.size() * 100 + grid.block_rank() * 1000)
  tile(cg::tiled_partition<32>(block));
  tile(cg::tiled_partition<16>(block));
  tile(cg::tiled_partition<4>(block));
  const auto half_warp = cg::tiled_partition<16>(block);
  tile(cg::tiled_partition<4>(half_warp));
  const cg::thread_group any = cg::tiled_partition(block, 8);
  STEP("thread_group", any.thread_rank() * 100 + any.size())
  any.sync();
  const auto warp = cg::tiled_partition<32>(block);
  tile(cg::labeled_partition(warp, i * i % 3));
  tile(cg::binary_partition(warp, i % 5 == 1));
  copied[i] = i * 0.5f;
  block.sync();
  cg::memcpy_async(block, other, copied, sizeof copied);
  cg::wait(block);
  STEP("memcpy_async", other[63 - i])
}

int main() {
  LAUNCH(words);
  LAUNCH(groups);
  return cudaDeviceSynchronize() != cudaSuccess;
}
