// A kernel alone, without main and copies: Warpscope makes its arrays and launches it, as the line
// above the kernel says.

// Each element becomes the mean of itself and its two neighbours. Every element is needed three
// times, so the block loads it into shared memory once, with one more element at each end.
// warpscope: grid 4, block 128, in random float[512], out zero float[512], n 512
__global__ void smooth(const float* in, float* out, int n) {
  __shared__ float near[128 + 2];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int t = threadIdx.x + 1;  // near[0] is the element before the block's first
  if (i < n) near[t] = in[i];
  if (threadIdx.x == 0) near[0] = i > 0 ? in[i - 1] : 0;
  if (threadIdx.x == blockDim.x - 1) near[t + 1] = i + 1 < n ? in[i + 1] : 0;
  __syncthreads();
  if (i < n) out[i] = (near[t - 1] + near[t] + near[t + 1]) / 3;
}
