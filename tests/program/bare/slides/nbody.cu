__device__ float3 bodyBodyInteraction(float4 bi, float4 bj, float3 ai) {
  float3 r;
  r.x = bj.x - bi.x; r.y = bj.y - bi.y; r.z = bj.z - bi.z;
  float distSqr = r.x * r.x + r.y * r.y + r.z * r.z + 0.01f;
  float inv = 1.0f / sqrtf(distSqr * distSqr * distSqr);
  float s = bj.w * inv;
  ai.x += r.x * s; ai.y += r.y * s; ai.z += r.z * s;
  return ai;
}
__global__ void calculate_forces(float4* globalX, float4* globalA, int N) {
  extern __shared__ float4 shPosition[];
  int gtid = blockIdx.x * blockDim.x + threadIdx.x;
  float3 acc = {0.0f, 0.0f, 0.0f};
  float4 myPosition = globalX[gtid];
  for (int i = 0, tile = 0; i < N; i += blockDim.x, tile++) {
    int idx = tile * blockDim.x + threadIdx.x;
    shPosition[threadIdx.x] = globalX[idx];
    __syncthreads();
    for (int k = 0; k < blockDim.x; k++) acc = bodyBodyInteraction(myPosition, shPosition[k], acc);
    __syncthreads();
  }
  globalA[gtid] = make_float4(acc.x, acc.y, acc.z, 0.0f);
}
