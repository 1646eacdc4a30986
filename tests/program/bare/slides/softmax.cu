__global__ void softmax(const float* x, float* y, int rows, int cols) {
  __shared__ float buffer[128];
  int row = blockIdx.x, tid = threadIdx.x;
  if (row >= rows) return;
  float best = -INFINITY;
  for (int c = tid; c < cols; c += blockDim.x) best = fmaxf(best, x[row * cols + c]);
  buffer[tid] = best;
  __syncthreads();
  for (int s = blockDim.x / 2; s > 0; s /= 2) {
    if (tid < s) buffer[tid] = fmaxf(buffer[tid], buffer[tid + s]);
    __syncthreads();
  }
  best = buffer[0];
  __syncthreads();
  float sum = 0;
  for (int c = tid; c < cols; c += blockDim.x) sum += expf(x[row * cols + c] - best);
  buffer[tid] = sum;
  __syncthreads();
  for (int s = blockDim.x / 2; s > 0; s /= 2) {
    if (tid < s) buffer[tid] += buffer[tid + s];
    __syncthreads();
  }
  for (int c = tid; c < cols; c += blockDim.x) y[row * cols + c] = expf(x[row * cols + c] - best) / buffer[0];
}
