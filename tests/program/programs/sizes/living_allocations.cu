// So many allocations that live at once, a kernel that uses the last of them and runs over its end, and a use of one
// that was freed. In full: warpscope run living_allocations.cu -- 100000
#include <cstdio>
#include <cstdlib>
#include <vector>

__global__ void fill(int* last) { last[threadIdx.x] = 1; }

int main(int argc, char** argv) {
  const int count = argc > 1 ? atoi(argv[1]) : 100000;
  std::vector<int*> made;
  for (int k = 0; k < count; ++k) {
    int* one;
    if (cudaMalloc(&one, 128) != cudaSuccess) {
      printf("failed at %d\n", k);
      return 1;
    }
    made.push_back(one);
  }
  fill<<<1, 33>>>(made.back());
  cudaDeviceSynchronize();
  cudaGetLastError();
  cudaDeviceReset();
  puts("ok");
}
