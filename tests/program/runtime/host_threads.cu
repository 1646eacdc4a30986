// Host threads that allocate, copy, launch and free beside one another: THREADS ROUNDS SEED. Returns how many results
// were wrong, and is correct CUDA: nothing is to be found.
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <thread>
#include <vector>

#define CHECK(call)                                                               \
  do {                                                                            \
    const cudaError_t error = call;                                               \
    if (error != cudaSuccess) {                                                   \
      std::fprintf(stderr, "line %d: %s\n", __LINE__, cudaGetErrorString(error)); \
      std::exit(99);                                                              \
    }                                                                             \
  } while (false)

__device__ int launches_of_all;
__constant__ int step_of_all = 3;

__global__ void add(int* data, int n, int value) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] += value;
  if (i == 0) atomicAdd(&launches_of_all, 1);
}

/// Each block turns its part round, in shared memory.
__global__ void turn(int* data) {
  __shared__ int part[64];
  part[threadIdx.x] = data[blockIdx.x * blockDim.x + threadIdx.x] + step_of_all;
  __syncthreads();
  data[blockIdx.x * blockDim.x + threadIdx.x] = part[blockDim.x - 1 - threadIdx.x];
}

/// Adds up in global memory, however the blocks come.
__global__ void sum(const int* data, int n, unsigned long long* total) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(total, (unsigned long long)data[i]);
}

std::atomic<int> wrong{0}, launched{0};

void expect(bool right, const char* what) {
  if (right) return;
  ++wrong;
  std::fprintf(stderr, "wrong: %s\n", what);
}

using Random = std::mt19937;

cudaStream_t new_stream(Random& random) {
  cudaStream_t stream;
  const unsigned flags = random() % 2 ? cudaStreamNonBlocking : cudaStreamDefault;
  CHECK(cudaStreamCreateWithFlags(&stream, flags));
  return stream;
}

void launch_add(int* data, int n, int value, cudaStream_t stream) {
  ++launched;
  add<<<(n + 63) / 64, 64, 0, stream>>>(data, n, value);
  CHECK(cudaGetLastError());
}

/// To the device and back in the order of a stream, with memory of the stream or of the device.
void copy_and_launch(Random& random) {
  const int n = 64 * (1 + random() % 8);
  const bool of_stream = random() % 2;
  std::vector<int> host(n), back(n, -1);
  for (int i = 0; i < n; ++i) host[i] = i;
  const cudaStream_t stream = new_stream(random);
  int* data;
  if (of_stream) {
    CHECK(cudaMallocAsync((void**)&data, n * sizeof(int), stream));
  } else {
    CHECK(cudaMalloc(&data, n * sizeof(int)));
  }
  CHECK(cudaMemcpyAsync(data, host.data(), n * sizeof(int), cudaMemcpyHostToDevice, stream));
  launch_add(data, n, 5, stream);
  turn<<<n / 64, 64, 0, stream>>>(data);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpyAsync(back.data(), data, n * sizeof(int), cudaMemcpyDeviceToHost, stream));
  if (of_stream) CHECK(cudaFreeAsync(data, stream));
  CHECK(cudaStreamSynchronize(stream));
  bool right = true;
  for (int i = 0; i < n; ++i) right = right && back[i] == i / 64 * 64 + 63 - i % 64 + 8;
  expect(right, "copied to the device and back");
  if (!of_stream) CHECK(cudaFree(data));
  CHECK(cudaStreamDestroy(stream));
}

/// One stream waits for another one's event.
void wait_for_event(Random& random) {
  constexpr int n = 256;
  const cudaStream_t first = new_stream(random), second = new_stream(random);
  cudaEvent_t event;
  CHECK(cudaEventCreate(&event));
  int* data;
  int* pinned;
  CHECK(cudaMalloc(&data, n * sizeof(int)));
  CHECK(cudaMallocHost((void**)&pinned, n * sizeof(int)));
  CHECK(cudaMemsetAsync(data, 0, n * sizeof(int), first));
  launch_add(data, n, 7, first);
  CHECK(cudaEventRecord(event, first));
  CHECK(cudaStreamWaitEvent(second, event, 0));
  launch_add(data, n, 11, second);
  CHECK(cudaMemcpyAsync(pinned, data, n * sizeof(int), cudaMemcpyDeviceToHost, second));
  CHECK(cudaStreamSynchronize(second));
  bool right = true;
  for (int i = 0; i < n; ++i) right = right && pinned[i] == 18;
  expect(right, "a stream behind another one's event");
  CHECK(cudaEventDestroy(event));
  CHECK(cudaFreeHost(pinned));
  CHECK(cudaFree(data));
  CHECK(cudaStreamDestroy(first));
  CHECK(cudaStreamDestroy(second));
}

/// Memory that host and device both use.
void use_managed(Random& random) {
  const int n = 1 + random() % 300;
  int* data;
  unsigned long long* total;
  CHECK(cudaMallocManaged(&data, n * sizeof(int)));
  CHECK(cudaMallocManaged(&total, sizeof *total));
  for (int i = 0; i < n; ++i) data[i] = i;
  *total = 0;
  const cudaStream_t stream = new_stream(random);
  launch_add(data, n, 2, stream);
  sum<<<(n + 63) / 64, 64, 0, stream>>>(data, n, total);
  CHECK(cudaGetLastError());
  CHECK(cudaStreamSynchronize(stream));
  expect(*total == (unsigned long long)n * (n - 1) / 2 + 2ull * n, "a sum in managed memory");
  CHECK(cudaStreamDestroy(stream));
  CHECK(cudaFree(total));
  CHECK(cudaFree(data));
}

void double_it(void* number) { *static_cast<int*>(number) *= 2; }

/// A host function between two kernels of a stream.
void call_host(Random& random) {
  const cudaStream_t stream = new_stream(random);
  int* data;
  int* number;
  CHECK(cudaMalloc(&data, sizeof(int)));
  CHECK(cudaMallocHost((void**)&number, sizeof(int)));
  *number = 21;
  CHECK(cudaMemcpyAsync(data, number, sizeof(int), cudaMemcpyHostToDevice, stream));
  launch_add(data, 1, 4, stream);
  CHECK(cudaMemcpyAsync(number, data, sizeof(int), cudaMemcpyDeviceToHost, stream));
  CHECK(cudaLaunchHostFunc(stream, double_it, number));
  CHECK(cudaMemcpyAsync(data, number, sizeof(int), cudaMemcpyHostToDevice, stream));
  launch_add(data, 1, 1, stream);
  CHECK(cudaMemcpyAsync(number, data, sizeof(int), cudaMemcpyDeviceToHost, stream));
  CHECK(cudaStreamSynchronize(stream));
  expect(*number == 51, "a host function between two kernels");
  CHECK(cudaFreeHost(number));
  CHECK(cudaFree(data));
  CHECK(cudaStreamDestroy(stream));
}

/// A graph that this thread captures, and launches several times.
void launch_graph(Random& random) {
  constexpr int n = 128;
  const int times = 1 + random() % 3;
  cudaStream_t stream;
  CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  int* data;
  CHECK(cudaMalloc(&data, n * sizeof(int)));
  CHECK(cudaMemsetAsync(data, 0, n * sizeof(int), stream));
  cudaGraph_t graph;
  cudaGraphExec_t ready;
  CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
  add<<<n / 64, 64, 0, stream>>>(data, n, 3);
  add<<<n / 64, 64, 0, stream>>>(data, n, 4);
  CHECK(cudaStreamEndCapture(stream, &graph));
  CHECK(cudaGraphInstantiate(&ready, graph, 0));
  for (int k = 0; k < times; ++k) CHECK(cudaGraphLaunch(ready, stream));
  launched += 2 * times;
  std::vector<int> back(n);
  CHECK(cudaMemcpyAsync(back.data(), data, n * sizeof(int), cudaMemcpyDeviceToHost, stream));
  CHECK(cudaStreamSynchronize(stream));
  bool right = true;
  for (const int each : back) right = right && each == 7 * times;
  expect(right, "a graph launched several times");
  CHECK(cudaGraphExecDestroy(ready));
  CHECK(cudaGraphDestroy(graph));
  CHECK(cudaFree(data));
  CHECK(cudaStreamDestroy(stream));
}

/// In the stream that all threads share. Not with cudaDeviceSynchronize(): another thread may capture a stream.
void use_default_stream(Random& random) {
  const int n = 64 * (1 + random() % 4);
  std::vector<int> host(n, 1);
  int* data;
  CHECK(cudaMalloc(&data, n * sizeof(int)));
  CHECK(cudaMemcpy(data, host.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  launch_add(data, n, 9, nullptr);
  if (random() % 2) CHECK(cudaStreamSynchronize(nullptr));
  CHECK(cudaMemcpy(host.data(), data, n * sizeof(int), cudaMemcpyDeviceToHost));
  bool right = true;
  for (const int each : host) right = right && each == 10;
  expect(right, "the default stream");
  cudaPointerAttributes attributes;
  CHECK(cudaPointerGetAttributes(&attributes, data));
  expect(attributes.type == cudaMemoryTypeDevice, "attributes of a pointer");
  CHECK(cudaFree(data));
}

int main(int count, char** words) {
  if (count != 4) return 98;
  const int threads = std::atoi(words[1]), rounds = std::atoi(words[2]);
  std::vector<std::thread> all;
  for (int thread = 0; thread < threads; ++thread) {
    all.emplace_back([=] {
      Random random(1000 * std::atoi(words[3]) + thread);
      void (*const works[])(Random&) = {copy_and_launch, wait_for_event, use_managed,
                                        call_host,       launch_graph,   use_default_stream};
      for (int round = 0; round < rounds; ++round) works[random() % 6](random);
    });
  }
  for (std::thread& each : all) each.join();
  CHECK(cudaDeviceSynchronize());
  int of_all = 0;
  CHECK(cudaMemcpyFromSymbol(&of_all, launches_of_all, sizeof of_all));
  expect(of_all == launched, "a counter of all threads' launches");
  return wrong;
}
