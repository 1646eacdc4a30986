// Kernels of every kind, and whether blocks at speed have code of their own: it says so before each store, here to the
// program itself.
#include <cstdio>

static int stores;
extern "C" void __sanitizer_cov_store4(void*) { __atomic_fetch_add(&stores, 1, 0); }

constexpr int blocks = 32, threads = 32;

__global__ void plain(int* out) { out[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x; }
static __global__ void file_local(int* out) { out[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
namespace {
__global__ void anonymous(int* out) { out[blockIdx.x * blockDim.x + threadIdx.x] = 2; }
}  // namespace
extern "C" __global__ void of_c(int* out) { out[blockIdx.x * blockDim.x + threadIdx.x] = 3; }
template <int n>
__global__ void of_number(int* out) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = n;
}
template <class T>
__global__ void deduced(T* out, T value) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = value;
}
template <class F>
__global__ void apply(int* out, F function) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = function(threadIdx.x);
}
struct Class {
  static __global__ void member(int* out) { out[blockIdx.x * blockDim.x + threadIdx.x] = 4; }
};
__global__ void no_parameters() {
  __shared__ int here[threads];
  here[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (here[threadIdx.x ^ 1] != (threadIdx.x ^ 1)) __trap();
}
__global__ void dynamic(int* out) {
  extern __shared__ int words[];
  words[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = words[blockDim.x - 1 - threadIdx.x];
}
struct Shape {
  __device__ virtual int area() const = 0;
};
struct Square : Shape {
  int side;
  __device__ explicit Square(int s) : side(s) {}
  __device__ int area() const override { return side * side; }
};
// The compiler knows which function it is, and needs no table of virtual functions.
__global__ void known_virtual(int* out) {
  const Square square(threadIdx.x);
  const Shape& shape = square;
  out[blockIdx.x * blockDim.x + threadIdx.x] = shape.area();
}
__global__ void large(int* out, double a, char b, long c, int d) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = static_cast<int>(a) + b + static_cast<int>(c) + d;
}

int* out;
void tell(const char* kernel) {
  static int host[blocks * threads];
  const int told = stores;
  if (cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost) != cudaSuccess)
    std::printf("failed ");
  int sum = 0;
  for (const int value : host) sum += value;
  std::printf("%s %d at speed: %s\n", kernel, sum, told > 0 ? "yes" : "no");
  cudaMemset(out, 0, sizeof host);
  stores = 0;
}

int main() {
  cudaMalloc(&out, blocks * threads * sizeof(int));
  cudaMemset(out, 0, blocks * threads * sizeof(int));
  plain<<<blocks, threads>>>(out), tell("plain");
  file_local<<<blocks, threads>>>(out), tell("file_local");
  anonymous<<<blocks, threads>>>(out), tell("anonymous");
  of_c<<<blocks, threads>>>(out), tell("of_c");
  of_number<7><<<blocks, threads>>>(out), tell("of_number");
  deduced<<<blocks, threads>>>(out, 5), tell("deduced");
  const int add = 3;
  apply<<<blocks, threads>>>(out, [=] __device__(int k) { return k + add; }), tell("lambda");
  Class::member<<<blocks, threads>>>(out), tell("member");
  no_parameters<<<blocks, threads>>>(), tell("no_parameters");
  dynamic<<<blocks, threads, threads * sizeof(int)>>>(out), tell("dynamic");
  known_virtual<<<blocks, threads>>>(out), tell("known_virtual");
  large<<<blocks, threads>>>(out, 1.5, 'a', 7, 9), tell("large");
  void* arguments[] = {&out};
  cudaLaunchKernel(reinterpret_cast<const void*>(anonymous), dim3(blocks), dim3(threads), arguments,
                   0, nullptr);
  tell("by address");
  cudaStream_t stream;
  cudaGraph_t graph;
  cudaGraphExec_t ready;
  cudaStreamCreate(&stream);
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  plain<<<blocks, threads, 0, stream>>>(out);
  cudaStreamEndCapture(stream, &graph);
  cudaGraphInstantiate(&ready, graph, nullptr, nullptr, 0);
  cudaGraphLaunch(ready, stream);
  cudaStreamSynchronize(stream);
  tell("of a graph");
}
