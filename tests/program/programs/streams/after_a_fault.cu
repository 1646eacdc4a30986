// A launch fails: who waits, or is told otherwise, may read what the launch shared with the host.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void add(const float* a, float* c) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  c[i] = a[i];
}

int main(int argc, char**) {
  constexpr int n = 1000;
  float *a, *c;
  cudaMallocManaged(&a, n * sizeof(float));
  cudaMallocManaged(&c, n * sizeof(float));
  for (int i = 0; i < n; ++i) a[i] = i;
  add<<<4, 256>>>(a, c);
  if (argc > 1)
    cudaDeviceSynchronize();
  else
    printf("%d\n", static_cast<int>(cudaGetLastError()));
  printf("%f\n", c[999]);
}
