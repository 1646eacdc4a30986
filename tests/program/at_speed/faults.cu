// A block at speed goes wrong: argv[1] says how.
#include <cstdlib>

__device__ __forceinline__ void put(int* at, int value) {
  *at = value;  // far outside
}
__global__ void far(int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  put(out + (blockIdx.x == 40 ? 1 << 24 : i), i);
}
__global__ void reads_far(const int* in, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[blockIdx.x == 40 ? i + 4096 : i];  // behind the end
}
__global__ void divides(int* out, int zero) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = i / (blockIdx.x == 40 ? zero : 1);  // by zero
}

int main(int, char** argv) {
  int *in, *out;
  cudaMalloc(&in, 64 * 32 * sizeof(int));
  cudaMalloc(&out, 64 * 32 * sizeof(int));
  cudaMemset(in, 0, 64 * 32 * sizeof(int));
  const int which = std::atoi(argv[1]);
  if (which == 0) far<<<64, 32>>>(out);
  if (which == 1) reads_far<<<64, 32>>>(in, out);
  if (which == 2) divides<<<64, 32>>>(out, 0);
  return cudaDeviceSynchronize() != cudaSuccess;
}
