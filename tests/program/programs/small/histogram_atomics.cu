// Counts characters with atomics, first in shared memory, then in global memory.
#include <cuda_runtime.h>

#include <cstdio>
#include <string>
#include <vector>

constexpr int bins = 26, threads = 128;

__global__ void count_letters(const char* text, int length, unsigned* counts) {
  __shared__ unsigned local[bins];
  if (threadIdx.x < bins) local[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * threads + threadIdx.x; i < length; i += gridDim.x * threads) {
    const char letter = text[i];
    if (letter >= 'a' && letter <= 'z') atomicAdd(&local[letter - 'a'], 1U);
  }
  __syncthreads();
  if (threadIdx.x < bins) atomicAdd(&counts[threadIdx.x], local[threadIdx.x]);
}

int main() {
  std::string text;
  for (int i = 0; i < 40; ++i) text += "the quick brown fox jumps over the lazy dog; ";
  const int length = static_cast<int>(text.size());
  std::vector<unsigned> counts(bins), expected(bins);
  for (const char letter : text) {
    if (letter >= 'a' && letter <= 'z') ++expected[letter - 'a'];
  }
  char* d_text = nullptr;
  unsigned* d_counts = nullptr;
  cudaMalloc(&d_text, length);
  cudaMalloc(&d_counts, bins * sizeof(unsigned));
  cudaMemcpy(d_text, text.data(), length, cudaMemcpyHostToDevice);
  cudaMemset(d_counts, 0, bins * sizeof(unsigned));
  count_letters<<<3, threads>>>(d_text, length, d_counts);
  cudaMemcpy(counts.data(), d_counts, bins * sizeof(unsigned), cudaMemcpyDeviceToHost);
  cudaFree(d_text);
  cudaFree(d_counts);
  const bool good = counts == expected;
  std::printf("%s\n", good ? "Success" : "Failure");
  return good ? 0 : 1;
}
