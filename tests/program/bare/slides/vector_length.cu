__global__ void lengths(const float4* points, float* result, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  float4 p = points[i];
  result[i] = sqrtf(p.x * p.x + p.y * p.y + p.z * p.z + p.w * p.w);
}
