// Memory that nobody frees. "notes:" stands where a note is due. The first argument chooses how the program ends.
#include <unistd.h>

#include <cstdlib>

struct Owner {
  float* data = nullptr;
  ~Owner() { cudaFree(data); }
} owner;

__global__ void fill(float* out) { out[threadIdx.x] = 1; }

void wait_for_ever(void*) {
  while (true) sleep(1);
}

// Nothing is freed.
int leave_all(int calls) {
  owner.data = nullptr;
  int *d_once, *d_often;
  cudaMalloc(&d_once, 64);
  for (int k = 0; k < calls; ++k) cudaMalloc(&d_often, 64);
  return 0;
}

int main(int argc, char** argv) {
  const int way = argc > 1 ? std::atoi(argv[1]) : 0;
  if (way >= 5) return leave_all(way);
  float *d_kept, *d_freed, *d_rows, *h_pinned, *d_many[3];
  std::size_t pitch;
  cudaMalloc(&owner.data, 64);
  cudaMalloc(&d_freed, 256);
  cudaMalloc(&d_kept, 1024);  // notes: memory never freed
  fill<<<1, 256>>>(d_kept);
  cudaDeviceSynchronize();
  cudaFree(d_freed);
  if (way == 1) return 3;
  if (way == 2) std::_Exit(0);
  if (way == 3) {
    cudaDeviceReset();
    owner.data = nullptr;
    return 0;
  }
  if (way == 4) {
    cudaFree(d_kept);
    cudaFree(owner.data);
    owner.data = nullptr;
    cudaLaunchHostFunc(0, wait_for_ever, nullptr);
    cudaMallocAsync(&d_rows, 64, 0);
    cudaFreeAsync(d_rows, 0);
    return 0;
  }
  for (float*& memory : d_many) cudaMalloc(&memory, 100);  // notes: memory never freed
  cudaMallocHost(&h_pinned, 512);                          // notes: memory never freed
  cudaMallocPitch(&d_rows, &pitch, 100, 2);                // notes: memory never freed
  return 0;
}
