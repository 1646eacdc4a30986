// Copies of fewer bytes than an array has. "notes:" stands where a size was forgotten.
#include <cstddef>
#include <vector>

constexpr int n = 1024;

int main() {
  std::vector<float> h(n);
  std::vector<double> wide(n);
  float *d, *managed;
  double* d_wide;
  char* d_bytes;
  cudaMalloc(&d, n * sizeof(float));
  cudaMalloc(&d_wide, sizeof(double) * n);
  cudaMalloc(&d_bytes, n);
  cudaMallocManaged(&managed, n * sizeof(float));
  cudaMemset(d, 0, n * sizeof(float));

  cudaMemcpy(d, h.data(), n, cudaMemcpyHostToDevice);                // notes: wrong call
  cudaMemcpy(h.data(), d, n, cudaMemcpyDeviceToHost);                // notes: wrong call
  cudaMemcpy(d_wide, wide.data(), n, cudaMemcpyHostToDevice);        // notes: wrong call
  cudaMemcpy(d, h.data(), sizeof(d), cudaMemcpyHostToDevice);        // notes: wrong call
  cudaMemcpyAsync(managed, h.data(), n, cudaMemcpyHostToDevice, 0);  // notes: wrong call

  // As they should be, or legal parts of an array.
  const std::size_t quarter = n;
  cudaMemcpy(d, h.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(d, h.data(), quarter, cudaMemcpyHostToDevice);
  cudaMemcpy(d, h.data(), n / 4 * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(d, h.data(), sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(d, h.data(), 2 * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(d + n / 2, h.data(), n, cudaMemcpyHostToDevice);
  cudaMemcpy(d_bytes, h.data(), n, cudaMemcpyHostToDevice);
  cudaMemcpy(d_wide, wide.data(), sizeof(double) * n, cudaMemcpyHostToDevice);
  for (void* memory : {(void*)d, (void*)d_wide, (void*)d_bytes, (void*)managed}) cudaFree(memory);
}
