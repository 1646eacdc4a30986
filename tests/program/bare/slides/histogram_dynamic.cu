__global__ void histogram(const int* __restrict__ data, int* bins, int n, int num_bins) {
  extern __shared__ int local[];
  for (int b = threadIdx.x; b < num_bins; b += blockDim.x) local[b] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&local[data[i]], 1);
  __syncthreads();
  for (int b = threadIdx.x; b < num_bins; b += blockDim.x)
    atomicAdd(&bins[b], local[b]);
}
