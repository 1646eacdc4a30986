// Memory that is allocated and freed in a loop, more of it than there are addresses.
// In full: warpscope run allocate_and_free.cu -- 10000
#include <cstdio>
#include <cstdlib>

__global__ void fill(int* data) { data[threadIdx.x] = 1; }

int main(int argc, char** argv) {
  const int count = argc > 1 ? atoi(argv[1]) : 10000;
  int *data = nullptr, *before = nullptr;
  for (int k = 0; k < count; ++k) {
    before = data;
    if (cudaMalloc(&data, 1 << 30) != cudaSuccess) {
      printf("failed at %d\n", k);
      return 1;
    }
    cudaFree(data);
  }
  fill<<<1, 32>>>(before);
  cudaDeviceSynchronize();
  puts("ok");
}
