template <typename T, int BLOCK>
__global__ void block_sum(const T* __restrict__ in, T* __restrict__ out) {
  __shared__ T s[BLOCK];
  const int t = threadIdx.x;
  s[t] = in[blockIdx.x * BLOCK + t];
  __syncthreads();
#pragma unroll
  for (int k = BLOCK / 2; k >= 1; k /= 2) {
    if (t < k) s[t] += s[t + k];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = s[0];
}
