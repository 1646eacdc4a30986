// Adds up an array: each block sums its part in shared memory, the host adds the blocks' sums.
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

constexpr int block = 256;  // a power of two, so that every round halves what is left

__global__ void reduce(const int* in, int* sums, int n) {
  __shared__ int data[block];
  const int t = threadIdx.x;
  const int i = blockIdx.x * block + t;
  data[t] = i < n ? in[i] : 0;  // threads behind the end add nothing, but take part in each barrier
  __syncthreads();

  // A tree: the distance s between the two elements of a pair doubles every round.
  // It is correct but slow: the pairs of neighbouring lanes lie 2 * s words apart, so that several
  // lanes want the same bank. To mend it, let s fall from block / 2 to 1, and let each thread t < s
  // add data[t + s] to data[t]. Save, and compare the wavefronts.
  for (int s = 1; s < block; s *= 2) {
    const int left = 2 * s * t;
    if (left < block) data[left] += data[left + s];
    __syncthreads();  // outside of the if: all threads of a block must reach a barrier
  }

  if (t == 0) sums[blockIdx.x] = data[0];
}

int main() {
  const int n = 1000, grid = (n + block - 1) / block;
  std::vector<int> in(n), sums(grid);
  int expected = 0;
  for (int i = 0; i < n; ++i) expected += in[i] = i % 7;

  int *device_in = nullptr, *device_sums = nullptr;
  CHECK(cudaMalloc(&device_in, n * sizeof(int)));
  CHECK(cudaMalloc(&device_sums, grid * sizeof(int)));
  CHECK(cudaMemcpy(device_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice));

  reduce<<<grid, block>>>(device_in, device_sums, n);
  CHECK(cudaGetLastError());

  CHECK(cudaMemcpy(sums.data(), device_sums, grid * sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(device_in));
  CHECK(cudaFree(device_sums));

  int sum = 0;
  for (const int part : sums) sum += part;
  std::printf("%s: the sum is %d, expected %d\n", sum == expected ? "PASS" : "FAIL", sum, expected);
  return sum == expected ? EXIT_SUCCESS : EXIT_FAILURE;
}
