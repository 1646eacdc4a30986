// What host code may do, without a finding; says "Success" if all results are right.
#include <cooperative_groups.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                      \
  do {                                                                   \
    const cudaError_t error = (call);                                    \
    if (error != cudaSuccess) {                                          \
      std::printf("line %d: %s\n", __LINE__, cudaGetErrorString(error)); \
      std::exit(EXIT_FAILURE);                                           \
    }                                                                    \
  } while (0)
#define EXPECT(condition)                                     \
  do {                                                        \
    if (!(condition)) {                                       \
      std::printf("line %d: not %s\n", __LINE__, #condition); \
      std::exit(EXIT_FAILURE);                                \
    }                                                         \
  } while (0)

__constant__ float table[4];
__constant__ float factor;
__device__ int counter;
__managed__ int shared_count;

struct Pair {
  int a;
  double b;
};

__global__ void add(float* data, Pair pair, int n) {
  const int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i < n) data[i] += static_cast<float>(pair.a + pair.b) * factor + table[i % 4];
  if (i == 0) {
    ++counter;
    ++shared_count;
  }
}
template <class T>
__global__ void fill(T* data, T value) {
  data[threadIdx.x + blockIdx.x * blockDim.x] = value;
}
__global__ void wait_for_all(int* data) {
  data[blockIdx.x] = 1;
  cooperative_groups::this_grid().sync();
  if (threadIdx.x == 0 && blockIdx.x == 0) data[0] = data[0] + data[1];
}

constexpr int n = 16;
constexpr size_t bytes = n * sizeof(float);

void symbols_and_managed() {
  const float host_table[4] = {0, 10, 20, 30}, host_factor = 2;
  CHECK(cudaMemcpyToSymbol(table, host_table, sizeof host_table));
  CHECK(cudaMemcpyToSymbol(factor, &host_factor, sizeof host_factor));
  int zero = 0, *address = nullptr;
  size_t size = 0;
  CHECK(cudaGetSymbolAddress((void**)&address, counter));
  CHECK(cudaGetSymbolSize(&size, table));
  EXPECT(size == sizeof table);
  CHECK(cudaMemcpy(address, &zero, sizeof zero, cudaMemcpyHostToDevice));
  shared_count = 5;
}

void launches() {
  std::vector<float> host(n, 1.0F);
  float* d = nullptr;
  CHECK(cudaMalloc(&d, bytes));
  CHECK(cudaMemcpy(d, host.data(), bytes, cudaMemcpyHostToDevice));
  Pair pair = {1, 0.5};
  int count = n;
  void* arguments[] = {&d, &pair, &count};
  add<<<2, 8>>>(d, pair, n);
  CHECK(cudaGetLastError());
  CHECK(cudaLaunchKernel(add, dim3(2), dim3(8), arguments));
  CHECK(cudaLaunchKernel((const void*)add, dim3(2), dim3(8), arguments, 0, nullptr));
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaMemcpy(host.data(), d, bytes, cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; ++i) EXPECT(host[i] == 1 + 3 * (1.5F * 2 + i % 4 * 10));
  EXPECT(shared_count == 8);
  int counted = 0;
  CHECK(cudaMemcpyFromSymbol(&counted, counter, sizeof counted));
  EXPECT(counted == 3);
  float value = 7;
  void* fill_arguments[] = {&d, &value};
  CHECK(cudaLaunchKernel(fill<float>, 2, 8, fill_arguments));
  CHECK(cudaMemcpy(host.data(), d, bytes, cudaMemcpyDefault));
  EXPECT(host[15] == 7);
  CHECK(cudaFree(d));
  int* flags = nullptr;
  CHECK(cudaMallocManaged(&flags, 2 * sizeof(int)));
  void* wait_arguments[] = {&flags};
  CHECK(cudaLaunchCooperativeKernel((void*)wait_for_all, 2, 32, wait_arguments));
  CHECK(cudaDeviceSynchronize());
  EXPECT(flags[0] == 2);
  CHECK(cudaFree(flags));
}

void zero_copy() {
  std::vector<int> mine(n, 1);
  int* mapped = nullptr;
  CHECK(cudaHostRegister(mine.data(), n * sizeof(int), cudaHostRegisterMapped));
  CHECK(cudaHostGetDevicePointer(&mapped, mine.data(), 0));
  fill<<<2, n / 2>>>(mapped, 42);
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaHostUnregister(mine.data()));
  EXPECT(mine[n - 1] == 42);
  CHECK(cudaHostAlloc(&mapped, n * sizeof(int), cudaHostAllocMapped));
  fill<<<2, n / 2>>>(mapped, 43);
  CHECK(cudaDeviceSynchronize());
  EXPECT(mapped[n - 1] == 43);
  CHECK(cudaFreeHost(mapped));
}

void streams_and_graphs() {
  cudaStream_t stream;
  cudaEvent_t start, end;
  float milliseconds = 0, *d = nullptr, *h = nullptr;
  CHECK(cudaStreamCreate(&stream));
  CHECK(cudaEventCreate(&start));
  CHECK(cudaEventCreate(&end));
  CHECK(cudaMallocAsync(&d, bytes, stream));
  CHECK(cudaMallocHost(&h, bytes));
  CHECK(cudaMemsetAsync(d, 0, bytes, stream));
  CHECK(cudaEventRecord(start, stream));
  cudaGraph_t graph;
  cudaGraphExec_t executable;
  CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  add<<<2, 8, 0, stream>>>(d, Pair{1, 0}, n);
  CHECK(cudaMemcpyAsync(h, d, bytes, cudaMemcpyDeviceToHost, stream));
  CHECK(cudaStreamEndCapture(stream, &graph));
  CHECK(cudaGraphInstantiate(&executable, graph, nullptr, nullptr, 0));
  for (int i = 0; i < 3; ++i) CHECK(cudaGraphLaunch(executable, stream));
  CHECK(cudaEventRecord(end, stream));
  CHECK(cudaStreamSynchronize(stream));
  EXPECT(h[4] == 6);
  CHECK(cudaEventElapsedTime(&milliseconds, start, end));
  EXPECT(milliseconds > 0);
  CHECK(cudaGraphExecDestroy(executable));
  CHECK(cudaGraphDestroy(graph));
  CHECK(cudaFreeHost(h));
  CHECK(cudaFreeAsync(d, stream));
  CHECK(cudaStreamDestroy(stream));
}

int main() {
  symbols_and_managed();
  launches();
  zero_copy();
  streams_and_graphs();
  int grid = 0, block = 0;
  CHECK(cudaOccupancyMaxPotentialBlockSize(&grid, &block, fill<int>, 0, 0));
  EXPECT(block == 1024 && grid == 264);
  // A question that may fail, and is asked.
  void* too_much = nullptr;
  EXPECT(cudaMalloc(&too_much, ~size_t{0}) == cudaErrorMemoryAllocation);
  EXPECT(cudaGetLastError() == cudaErrorMemoryAllocation);
  std::printf("Success\n");
}
