// Work of streams and of the host that uses the same memory with nothing between. Each part waits for the device.
#include <cuda_runtime.h>

#include <cstdio>

constexpr int n = 256, bytes = n * sizeof(int);

__global__ void fill(int* d) { d[threadIdx.x] = threadIdx.x; }
__global__ void add(const int* from, int* to) { to[threadIdx.x] += from[threadIdx.x]; }
__global__ void count(int* c) { atomicAdd(c, 1); }

int main() {
  int *d, *e, *c, *pinned, *managed;
  cudaMalloc(&d, bytes);
  cudaMalloc(&e, bytes);
  cudaMalloc(&c, sizeof(int));
  cudaMallocHost(&pinned, bytes);
  cudaMallocManaged(&managed, bytes);
  cudaStream_t a, b, alone;
  cudaStreamCreate(&a);
  cudaStreamCreate(&b);
  cudaStreamCreateWithFlags(&alone, cudaStreamNonBlocking);
  cudaEvent_t event;
  cudaEventCreate(&event);
  for (int i = 0; i < n; ++i) pinned[i] = managed[i] = i;
  cudaMemset(d, 0, bytes);
  cudaMemset(e, 0, bytes);
  cudaMemset(c, 0, sizeof(int));
  cudaDeviceSynchronize();

  // Two launches in two streams.
  fill<<<1, n, 0, a>>>(d);    // finds: race
  add<<<1, n, 0, b>>>(d, e);  // finds: race
  cudaDeviceSynchronize();

  // The event was recorded before the work.
  cudaEventRecord(event, a);
  fill<<<1, n, 0, a>>>(d);  // finds: race
  cudaStreamWaitEvent(b, event, 0);
  cudaMemcpyAsync(pinned, d, bytes, cudaMemcpyDeviceToHost, b);  // finds: race
  cudaDeviceSynchronize();

  // A stream that does not wait for the legacy one.
  cudaMemset(d, 0, bytes);      // finds: race
  fill<<<1, n, 0, alone>>>(d);  // finds: race
  cudaDeviceSynchronize();

  // The host does not wait for the copy, nor for another stream's.
  fill<<<1, n, 0, b>>>(d);
  cudaMemcpyAsync(pinned, d, bytes, cudaMemcpyDeviceToHost, b);  // finds: race
  cudaStreamSynchronize(a);
  const int last = pinned[n - 1];  // finds: race
  cudaDeviceSynchronize();

  // The host overwrites what a copy still reads.
  cudaMemcpyAsync(d, pinned, bytes, cudaMemcpyHostToDevice, a);  // finds: race
  pinned[0] = 7;                                                 // finds: race
  cudaDeviceSynchronize();

  // Managed memory, read behind a launch.
  add<<<1, n>>>(d, managed);     // finds: race
  const int first = managed[0];  // finds: race
  cudaDeviceSynchronize();

  // An atomic beside a copy.
  count<<<1, n, 0, a>>>(c);                                         // finds: race
  cudaMemcpyAsync(d, c, sizeof(int), cudaMemcpyDeviceToDevice, b);  // finds: race
  cudaDeviceSynchronize();

  std::printf("%d %d\n", last, first);
}
