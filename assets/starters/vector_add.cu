// Adds two vectors with one thread per element: the smallest whole CUDA program.
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <cuda_runtime.h>

// Every call of the runtime returns an error code. A program that does not look at it goes on with
// wrong data.
#define CHECK(call) check((call), #call, __LINE__)
static void check(cudaError_t error, const char* call, int line) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "line %d: %s: %s\n", line, call, cudaGetErrorString(error));
  std::exit(EXIT_FAILURE);
}

// All threads run this function; only their indices differ. Threads with neighbouring indices read
// neighbouring elements, so that the loads of a warp share 32-byte sectors of memory.
__global__ void add(const float* a, const float* b, float* sum, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  // The grid is rounded up to whole blocks: without this guard its last threads would write behind
  // the end.
  if (i < n) sum[i] = a[i] + b[i];
}

int main() {
  const int n = 1000;  // no multiple of the block, as sizes usually are
  const std::size_t bytes = n * sizeof(float);
  std::vector<float> a(n), b(n), sum(n);
  for (int i = 0; i < n; ++i) {
    a[i] = static_cast<float>(i);
    b[i] = static_cast<float>(2 * i);
  }

  // The device has its own memory: allocate there, and copy the input to it.
  float *device_a = nullptr, *device_b = nullptr, *device_sum = nullptr;
  CHECK(cudaMalloc(&device_a, bytes));
  CHECK(cudaMalloc(&device_b, bytes));
  CHECK(cudaMalloc(&device_sum, bytes));
  CHECK(cudaMemcpy(device_a, a.data(), bytes, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(device_b, b.data(), bytes, cudaMemcpyHostToDevice));

  const int block = 256;                     // threads per block: 8 warps of 32
  const int grid = (n + block - 1) / block;  // blocks, rounded up
  add<<<grid, block>>>(device_a, device_b, device_sum, n);
  CHECK(cudaGetLastError());  // a launch returns nothing: ask whether it was legal

  // This copy waits until the kernel has ended.
  CHECK(cudaMemcpy(sum.data(), device_sum, bytes, cudaMemcpyDeviceToHost));
  CHECK(cudaFree(device_a));
  CHECK(cudaFree(device_b));
  CHECK(cudaFree(device_sum));

  for (int i = 0; i < n; ++i) {
    if (sum[i] == a[i] + b[i]) continue;
    std::printf("FAIL: sum[%d] is %g, but %g was expected\n", i, sum[i], a[i] + b[i]);
    return EXIT_FAILURE;
  }
  std::printf("PASS: %d sums are right\n", n);
}
