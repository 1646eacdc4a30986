typedef unsigned int u32;
__global__ void count_digits(const u32* keys, u32* counts, int n, int bit) {
  __shared__ u32 digits[16];
  if (threadIdx.x < 16) digits[threadIdx.x] = 0;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&digits[(keys[i] >> bit) & 15], 1u);
  __syncthreads();
  if (threadIdx.x < 16) counts[threadIdx.x * gridDim.x + blockIdx.x] = digits[threadIdx.x];
}
