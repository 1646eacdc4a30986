// Transposes a matrix through a tile in shared memory, so that global memory is both read and
// written by rows.
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

constexpr int side = 32;  // of a tile: as many columns as a warp has lanes
constexpr int rows = 8;   // of a block: each thread moves side / rows elements

__global__ void transpose(const float* in, float* out, int n) {
  // A row has 32 words and there are 32 banks, so a column lies in a single bank. To mend it, make a
  // row one word longer, tile[side][side + 1]: each row then begins one bank further on.
  __shared__ float tile[side][side];
  int x = blockIdx.x * side + threadIdx.x;
  int y = blockIdx.y * side + threadIdx.y;
  for (int j = 0; j < side; j += rows) {
    if (x < n && y + j < n) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * n + x];
  }
  __syncthreads();  // a thread reads what threads of other warps have written

  x = blockIdx.y * side + threadIdx.x;  // the tile's place in the result: blocks are swapped, too
  y = blockIdx.x * side + threadIdx.y;
  for (int j = 0; j < side; j += rows) {
    if (x < n && y + j < n) out[(y + j) * n + x] = tile[threadIdx.x][threadIdx.y + j];
  }
}

int main() {
  const int n = 104;  // no multiple of the tile: the guards above matter
  const std::size_t bytes = n * n * sizeof(float);
  std::vector<float> in(n * n), out(n * n);
  for (int i = 0; i < n * n; ++i) in[i] = static_cast<float>(i);

  float *device_in = nullptr, *device_out = nullptr;
  CHECK(cudaMalloc(&device_in, bytes));
  CHECK(cudaMalloc(&device_out, bytes));
  CHECK(cudaMemcpy(device_in, in.data(), bytes, cudaMemcpyHostToDevice));

  const dim3 block(side, rows), grid((n + side - 1) / side, (n + side - 1) / side);
  transpose<<<grid, block>>>(device_in, device_out, n);
  CHECK(cudaGetLastError());

  CHECK(cudaMemcpy(out.data(), device_out, bytes, cudaMemcpyDeviceToHost));
  CHECK(cudaFree(device_in));
  CHECK(cudaFree(device_out));

  for (int i = 0; i < n * n; ++i) {
    if (out[i] == in[i % n * n + i / n]) continue;
    std::printf("FAIL at row %d, column %d: %g\n", i / n, i % n, out[i]);
    return EXIT_FAILURE;
  }
  std::printf("PASS: %d x %d elements are in their places\n", n, n);
}
