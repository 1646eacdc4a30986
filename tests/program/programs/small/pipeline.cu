// Three launches on a stream, each of which works on what the one before it left.
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

__global__ void square(const int* in, int* squares, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) squares[i] = in[i] * in[i];
}

__global__ void differences(const int* squares, int* steps, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n) steps[i] = squares[i + 1] - squares[i];
}

__global__ void largest(const int* steps, int* result, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n) atomicMax(result, steps[i]);
}

int main() {
  const int n = 700, threads = 128, blocks = (n + threads - 1) / threads;
  std::vector<int> in(n);
  for (int i = 0; i < n; ++i) in[i] = i * 37 % 101;
  int *d_in = nullptr, *squares = nullptr, *steps = nullptr, *result = nullptr;
  cudaMalloc(&d_in, n * sizeof(int));
  cudaMalloc(&squares, n * sizeof(int));
  cudaMalloc(&steps, (n - 1) * sizeof(int));
  cudaMalloc(&result, sizeof(int));
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaMemcpyAsync(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice, stream);
  cudaMemsetAsync(result, 0, sizeof(int), stream);
  square<<<blocks, threads, 0, stream>>>(d_in, squares, n);
  differences<<<blocks, threads, 0, stream>>>(squares, steps, n);
  largest<<<blocks, threads, 0, stream>>>(steps, result, n);
  int found = -1;
  cudaMemcpyAsync(&found, result, sizeof(int), cudaMemcpyDeviceToHost, stream);
  cudaStreamSynchronize(stream);
  cudaStreamDestroy(stream);
  cudaFree(d_in);
  cudaFree(squares);
  cudaFree(steps);
  cudaFree(result);
  int expected = 0;
  for (int i = 0; i + 1 < n; ++i) {
    const int step = in[i + 1] * in[i + 1] - in[i] * in[i];
    if (step > expected) expected = step;
  }
  const bool good = found == expected;
  std::printf("%s\n", good ? "Success" : "Failure");
  return good ? 0 : 1;
}
