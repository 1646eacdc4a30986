// Kernels that read the clock: clocks BLOCKS prints what it said.
#include <cstdio>
#include <cstdlib>
#include <ctime>

__global__ void spin(long long* out, long long cycles) {
  const long long begin = clock64();
  long long now = begin, before = begin;
  bool falls = false;
  while (now - begin < cycles) {
    before = now;
    now = clock64();
    falls = falls || now <= before;
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = falls ? -1 : now - begin;
}

__global__ void spin_narrow(clock_t* out, clock_t cycles) {
  const unsigned begin = static_cast<unsigned>(clock());
  clock_t waited = 0;
  while (waited < cycles) waited = static_cast<unsigned>(clock()) - begin;
  out[blockIdx.x * blockDim.x + threadIdx.x] = waited;
}

// What lies between two reads takes its time, and the same again when it is done again.
__global__ void measure(long long* out, int* data) {
  for (int times = 0; times < 200; ++times) {
    const long long begin = clock64();
    for (int i = 0; i < (times % 2 + 1) * 20; ++i) data[threadIdx.x] += i;
    const long long end = clock64();
    out[times] = end - begin;
  }
}

__global__ void nap(long long* out) {
  const long long begin = clock64();
  __nanosleep(1000);
  *out = clock64() - begin;
}

int main(int count, char** arguments) {
  const int blocks = count > 1 ? atoi(arguments[1]) : 1;
  constexpr long long cycles = 17'000'000;
  long long* out;
  int* data;
  cudaMallocManaged(&out, blocks * 64 * sizeof(long long) + 200 * sizeof(long long));
  cudaMallocManaged(&data, 32 * sizeof(int));
  for (int i = 0; i < 32; ++i) data[i] = 0;
  cudaEvent_t begin, end;
  cudaEventCreate(&begin);
  cudaEventCreate(&end);
  cudaEventRecord(begin);
  spin<<<blocks, 64>>>(out, cycles);
  cudaEventRecord(end);
  cudaEventSynchronize(end);
  float milliseconds = 0;
  cudaEventElapsedTime(&milliseconds, begin, end);
  std::printf("%.3f ms", milliseconds);
  int wrong = milliseconds < cycles / 1.98e6 || milliseconds > cycles / 1.98e6 * 1.2;
  for (int i = 0; i < blocks * 64; ++i) {
    wrong += out[i] < cycles || out[i] > cycles * 1.2;
    if (i % 64 == 0) std::printf(" %lld", out[i]);
  }
  spin_narrow<<<blocks, 64>>>(reinterpret_cast<clock_t*>(out), 1000 * 1000);
  cudaDeviceSynchronize();
  for (int i = 0; i < blocks * 64; ++i) wrong += out[i] < 1000 * 1000 || out[i] > 1200 * 1000;
  measure<<<1, 32>>>(out, data);
  cudaDeviceSynchronize();
  wrong += out[0] <= 0 || out[1] <= out[0] || out[198] != out[0] || out[199] != out[1];
  std::printf("\n%lld %lld", out[0], out[1]);
  nap<<<1, 1>>>(out);
  cudaDeviceSynchronize();
  wrong += *out < 1900 || *out > 2100;
  std::printf(" %lld, %d wrong\n", *out, wrong);
  return wrong != 0;
}
