// Blocks at speed write memory in every width, and leave some of it alone; the last launch reads all of it.
#include <cstdio>
#include <cstring>

constexpr int blocks = 8, threads = 32, count = blocks * threads;

struct Six {
  int words[6];
};
struct All {
  char* bytes;
  short* shorts;
  int* words;
  double* doubles;
  float4* vectors;
  Six* sixes;
  int* copied;
  int* filled;
  int* left_alone;
};

__global__ void write(All all, Six six) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  all.bytes[i] = 1;
  all.shorts[i] = 2;
  all.words[i] = 3;
  all.doubles[i] = 4;
  all.vectors[i] = make_float4(5, 6, 7, 8);
  all.sixes[i] = six;
  if (threadIdx.x == 0) {
    memcpy(all.copied + i, all.words + i, sizeof(int));
    for (int k = 1; k < threads; ++k) all.copied[i + k] = k;
    memset(all.filled + i, 0, threads * sizeof(int));
  }
  if (i != count / 2) all.left_alone[i] = 10;
}

__global__ void read(All all, float* out) {
  float sum = 0;
  for (int i = threadIdx.x; i < count; i += threads) {
    sum += all.bytes[i] + all.shorts[i] + all.words[i] + all.doubles[i] + all.vectors[i].w;
    sum += all.sixes[i].words[5] + all.copied[i] + all.filled[i];
    sum += all.left_alone[i];  // not written by one thread
  }
  out[threadIdx.x] = sum;
}

int main() {
  All all;
  cudaMalloc(&all.bytes, count);
  cudaMalloc(&all.shorts, count * sizeof(short));
  cudaMalloc(&all.words, count * sizeof(int));
  cudaMalloc(&all.doubles, count * sizeof(double));
  cudaMalloc(&all.vectors, count * sizeof(float4));
  cudaMalloc(&all.sixes, count * sizeof(Six));
  cudaMalloc(&all.copied, count * sizeof(int));
  cudaMalloc(&all.filled, count * sizeof(int));
  cudaMalloc(&all.left_alone, count * sizeof(int));
  float *out, host[threads];
  cudaMalloc(&out, sizeof host);
  write<<<blocks, threads>>>(all, Six{{1, 2, 3, 4, 5, 6}});
  read<<<1, threads>>>(all, out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%g\n", host[1]);
}
