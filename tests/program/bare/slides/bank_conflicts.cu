__global__ void conflicts(int* out, int stride) {
  __shared__ int s[1024];
  for (int i = threadIdx.x; i < 1024; i += blockDim.x) s[i] = i;
  __syncthreads();
  out[threadIdx.x] = s[(threadIdx.x * stride) % 1024];
}
