// Counts how often each of 64 values occurs: first with atomics in global memory, then in shared
// memory.
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <cuda_runtime.h>

#define CHECK(call) check((call), #call, __LINE__)
static void check(cudaError_t error, const char* call, int line) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "line %d: %s: %s\n", line, call, cudaGetErrorString(error));
  std::exit(EXIT_FAILURE);
}

constexpr int bins = 64, block = 256;

// counts[v] += 1 would lose counts, because two threads may read the same old value. An atomic reads,
// adds and writes without anybody between.
__global__ void count_in_global(const int* in, int* counts, int n) {
  const int i = blockIdx.x * block + threadIdx.x;
  if (i < n) atomicAdd(&counts[in[i]], 1);
}

// A block counts in its own shared memory first, which is nearer and which no other block touches.
// Then one thread per bin adds the block's count to global memory: 64 atomics instead of 256.
// Lanes that want different bins of one bank still wait for one another.
__global__ void count_in_shared(const int* in, int* counts, int n) {
  __shared__ int own[bins];
  for (int b = threadIdx.x; b < bins; b += block) own[b] = 0;  // nobody else sets it to 0
  __syncthreads();
  const int i = blockIdx.x * block + threadIdx.x;
  if (i < n) atomicAdd(&own[in[i]], 1);
  __syncthreads();
  for (int b = threadIdx.x; b < bins; b += block) atomicAdd(&counts[b], own[b]);
}

int main() {
  const int n = 1000, grid = (n + block - 1) / block;
  std::vector<int> in(n), counts(bins), expected(bins);
  for (int i = 0; i < n; ++i) ++expected[in[i] = i * i % bins];

  int *device_in = nullptr, *device_counts = nullptr;
  CHECK(cudaMalloc(&device_in, n * sizeof(int)));
  CHECK(cudaMalloc(&device_counts, bins * sizeof(int)));
  CHECK(cudaMemcpy(device_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice));

  for (const bool shared : {false, true}) {
    CHECK(cudaMemset(device_counts, 0, bins * sizeof(int)));
    if (shared) {
      count_in_shared<<<grid, block>>>(device_in, device_counts, n);
    } else {
      count_in_global<<<grid, block>>>(device_in, device_counts, n);
    }
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(counts.data(), device_counts, bins * sizeof(int), cudaMemcpyDeviceToHost));
    const bool right = counts == expected;
    std::printf("%s: counted in %s memory\n", right ? "PASS" : "FAIL",
                shared ? "shared" : "global");
    if (!right) return EXIT_FAILURE;
  }
  CHECK(cudaFree(device_in));
  CHECK(cudaFree(device_counts));
}
