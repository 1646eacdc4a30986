// Copies and scales four floats at a time.
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

__global__ void scale(const float* in, float* out, float factor, int vectors) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < vectors) {
    float4 v = reinterpret_cast<const float4*>(in)[i];
    v.x *= factor;
    v.y *= factor;
    v.z *= factor;
    v.w *= factor;
    reinterpret_cast<float4*>(out)[i] = v;
  }
}

int main() {
  const int n = 1000, vectors = n / 4, threads = 64;
  std::vector<float> in(n), out(n);
  for (int i = 0; i < n; ++i) in[i] = static_cast<float>(i);
  float *d_in = nullptr, *d_out = nullptr;
  cudaMalloc(&d_in, n * sizeof(float));
  cudaMalloc(&d_out, n * sizeof(float));
  cudaMemcpy(d_in, in.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  scale<<<(vectors + threads - 1) / threads, threads>>>(d_in, d_out, 2.0F, vectors);
  cudaMemcpy(out.data(), d_out, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
  bool good = true;
  for (int i = 0; i < n; ++i) good = good && out[i] == 2.0F * in[i];
  std::printf("%s\n", good ? "Success" : "Failure");
  return good ? 0 : 1;
}
