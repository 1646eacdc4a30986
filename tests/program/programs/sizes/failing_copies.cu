// One mistake in a loop, of another size each time. In full: warpscope run failing_copies.cu -- 300000
#include <cstdio>
#include <cstdlib>

int main(int argc, char** argv) {
  const int count = argc > 1 ? atoi(argv[1]) : 300000;
  static char host[1 << 20];
  char *d_data, *d_other;
  cudaMalloc(&d_data, 64);
  cudaMalloc(&d_other, 64);
  cudaError_t error = cudaSuccess;
  for (int k = 0; k < count; ++k) {
    error = cudaMemcpy(host, d_data, 65 + k % 1000, cudaMemcpyDeviceToHost);
  }
  error = cudaMemcpy(host, d_other, 2000 + count, cudaMemcpyDeviceToHost);
  puts(cudaGetErrorString(error));
}
