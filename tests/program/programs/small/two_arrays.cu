// Two arrays in the dynamic part of shared memory: values, and where each thread reads.
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

extern __shared__ double storage[];

__global__ void mirror(const double* in, double* out, int n) {
  double* values = storage;
  int* places = reinterpret_cast<int*>(values + n);
  const int tid = threadIdx.x;
  values[tid] = in[blockIdx.x * n + tid];
  places[tid] = n - 1 - tid;
  __syncthreads();
  const int from = places[tid];
  out[blockIdx.x * n + tid] = values[from];
}

int main() {
  const int threads = 96, blocks = 2, n = threads * blocks;
  std::vector<double> in(n), out(n);
  for (int i = 0; i < n; ++i) in[i] = 0.5 * i;
  double *d_in = nullptr, *d_out = nullptr;
  cudaMalloc(&d_in, n * sizeof(double));
  cudaMalloc(&d_out, n * sizeof(double));
  cudaMemcpy(d_in, in.data(), n * sizeof(double), cudaMemcpyHostToDevice);
  const std::size_t shared = threads * (sizeof(double) + sizeof(int));
  mirror<<<blocks, threads, shared>>>(d_in, d_out, threads);
  cudaMemcpy(out.data(), d_out, n * sizeof(double), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
  bool good = true;
  for (int i = 0; i < n; ++i) {
    good = good && out[i] == in[i / threads * threads + threads - 1 - i % threads];
  }
  std::printf("%s\n", good ? "Success" : "Failure");
  return good ? 0 : 1;
}
