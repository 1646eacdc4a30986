// Calls of CUDA's runtime as programs write them; compiled by host_headers_test.cpp, never run.
#include <cuda_profiler_api.h>
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

#if CUDART_VERSION < 12000 || CUDART_VERSION >= 13000
#error "The device is documented as one of CUDA 12."
#endif

__constant__ float table[16];
__constant__ float factor;
__managed__ int count;

struct Pair {
  float x, y;
};

void plain(int* data, int n, const float& x, Pair pair);  // as kernels are to this test
void nothing();
template <class T, int n>
void typed(T* data) {
  data[0] = n;
}

// As cuda-samples check their calls.
template <class T>
void check(T result, char const* const function, const char* const file, int const line) {
  if (result) {
    std::fprintf(stderr, "%s:%d code=%d(%s) \"%s\"\n", file, line,
                 static_cast<unsigned int>(result), cudaGetErrorName(result), function);
    std::exit(EXIT_FAILURE);
  }
}
#define checkCudaErrors(value) check((value), #value, __FILE__, __LINE__)

int fastest_device() {
  int devices = 0, best = -1, mode = -1, major = 0, multiprocessors = 0, clock = 0;
  checkCudaErrors(cudaGetDeviceCount(&devices));
  for (int i = 0; i < devices; ++i) {
    checkCudaErrors(cudaDeviceGetAttribute(&mode, cudaDevAttrComputeMode, i));
    checkCudaErrors(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, i));
    if (mode == cudaComputeModeProhibited) continue;
    checkCudaErrors(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, i));
    cudaError_t result = cudaDeviceGetAttribute(&clock, cudaDevAttrClockRate, i);
    if (result != cudaSuccess) continue;
    best = i;
  }
  return best;
}

// The deleter that programs give to unique_ptr, and functions passed on as pointers.
struct DeviceDelete {
  void operator()(void* memory) const { cudaFree(memory); }
};
cudaError_t (*release)(void*) = &cudaFree;

void memory() {
  std::unique_ptr<int, DeviceDelete> owned;
  float *a = nullptr, *mapped = nullptr;
  Pair* pairs = nullptr;
  void* untyped = nullptr;
  std::size_t pitch = 0, free = 0, total = 0;
  std::vector<float> host(16);
  cudaMalloc(&a, 64);
  cudaMalloc((void**)&a, 64);
  cudaMalloc<float>(&a, 64);
  cudaMalloc(reinterpret_cast<void**>(&pairs), sizeof(Pair));
  cudaMalloc(&untyped, 4);
  cudaMallocHost(&a, 64);
  cudaMallocHost((void**)&a, 64);
  cudaHostAlloc(&a, 64, cudaHostAllocMapped | cudaHostAllocPortable);
  cudaHostGetDevicePointer(&mapped, a, 0);
  cudaHostRegister(host.data(), 64, cudaHostRegisterDefault);
  cudaHostUnregister(host.data());
  cudaMallocManaged(&a, 64);
  cudaMallocManaged(&a, 64, cudaMemAttachHost);
  cudaMallocPitch(&a, &pitch, 64, 4);
  cudaMallocAsync(&a, 64, cudaStreamPerThread);
  cudaFreeAsync(a, 0);
  cudaMemPool_t pool;
  unsigned long long threshold = ~0ULL;
  cudaDeviceGetDefaultMemPool(&pool, 0);
  cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold);
  cudaMallocFromPoolAsync(&a, 64, pool, nullptr);
  cudaMallocAsync(&a, 64, pool, nullptr);
  cudaMemGetInfo(&free, &total);
  cudaMemPrefetchAsync(a, 64, 0);
  cudaMemAdvise(a, 64, cudaMemAdviseSetPreferredLocation, cudaCpuDeviceId);
  cudaMemcpy(a, host.data(), 64, cudaMemcpyHostToDevice);
  cudaMemcpyAsync(a, host.data(), 64, cudaMemcpyDefault);
  cudaMemcpy2DAsync(a, pitch, host.data(), 16, 16, 4, cudaMemcpyHostToDevice, nullptr);
  cudaMemset(a, 0, 64);
  cudaMemsetAsync(a, 0, 64, cudaStreamLegacy);
  cudaMemcpyPeer(a, 0, mapped, 0, 4);
  cudaPitchedPtr box;
  cudaExtent extent = make_cudaExtent(16, 4, 2);
  cudaMalloc3D(&box, extent);
  cudaMemcpy3DParms copy = {0};
  copy.srcPtr = make_cudaPitchedPtr(host.data(), 16, 4, 4);
  copy.dstPtr = box;
  copy.dstPos = make_cudaPos(0, 0, 0);
  copy.extent = extent;
  copy.kind = cudaMemcpyHostToDevice;
  cudaMemcpy3D(&copy);
  cudaPointerAttributes attributes;
  cudaPointerGetAttributes(&attributes, a);
  if (attributes.type == cudaMemoryTypeDevice) release(a);
}

void symbols() {
  float host[16] = {};
  float* pointer = nullptr;
  std::size_t bytes = 0;
  cudaMemcpyToSymbol(table, host, sizeof host);
  cudaMemcpyToSymbol(factor, &host[0], sizeof(float), 0, cudaMemcpyHostToDevice);
  cudaMemcpyToSymbolAsync(table, host, 8, 8, cudaMemcpyHostToDevice, 0);
  cudaMemcpyFromSymbol(host, table, sizeof host);
  cudaGetSymbolAddress((void**)&pointer, table);
  cudaGetSymbolAddress(&pointer, factor);
  cudaGetSymbolSize(&bytes, table);
  count = 3;
}

void streams() {
  cudaStream_t stream;
  cudaEvent_t start, stop;
  float milliseconds = 0;
  cudaStreamCreate(&stream);
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  cudaEventCreate(&start);
  cudaEventCreate(&stop, cudaEventBlockingSync);
  cudaEventRecord(start);
  cudaEventRecord(stop, stream);
  cudaStreamWaitEvent(stream, stop);
  cudaStreamWaitEvent(stream, stop, 0);
  cudaStreamAddCallback(
      stream, [](cudaStream_t, cudaError_t, void*) {}, nullptr, 0);
  cudaEventElapsedTime(&milliseconds, start, stop);
  cudaGraph_t graph;
  cudaGraphExec_t executable;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  cudaStreamEndCapture(stream, &graph);
  cudaGraphInstantiate(&executable, graph, NULL, NULL, 0);
  cudaGraphInstantiate(&executable, graph, 0);
  cudaGraphInstantiate(&executable, graph);
  cudaGraphLaunch(executable, stream);
  cudaProfilerStart();
  cudaThreadSynchronize();
}

void launches() {
  int *data = nullptr, n = 3, grid = 0, block = 0;
  float x = 1;
  Pair pair = {1, 2};
  void* arguments[] = {&data, &n, &x, &pair};
  cudaLaunchKernel(plain, dim3(1), dim3(2), arguments);
  cudaLaunchKernel((void*)plain, 1, 2, arguments, 0, 0);
  cudaLaunchKernel((const void*)plain, 1, 2, arguments, 0, nullptr);
  cudaLaunchKernel(typed<int, 3>, 1, 1, arguments, 0, 0);
  cudaLaunchKernel(nothing, 1, 1, nullptr);
  cudaLaunchCooperativeKernel((void*)plain, dim3(1), dim3(2), arguments);
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(2);
  cudaLaunchAttribute attribute[1];
  attribute[0].id = cudaLaunchAttributeCooperative;
  attribute[0].val.cooperative = 1;
  config.attrs = attribute;
  config.numAttrs = 1;
  cudaLaunchKernelEx(&config, plain, data, 3, 2.5F, pair);
  cudaFuncSetAttribute(plain, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536);
  cudaFuncSetAttribute((const void*)typed<float, 1>, cudaFuncAttributePreferredSharedMemoryCarveout,
                       cudaSharedmemCarveoutMaxShared);
  cudaFuncSetCacheConfig(plain, cudaFuncCachePreferL1);
  cudaFuncAttributes attributes;
  cudaFuncGetAttributes(&attributes, typed<int, 3>);
  cudaOccupancyMaxPotentialBlockSize(&grid, &block, plain, 0, 0);
  cudaOccupancyMaxPotentialBlockSize(&grid, &block, (void*)plain);
  cudaOccupancyMaxPotentialBlockSizeVariableSMem(&grid, &block, plain,
                                                 [](int threads) { return threads * 4; });
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, typed<float, 1>, 32, 0);
}

int devices() {
  cudaDeviceProp device;
  cudaGetDeviceProperties(&device, 0);
  cudaSetDevice(fastest_device());
  cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 1 << 20);
  // What older programs print.
  return device.clockRate + device.memoryClockRate + device.deviceOverlap + device.computeMode +
         device.kernelExecTimeoutEnabled + device.maxTexture1DLinear;
}
