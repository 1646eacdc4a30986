__global__ void minmax(const float* in, float* lo, float* hi, int n) {
  extern __shared__ unsigned char raw[];
  float* smin = reinterpret_cast<float*>(raw);
  float* smax = smin + blockDim.x;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  smin[threadIdx.x] = smax[threadIdx.x] = i < n ? in[i] : 0.0f;
  for (int s = blockDim.x / 2; s > 0; s >>= 1) {
    __syncthreads();
    if (threadIdx.x < s) {
      smin[threadIdx.x] = fminf(smin[threadIdx.x], smin[threadIdx.x + s]);
      smax[threadIdx.x] = fmaxf(smax[threadIdx.x], smax[threadIdx.x + s]);
    }
  }
  if (threadIdx.x == 0) { lo[blockIdx.x] = smin[0]; hi[blockIdx.x] = smax[0]; }
}
