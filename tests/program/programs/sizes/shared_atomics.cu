// How long atomics on shared memory take at speed, beside plain stores.
// warpscope run --check-limit 0 shared_atomics.cu
#include <chrono>
#include <cstdio>

constexpr int rounds = 256, blocks = 256, threads = 256;

__global__ void stores(int* out) {
  __shared__ volatile int own[threads];
  own[threadIdx.x] = 0;
  for (int k = 0; k < rounds; ++k) own[threadIdx.x] = k;
  out[blockIdx.x * threads + threadIdx.x] = own[threadIdx.x];
}

__global__ void atomics(int* out) {
  __shared__ int bins[threads];
  bins[threadIdx.x] = 0;
  __syncthreads();
  for (int k = 0; k < rounds; ++k) atomicAdd(&bins[(threadIdx.x + k) % threads], 1);
  __syncthreads();
  out[blockIdx.x * threads + threadIdx.x] = bins[threadIdx.x];
}

template <class Kernel>
double seconds(Kernel kernel, int* out) {
  const auto begin = std::chrono::steady_clock::now();
  kernel<<<blocks, threads>>>(out);
  cudaDeviceSynchronize();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

int main() {
  int* out;
  cudaMalloc(&out, blocks * threads * sizeof(int));
  const double of_stores = seconds(stores, out), of_atomics = seconds(atomics, out);
  printf("stores %.3f s, atomics %.3f s: %.1f times\n", of_stores, of_atomics,
         of_atomics / of_stores);
  cudaFree(out);
}
