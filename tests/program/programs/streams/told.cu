// Two streams of which one waits for the other once, and once forgets to.
#include <cuda_runtime.h>

#include <cstdio>

constexpr int n = 256, bytes = n * sizeof(float);

__global__ void scale(const float* from, float* to) { to[threadIdx.x] = 2 * from[threadIdx.x]; }

int main() {
  float *in, *mid, *out, *host;
  cudaMalloc(&in, bytes);
  cudaMalloc(&mid, bytes);
  cudaMalloc(&out, bytes);
  cudaMallocHost(&host, bytes);
  cudaStream_t load, compute;
  cudaStreamCreateWithFlags(&load, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&compute, cudaStreamNonBlocking);
  cudaEvent_t loaded;
  cudaEventCreate(&loaded);
  for (int i = 0; i < n; ++i) host[i] = i;

  cudaMemcpyAsync(in, host, bytes, cudaMemcpyHostToDevice, load);
  cudaEventRecord(loaded, load);
  cudaStreamWaitEvent(compute, loaded, 0);
  scale<<<1, n, 0, compute>>>(in, mid);
  cudaDeviceSynchronize();

  scale<<<1, n, 0, compute>>>(mid, out);
  cudaMemcpyAsync(host, out, bytes, cudaMemcpyDeviceToHost, load);  // does not wait for scale
  cudaDeviceSynchronize();
  std::printf("%g\n", host[3]);
}
