__global__ void compact(const int* in, int* out, int* count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] % 2 == 0) {
    int slot = atomicAdd(count, 1);
    out[slot] = in[i];
  }
}
