// Adds to each element its neighbours: a vector with one element more at each end.
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

__global__ void add_neighbours(const int* in, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const int left = in[i];
    const int middle = in[i + 1];
    const int right = in[i + 2];
    out[i] = left + middle + right;
  }
}

int main() {
  const int n = 1000, threads = 256;
  std::vector<int> in(n + 2), out(n, -1);
  for (int i = 0; i < n + 2; ++i) in[i] = i * 7 % 31;
  int *d_in = nullptr, *d_out = nullptr;
  cudaMalloc(&d_in, (n + 2) * sizeof(int));
  cudaMalloc(&d_out, n * sizeof(int));
  cudaMemcpy(d_in, in.data(), (n + 2) * sizeof(int), cudaMemcpyHostToDevice);
  add_neighbours<<<(n + threads - 1) / threads, threads>>>(d_in, d_out, n);
  cudaMemcpy(out.data(), d_out, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
  bool good = true;
  for (int i = 0; i < n; ++i) good = good && out[i] == in[i] + in[i + 1] + in[i + 2];
  std::printf("%s\n", good ? "Success" : "Failure");
  return good ? 0 : 1;
}
