// Mistakes of host code, each with what is to be found on its line: "expect KIND: PART" (host_programs_test.cpp).
#include <cstdio>
#include <cstdlib>
// clang-format off
__constant__ float table[16];
__device__ int counter;

__global__ void scale(float* data, float factor, int n) {
  __shared__ float tile[64];
  const int i = threadIdx.x;
  if (i < n) tile[i] = data[i] * factor * table[0];
  __syncthreads();
  if (i < n) data[i] = tile[n - 1 - i];
  if (i == 0) counter = n;
}

void free_twice(float* memory) {
  cudaFree(memory);
  cudaFree(memory);  // expect wrong call: cudaFree is given memory, which was freed at host_mistakes.cu:18
}

int main() {
  float host[16], *d_in = nullptr, *d_out = nullptr, *d_rows = nullptr;
  size_t pitch = 0;
  for (int i = 0; i < 16; ++i) host[i] = static_cast<float>(i);
  cudaMalloc(&d_in, sizeof host);
  cudaMalloc((void**)&d_out, sizeof host);
  cudaMallocPitch(&d_rows, &pitch, 16, 4);
  cudaMemcpy(d_in, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemcpyToSymbol(table, host, sizeof host);
  cudaGetLastError();

  // Directions
  cudaMemcpy(host, d_in, sizeof host, cudaMemcpyHostToDevice);  // expect wrong call: its destination host is the host's memory and its source d_in is device memory: say cudaMemcpyDeviceToHost
  cudaMemcpy(d_in, host, sizeof host, cudaMemcpyDeviceToHost);  // expect wrong call: say cudaMemcpyHostToDevice, or exchange the two arrays
  cudaMemcpy(d_out, host, sizeof host, cudaMemcpyDeviceToDevice);  // expect wrong call: say cudaMemcpyHostToDevice
  // Ranges
  cudaMemcpy(host, d_in + 2, sizeof host, cudaMemcpyDeviceToHost);  // expect out of bounds: d_in + 2 for 64 bytes, but only 56 are left
  cudaMemset(d_in, 0, sizeof host * sizeof(float));  // expect out of bounds: d_in for 256 bytes, but only 64 are left
  cudaMemcpy2D(d_rows, 8, host, 16, 16, 4, cudaMemcpyHostToDevice);  // expect wrong call: d_rows, whose rows are 8 bytes apart, for rows of 16 bytes
  // Symbols
  cudaMemcpy(table, host, sizeof host, cudaMemcpyHostToDevice);  // expect wrong call: table, which is a variable of the device and no pointer
  cudaMemcpyToSymbol(table, host, sizeof host, 4);  // expect out of bounds: table, which has 64 bytes, for 64 bytes from byte 4 on
  cudaMemcpyToSymbol(d_in, host, 4);  // expect wrong call: d_in, which is the host's memory and no __device__ or __constant__ variable
  cudaMemcpyFromSymbol(host, counter, 8);  // expect out of bounds: counter, which has 4 bytes, for 8 bytes
  // Memory that is not there
  cudaMemcpy(host,
             d_out, sizeof host, cudaMemcpyDeviceToHost);
  cudaMemset(host, 0, sizeof host);  // expect wrong call: host, which is the host's memory: use memset()
  cudaGetLastError();
  // Launches
  scale<<<1, 2000>>>(d_in, 2, 16);  // expect wrong call: the launch of scale has blocks of 2,000 threads
  cudaGetLastError();
  scale<<<1, 16, 49152>>>(d_in, 2, 16);  // expect wrong call: asks for 49,152 bytes of dynamic shared memory beside the 256 that it declares
  scale<<<1, 16, static_cast<size_t>(-64)>>>(d_in, 2, 16);  // expect wrong call: asks for -64 bytes (as a size_t 18,446,744,073,709,551,552) of dynamic shared memory beside the 256 that it declares
  cudaDeviceSynchronize();
  cudaMemcpy(host, d_in, sizeof host, cudaMemcpyDeviceToHost);
  // Whose memory it is
  void* mine = malloc(16);
  cudaFree(mine);  // expect wrong call: mine, which is the host's memory
  cudaGetLastError();
  cudaFree(d_rows + 1);  // expect wrong call: d_rows + 1, which lies inside of an allocation
  free(mine);
  free_twice(d_in);
  cudaMemcpy(host, d_in, sizeof host, cudaMemcpyDeviceToHost);  // expect use after free: d_in, which was freed at host_mistakes.cu:18
  cudaSetDevice(1);  // expect wrong call: device 1
  cudaGetLastError();
  scale<<<dim3(1, 70000), 16>>>(d_out, 2, 16);  // expect wrong call: (1, 70,000, 1)
  std::printf("end\n");
}
