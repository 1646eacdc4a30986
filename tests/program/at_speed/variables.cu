// Variables and functions of every kind, used by blocks that are checked and by blocks at speed: each prints one line, which
// must not depend on how many of them are checked.
#include <cstdio>
#include <new>

#include "variables.cuh"

constexpr int blocks = 64, values = 23;

__device__ int plain = 1;
static __device__ int file_local = 2;
namespace outer {
__device__ int named = 3;
}
namespace {
__device__ int hidden = 4;
}
__device__ int initialised[4] = {10, 20, 30, 40};
__constant__ int constant[2];
__managed__ int managed = 6;
template <class T>
__device__ T of_any = 12;
template <class T>
static __constant__ T constant_of_any[2];
__device__ int* pointer;
__device__ int across = 7;
int host_global = 11;

int starts = 0;
struct Starter {
  Starter() { ++starts; }
} starter;

__device__ int local_static() {
  static __device__ int count = 100;
  return atomicAdd(&count, 1);
}

struct Shape {
  __device__ virtual int area() const { return 1; }
};
struct Square : Shape {
  int side;
  __device__ explicit Square(int s) : side(s) {}
  __device__ int area() const override { return side * side; }
};
__device__ Shape* made_by_the_first;
alignas(Square) __device__ char place[sizeof(Square)];

using Function = int (*)(int);
__device__ int twice(int x) { return 2 * x; }
__device__ int thrice(int x) { return 3 * x; }
static __device__ int fourfold(int x) { return 4 * x; }
__device__ Function functions[3] = {twice, nullptr, nullptr};

static __shared__ int file_shared[32];
__device__ __noinline__ int read_shared(int k) { return file_shared[k & 31]; }
__device__ Function reader = read_shared;

__device__ int recursive(int n) { return n < 2 ? 1 : n * recursive(n - 1); }

__global__ void use(int* out) {
  const int block = blockIdx.x;
  if (threadIdx.x != 0) return;
  int* const o = out + block * values;
  o[0] = atomicAdd(&plain, 1);
  o[1] = atomicAdd(&file_local, 1);
  o[2] = atomicAdd(&outer::named, 1);
  o[3] = atomicAdd(&hidden, 1);
  o[4] = initialised[block & 3];
  o[5] = constant[0] + constant[1];
  o[6] = atomicAdd(&managed, 1);
  o[7] = local_static();
  o[8] = atomicAdd(&Held<int>::value, 1);
  o[9] = atomicAdd(&across, 1);
  o[10] = scaled(block);
  if (block == 0) {
    pointer = &file_local;
    functions[1] = thrice;
    functions[2] = fourfold;
    made_by_the_first = new (place) Square(5);
  }
  o[11] = pointer == &file_local;
  o[12] = *pointer >= 0;
  Square square(block);
  const Shape* const shape = &square;
  o[13] = shape->area();
  o[14] = made_by_the_first->area();
  o[15] = functions[0](block) + functions[1](block) + functions[2](block);
  o[16] = functions[1] == thrice && functions[2] == fourfold;
  file_shared[block & 31] = block + 1;
  o[17] = reader(block);
  o[18] = recursive(block & 7);
  o[19] = file_shared[block & 31];
  o[20] = atomicAdd(&of_any<int>, 1);
  o[21] = constant_of_any<int>[1] + gridDim.x;
  o[22] = counts_of_each_file++;
}

int main() {
  int *out, host[blocks * values];
  cudaMalloc(&out, sizeof host);
  const int two[2] = {3, host_global};
  cudaMemcpyToSymbol(constant, two, sizeof two);
  cudaMemcpyToSymbol(constant_of_any<int>, two, sizeof two);
  use<<<blocks, 32>>>(out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  for (int block = 0; block < blocks; ++block) {
    for (int k = 0; k < values; ++k) std::printf("%d ", host[block * values + k]);
    std::printf("\n");
  }
  int now[3];
  cudaMemcpyFromSymbol(now, plain, sizeof(int));
  cudaMemcpyFromSymbol(now + 1, file_local, sizeof(int));
  cudaMemcpyFromSymbol(now + 2, Held<int>::value, sizeof(int));
  std::printf("%d %d %d %d\n", now[0], now[1], now[2], managed);
  std::printf("began %d times\n", starts);
  use_elsewhere(out, blocks);
  cudaMemcpy(host, out, blocks * sizeof(int), cudaMemcpyDeviceToHost);
  for (int block = 0; block < blocks; ++block) std::printf("%d ", host[block]);
  std::printf("\n%s\n", cudaGetErrorString(cudaGetLastError()));
}
