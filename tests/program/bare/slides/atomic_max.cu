__global__ void maximum(const int* values, int* result, int n) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i < n) atomicMax(result, values[i]);
}
