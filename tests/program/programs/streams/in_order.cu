// Streams as programs use them well: nothing here lacks an order.
#include <cuda_runtime.h>

#include <cstdio>

constexpr int n = 1 << 12, bytes = n * sizeof(int), parts = 4;

__global__ void fill(int* d) { d[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x; }
__global__ void add(const int* from, int* to) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  to[i] += from[i];
}
__global__ void count(int* c) { atomicAdd(c, 1); }
__global__ void every_second(int* d, int first) { d[2 * threadIdx.x + first] = first; }
__global__ void raise_flag(int* data, volatile int* flag) {
  *data = 7;
  __threadfence_system();
  *flag = 1;
}

void again(void* memory) { ++*static_cast<int*>(memory); }

int main() {
  int *d, *e, *c, *pinned, *managed;
  cudaMalloc(&d, bytes);
  cudaMalloc(&e, bytes);
  cudaMalloc(&c, sizeof(int));
  cudaMallocHost(&pinned, bytes);
  cudaMallocManaged(&managed, bytes);
  cudaStream_t s[parts];
  for (cudaStream_t& stream : s) cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  cudaStream_t a, b;
  cudaStreamCreate(&a);
  cudaStreamCreate(&b);
  cudaEvent_t there, back;
  cudaEventCreate(&there);
  cudaEventCreate(&back);
  for (int i = 0; i < n; ++i) pinned[i] = managed[i] = i;
  cudaMemset(c, 0, sizeof(int));
  cudaMemset(e, 0, bytes);
  cudaDeviceSynchronize();

  // Copies and work side by side, each part in a stream of its own.
  for (int k = 0; k < parts; ++k) {
    const int at = k * n / parts;
    cudaMemcpyAsync(d + at, pinned + at, bytes / parts, cudaMemcpyHostToDevice, s[k]);
    add<<<n / parts / 128, 128, 0, s[k]>>>(d + at, e + at);
    cudaMemcpyAsync(pinned + at, e + at, bytes / parts, cudaMemcpyDeviceToHost, s[k]);
  }
  for (cudaStream_t stream : s) cudaStreamSynchronize(stream);
  int good = pinned[n - 1] == n - 1;

  // To and fro by events, several times.
  for (int k = 0; k < 3; ++k) {
    fill<<<n / 128, 128, 0, s[0]>>>(d);
    cudaEventRecord(there, s[0]);
    cudaStreamWaitEvent(s[1], there, 0);
    add<<<n / 128, 128, 0, s[1]>>>(d, e);
    cudaEventRecord(back, s[1]);
    cudaStreamWaitEvent(s[0], back, 0);
  }
  while (cudaEventQuery(back) != cudaSuccess) {
  }
  // Atomics to one place, elements between one another's, a flag.
  for (cudaStream_t stream : s) count<<<2, 32, 0, stream>>>(c);
  every_second<<<1, n / 2 / 4, 0, s[0]>>>(managed, 0);
  every_second<<<1, n / 2 / 4, 0, s[1]>>>(managed, 1);
  for (int i = n / 2; i < n; ++i) managed[i] = 3;
  cudaDeviceSynchronize();
  raise_flag<<<1, 1, 0, a>>>(managed, pinned);
  while (*static_cast<volatile int*>(pinned) != 1) {
  }
  good += managed[0] == 7;
  for (cudaStream_t stream : s) count<<<2, 32, 0, stream>>>(pinned);
  int before = 0;
  do {  // the host counts, too
    before = __atomic_load_n(pinned, __ATOMIC_SEQ_CST);
  } while (!__sync_bool_compare_and_swap(pinned, before, before + 1));
  good += pinned[0] > 0;

  // The legacy stream waits for blocking ones, and they for it.
  fill<<<n / 128, 128, 0, a>>>(d);
  add<<<n / 128, 128>>>(d, e);
  add<<<n / 128, 128, 0, b>>>(e, managed);
  cudaMemcpy(pinned, managed, bytes, cudaMemcpyDeviceToHost);
  good += pinned[0] >= 0;

  // A host function comes behind its stream's work, and what follows behind it.
  cudaMemcpyAsync(pinned, d, bytes, cudaMemcpyDeviceToHost, a);
  cudaLaunchHostFunc(a, again, pinned);
  cudaMemcpyAsync(d, pinned, bytes, cudaMemcpyHostToDevice, a);
  cudaStreamSynchronize(a);
  good += pinned[0] == 1;

  // A graph that two streams were captured in, launched three times in a third.
  cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal);
  fill<<<n / 128, 128, 0, a>>>(d);
  cudaEventRecord(there, a);
  cudaStreamWaitEvent(b, there, 0);
  add<<<n / 128, 128, 0, b>>>(d, e);
  cudaEventRecord(back, b);
  cudaStreamWaitEvent(a, back, 0);
  cudaMemcpyAsync(pinned, e, bytes, cudaMemcpyDeviceToHost, a);
  cudaGraph_t graph;
  cudaGraphExec_t executable;
  cudaStreamEndCapture(a, &graph);
  cudaGraphInstantiate(&executable, graph, 0);
  for (int k = 0; k < 3; ++k) cudaGraphLaunch(executable, s[2]);
  cudaStreamSynchronize(s[2]);
  good += pinned[0] >= 0;

  // Memory of streams, given again at the same address.
  for (int k = 0; k < 3; ++k) {
    int* own;
    cudaMallocAsync(reinterpret_cast<void**>(&own), bytes, s[k]);
    fill<<<n / 128, 128, 0, s[k]>>>(own);
    cudaFreeAsync(own, s[k]);
  }
  cudaFree(d);  // waits for the device
  managed[0] = 1;
  std::printf("%d\n", good);
  return good == 6 ? 0 : 1;
}
