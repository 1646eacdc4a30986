// Barriers that not all lanes reach. The words "finds:" stand at the line of a finding and at the line to which others went
// on, "notes:" at that of a note. Each kernel can be launched alone by its number, the first argument: so a synccheck on a
// GPU can be asked, too.
#include <cooperative_groups.h>

#include <cstdio>
#include <cstdlib>
namespace cg = cooperative_groups;

#define T static_cast<int>(threadIdx.x)

// Wrong ------------------------------------------------------------------------------------------

__global__ void part_of_a_warp(int* d) {
  if (T < 40) {
    d[T] = T;
    __syncthreads();  // finds: barrier divergence
  }
  d[T] += 1;  // finds: barrier divergence
}

__global__ void whole_warps(int* d) {
  if (T < 32) {
    d[T] = T;
    __syncthreads();  // finds: barrier divergence
  }
  d[T] += 1;  // finds: barrier divergence
}

__global__ void rounds(int* d) {
  for (int i = 0; i < 4 - T / 32; ++i) {
    d[T] += i;
    __syncthreads();  // finds: barrier divergence
  }
  d[T] += 1;  // finds: barrier divergence
}

__global__ void rounds_to_the_end(int* d) {
  for (int i = 0; i < 4 - T / 32; ++i) {
    d[T] += i;
    __syncthreads();  // finds: barrier divergence
  }
}

__global__ void branch_in_a_loop(int* d) {
  __shared__ int s[128];
  s[T] = d[T];
  __syncthreads();
  for (int k = 64; k > 0; k >>= 1) {
    if (T < k) {
      s[T] += s[T + k];
      __syncthreads();  // finds: barrier divergence
    }
  }
  if (T == 0) d[0] = s[0];  // finds: barrier divergence
}

__device__ __noinline__ void first_part(int* d, int n) {
  if (T >= n) return;
  d[T] = T;
  __syncthreads();  // finds: barrier divergence
}
__global__ void return_of_a_function(int* d) {
  first_part(d, 40);
  d[T] += 1;  // finds: barrier divergence
}

template <int threads>
__device__ void wait_in_a_branch() {
  if (T < threads) {
    __syncthreads();  // finds: barrier divergence
  }
}
template <int threads>
__global__ void template_function(int* d) {
  wait_in_a_branch<threads>();
  d[T] += 1;  // finds: barrier divergence
}

__global__ void lambda(int* d) {
  auto add = [&](int n) {
    if (T < n) __syncthreads();  // finds: barrier divergence
    d[T] += n;                   // finds: barrier divergence
  };
  add(70);
}

__global__ void vote(int* d) {
  int sum = 0;
  if (T < 96) sum = __syncthreads_count(T < 9);  // finds: barrier divergence
  d[T] = sum;                                    // finds: barrier divergence
}

__global__ void group_of_the_block(int* d) {
  const cg::thread_block block = cg::this_thread_block();
  if (T >= 64) block.sync();  // finds: barrier divergence
  d[T] += 1;                  // finds: barrier divergence
}

__global__ void tile(int* d) {
  const auto sixteen = cg::tiled_partition<16>(cg::this_thread_block());
  if (sixteen.thread_rank() < 5) sixteen.sync();  // finds: barrier divergence
  d[T] += 1;                                      // finds: barrier divergence
}

__global__ void mask(int* d) {
  if (T % 32 < 8) {
    if (T % 32 < 4) __syncwarp(0xff);  // finds: barrier divergence
    d[T] += 1;                         // finds: barrier divergence
  }
}

__global__ void coalesced(int* d) {
  if (T % 2 == 0) {
    const cg::coalesced_group some = cg::coalesced_threads();
    if (some.thread_rank() < 3) some.sync();  // finds: barrier divergence
    d[T] += 1;                                // finds: barrier divergence
  }
}

__global__ void syncwarp_rounds(int* d) {
  for (int i = 0; i < 4 - T % 32 / 8; ++i) {
    d[T] += i;
    __syncwarp();  // finds: barrier divergence
  }
  d[T] += 1;  // finds: barrier divergence
}

__global__ void switch_case(int* d) {
  switch (T / 50) {
    case 0: d[T] = 1; break;
    case 1:
      d[T] = 2;
      __syncthreads();  // finds: barrier divergence
      break;
    default: d[T] = 3;
  }
  d[T] += 1;  // finds: barrier divergence
}

__device__ __noinline__ void wait_there(int* d) {
  d[T] = T;
  __syncthreads();  // finds: barrier divergence
}
__global__ void called_in_two_branches(int* d) {
  if (T < 32) {
    wait_there(d);
  } else {
    wait_there(d);
  }
}

__global__ void return_behind_common_code(int* d) {
  if (T < 40) __syncthreads();  // finds: barrier divergence
  d[T] += 1;                    // finds: barrier divergence
  if (T != 0) return;
  d[128] = 1;
}

__global__ void do_while(int* d) {
  int i = T / 32;
  do {
    d[T] += i;
    __syncthreads();  // finds: barrier divergence
  } while (++i < 4);
  d[T] += 1;  // finds: barrier divergence
}

__global__ void leaves_a_loop(int* d) {
  for (int i = 0; i < 8; ++i) {
    if (T < i) break;
    d[T] += i;
    __syncthreads();  // finds: barrier divergence
  }
  d[T] += 1;  // finds: barrier divergence
}

__global__ void two_dimensions(int* d) {
  const int t = static_cast<int>(threadIdx.y * blockDim.x + threadIdx.x);
  if (threadIdx.y < 3) __syncthreads();  // finds: barrier divergence
  d[t] += 1;                             // finds: barrier divergence
}

__global__ void last_code_is_a_branch(int* d) {
  if (T < 40) {
    d[T] = T;
    __syncthreads();  // finds: barrier divergence
  }
  if (T == 3) d[0] = 1;  // finds: barrier divergence
}

__global__ void other_branch(int* d) {
  if (T % 64 == 0) {
    d[T] = 1;
  } else {
    __syncthreads();  // finds: barrier divergence
  }
  d[T] += 1;  // finds: barrier divergence
}

__global__ void branch_in_a_loop_before_a_return(int* d) {
  __shared__ int s[128];
  s[T] = d[T];
  for (int k = 64; k > 0; k >>= 1) {  // finds: barrier divergence
    if (T < k) {
      __syncthreads();  // finds: barrier divergence
      s[T] += k;
    }
  }
  if (T != 0) return;
  d[0] = s[0];
}

__device__ void adds(int* d, bool done) {
  if (done) return;
  d[T] += 1;
}
__global__ void common_code_before_a_function(int* d) {
  if (T < 40) __syncthreads();  // finds: barrier divergence
  d[T] += 1;                    // finds: barrier divergence
  adds(d, d[T] > 0);
}

__global__ void branch_that_all_take_and_leave_by(int* d) {
  if (d[128] == 0) {
    if (T < 40) __syncthreads();  // finds: barrier divergence
    d[T] += 1;                    // finds: barrier divergence
    return;
  }
  d[T] = 2;
}

__device__ void deeper(int* d, int depth) {
  if (depth > 0) {
    deeper(d, depth - 1);
    return;
  }
  if (T < 50) __syncthreads();  // finds: barrier divergence
  d[T] += 1;                    // finds: barrier divergence
}
__global__ void in_a_recursion(int* d) { deeper(d, 3); }

__global__ void return_with_work_in_a_loop(int* d) {
  for (int i = 0;; ++i) {
    if (T < i) {
      d[T] = -1;  // finds: barrier divergence
      return;
    }
    d[T] += i;
    __syncthreads();  // finds: barrier divergence
  }
}

// Not allowed, but as an early return to a GPU ---------------------------------------------------

__global__ void closing_branch(int* d) {
  if (T < 40) {
    d[T] = T;
    __syncthreads();  // notes: barrier divergence
  }
}

__global__ void closing_branches(int* d) {
  if (d[0] == 0) {
    if (T < 32) {
      __syncthreads();  // notes: barrier divergence
      d[T] = T;
    } else {
      d[T] = -T;
    }
  }
}

__device__ __noinline__ void closing_function(int* d) {
  if (T < 64) {
    d[T] = T;
    __syncthreads();  // notes: barrier divergence
  }
}
__global__ void calls_closing_function(int* d) { closing_function(d); }

__global__ void closing_syncwarp(int* d) {
  if (T % 32 < 16) {
    d[T] = T;
    __syncwarp();  // notes: barrier divergence
  }
}

// Right ------------------------------------------------------------------------------------------

__global__ void early_return(int* d) {
  __shared__ int s[128];
  if (T >= 100) return;
  s[T] = T;
  __syncthreads();
  d[T] = s[99 - T];
  if (T >= 50) {
    d[T] += 1;
    return;
  }
  if (T >= 45) return;
  __syncthreads();
  d[T] += s[T + 1];
}

__global__ void return_in_a_loop(int* d) {
  for (int i = 0; i < 130; ++i) {
    if (T >= 128 - i) return;
    d[T] = i;
    __syncthreads();
  }
}

__global__ void own_turn(int* d) {
  for (int i = 0; i < 128; ++i) {
    if (T == i) d[T] = i;
    if (T == i) return;
    if ((T + i) & 1) {
      d[T] += 1;
    } else {
      d[T] += 2;
    }
    __syncthreads();
  }
}

__device__ __noinline__ void leaves_early(int* d, int n) {
  if (T >= n) return;
  d[T] = T;
  __syncthreads();
  d[T] += 1;
}
__global__ void return_in_a_function(int* d) { leaves_early(d, 100); }

__device__ bool stays(int* d, int n) {
  if (T >= n) return false;
  d[T] = T;
  __syncthreads();
  return true;
}
__global__ void function_says_who_stays(int* d) {
  if (!stays(d, 100)) return;
  d[T] += 1;
}

__device__ bool has_turn(int* d, int i) {
  if (T == i) return false;
  d[T] += 1;
  __syncthreads();
  return true;
}
__global__ void function_says_whose_turn_it_is(int* d) {
  for (int i = 0; i < 8; ++i) {
    if (!has_turn(d, i)) return;
  }
  d[T] = 1;
}

__global__ void uniform_branches(int* d) {
  int* const own = d + blockIdx.x * blockDim.x;
  if (blockIdx.x == 0) {
    own[T] = 1;
    __syncthreads();
  }
  for (unsigned i = 0; i <= blockIdx.x; ++i) {
    own[T] += 1;
    __syncthreads();
    if (i == 1) break;
  }
  int k = 0;
  do {
    __syncthreads();
  } while (++k < 3);
  switch (blockIdx.x) {
    case 0: __syncthreads(); break;
    case 1: own[T] = 7; break;
    default: __syncthreads();
  }
  for (unsigned first = blockIdx.x * blockDim.x; first < 512; first += gridDim.x * blockDim.x) {
    own[T] += 1;
    __syncthreads();
  }
}

__global__ void warps_with_tasks(int* d) {
  __shared__ int s[128];
  s[T] = T;
  __syncwarp();
  if (T < 32) {
    for (int k = 16; k > 0; k >>= 1) {
      const int other = s[(T + k) % 32];
      __syncwarp();
      s[T] += other;
      __syncwarp();
    }
    d[T] = s[T];
  } else {
    d[T] = s[T ^ 1];
  }
}

__device__ unsigned blocks_done = 0;
__global__ void last_block(int* d) {
  __shared__ bool last;
  int* const own = d + blockIdx.x * blockDim.x;
  own[T] = T;
  __threadfence();
  __syncthreads();
  if (T == 0) last = atomicAdd(&blocks_done, 1U) == gridDim.x - 1;
  __syncthreads();
  if (!last) return;
  for (int k = 16; k > 0; k >>= 1) {
    if (T < k) own[T] += own[T + k];
    __syncthreads();
  }
}

__global__ void half_a_tile(int* d) {
  const auto sixteen = cg::tiled_partition<16>(cg::this_thread_block());
  if (sixteen.thread_rank() >= 8) return;
  d[T] = T;
  sixteen.sync();
  d[T] += 1;
  __syncwarp();
  d[T] += 1;
}

__global__ void mask_of_those_who_come(int* d) {
  for (int k = 16; k > 0; k >>= 1) {
    const unsigned here = __ballot_sync(0xffffffffU, T % 32 < k);
    if (T % 32 < k) {
      d[T] += 1;
      __syncwarp(here);
    }
  }
  d[T] += 1;
}

__device__ int down(int* d, int depth) {
  d[T] += depth;
  __syncthreads();
  return depth == 0 ? 0 : 1 + down(d, depth - 1);
}
__global__ void recursion(int* d) { d[T] += down(d, 5); }

__global__ void patterns(int* d) {
  __shared__ int s[128], bins[8];
  s[T] = d[T];
  if (T < 8) bins[T] = 0;
  __syncthreads();
  for (int k = 64; k > 0; k >>= 1) {  // a sum
    if (T < k) s[T] += s[T + k];
    __syncthreads();
  }
  for (int k = 2; k <= 128; k *= 2) {  // a bitonic sort
    for (int j = k / 2; j > 0; j /= 2) {
      const int other = T ^ j;
      if (other > T && (s[T] > s[other]) == ((T & k) == 0)) {
        const int kept = s[T];
        s[T] = s[other];
        s[other] = kept;
      }
      __syncthreads();
    }
  }
  for (int k = 1; k < 128; k *= 2) {  // a scan
    const int left = T >= k ? s[T - k] : 0;
    __syncthreads();
    s[T] += left;
    __syncthreads();
  }
  atomicAdd(&bins[T % 8], 1);
  __syncthreads();
  if (T < 8) d[T] = bins[T];
  if (T == 0 || T == 127) return;
  d[T] = s[T - 1] + s[T + 1];
}

struct Counts {
  int* at;
  __device__ ~Counts() { atomicAdd(at, 1); }
};
__global__ void destructor(int* d) {
  const int t = T;
  if (t >= 100) return;
  {
    const Counts counts{d + 128};
    d[t] = t;
    __syncthreads();
  }
  d[t] += 1;
}

__global__ void whole_grid(int* d) {
  int* const own = d + blockIdx.x * blockDim.x;
  const cg::grid_group grid = cg::this_grid();
  if (T >= 100) return;
  own[T] = T;
  grid.sync();
  if (T >= 64) return;
  own[T] += 1;
  grid.sync();
  own[T] += 1;
}

__global__ void part_of_a_block(int* d) {
  int* const own = d + blockIdx.x * blockDim.x;
  if (T < 96) cg::this_grid().sync();  // finds: barrier divergence
  own[T] += 1;                         // finds: barrier divergence
}

__global__ void blocks_apart(int* d) {
  if (blockIdx.x == 0) {
    d[T] = 1;
    cg::this_grid().sync();  // finds: barrier divergence
  } else {
    d[128 + T] = 1;
    cg::this_grid().sync();  // finds: barrier divergence
  }
}

int main(int arguments, char** argument) {
  const int only = arguments > 1 ? atoi(argument[1]) : -1;
  int* d = nullptr;
  cudaMalloc(&d, 4096);
  int number = 0;
  const auto chosen = [&] {
    cudaMemset(d, 0, 4096);
    return only < 0 || only == number++;
  };
#define RUN(kernel, grid, ...)                                                                     \
  if (chosen()) {                                                                                  \
    kernel<<<grid, __VA_ARGS__>>>(d);                                                              \
    const cudaError_t error = cudaDeviceSynchronize();                                             \
    if (error != cudaSuccess || only >= 0) printf("%s: %s\n", #kernel, cudaGetErrorString(error)); \
  }
#define RUN_GRID(kernel)                                                                           \
  if (chosen()) {                                                                                  \
    void* parameters[] = {&d};                                                                     \
    cudaLaunchCooperativeKernel(reinterpret_cast<void*>(kernel), dim3(2), dim3(128), parameters,   \
                                0, nullptr);                                                       \
    const cudaError_t error = cudaDeviceSynchronize();                                             \
    if (error != cudaSuccess || only >= 0) printf("%s: %s\n", #kernel, cudaGetErrorString(error)); \
  }
  RUN(part_of_a_warp, 1, 128)
  RUN(whole_warps, 1, 128)
  RUN(rounds, 1, 128)
  RUN(rounds_to_the_end, 1, 128)
  RUN(branch_in_a_loop, 1, 128)
  RUN(return_of_a_function, 1, 128)
  RUN(template_function<40>, 1, 128)
  RUN(lambda, 1, 128)
  RUN(vote, 1, 128)
  RUN(group_of_the_block, 1, 128)
  RUN(tile, 1, 128)
  RUN(mask, 1, 128)
  RUN(coalesced, 1, 128)
  RUN(syncwarp_rounds, 1, 128)
  RUN(switch_case, 1, 128)
  RUN(called_in_two_branches, 1, 128)
  RUN(return_behind_common_code, 1, 128)
  RUN(do_while, 1, 128)
  RUN(leaves_a_loop, 1, 128)
  RUN(two_dimensions, 1, dim3(8, 8))
  RUN(last_code_is_a_branch, 1, 128)
  RUN(other_branch, 1, 128)
  RUN(branch_in_a_loop_before_a_return, 1, 128)
  RUN(common_code_before_a_function, 1, 128)
  RUN(return_with_work_in_a_loop, 1, 128)
  RUN(branch_that_all_take_and_leave_by, 1, 128)
  RUN(in_a_recursion, 1, 128)
  RUN_GRID(part_of_a_block)
  RUN_GRID(blocks_apart)
  RUN(closing_branch, 1, 128)
  RUN(closing_branches, 1, 128)
  RUN(calls_closing_function, 1, 128)
  RUN(closing_syncwarp, 1, 128)
  RUN(early_return, 1, 128)
  RUN(return_in_a_loop, 1, 128)
  RUN(own_turn, 1, 128)
  RUN(return_in_a_function, 1, 128)
  RUN(function_says_who_stays, 1, 128)
  RUN(function_says_whose_turn_it_is, 1, 128)
  RUN(uniform_branches, 3, 128)
  RUN(warps_with_tasks, 1, 128)
  RUN(last_block, 3, 100)
  RUN(half_a_tile, 1, 128)
  RUN(mask_of_those_who_come, 1, 128)
  RUN(recursion, 1, 100)
  RUN(patterns, 1, 128)
  RUN(destructor, 1, 128)
  RUN_GRID(whole_grid)
  printf("Success\n");
  cudaFree(d);
}
