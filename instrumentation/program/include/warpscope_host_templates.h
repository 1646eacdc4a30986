/* The C++ side of CUDA's runtime on the host: typed pointers, symbols and kernels. Its functions leave no
 * frame and no line of their own, so that the machine finds the user's line behind a call. */
#pragma once
#pragma GCC system_header

#include "cuda_runtime_api.h"
#include "ws/launch.h"

#if defined(__clang__)
#define WS_HOST inline __attribute__((always_inline, nodebug))
#else
#define WS_HOST inline __attribute__((always_inline, artificial))
#endif

/* Memory */
template <class T>
WS_HOST cudaError_t cudaMalloc(T** pointer, size_t bytes) {
  return cudaMalloc((void**)(void*)pointer, bytes);
}
template <class T>
WS_HOST cudaError_t cudaMallocHost(T** pointer, size_t bytes, unsigned int flags = 0) {
  return cudaHostAlloc((void**)(void*)pointer, bytes, flags);
}
WS_HOST cudaError_t cudaMallocHost(void** pointer, size_t bytes, unsigned int flags) {
  return cudaHostAlloc(pointer, bytes, flags);
}
template <class T>
WS_HOST cudaError_t cudaHostAlloc(T** pointer, size_t bytes, unsigned int flags) {
  return cudaHostAlloc((void**)(void*)pointer, bytes, flags);
}
template <class T>
WS_HOST cudaError_t cudaHostGetDevicePointer(T** device, void* host, unsigned int flags) {
  return cudaHostGetDevicePointer((void**)(void*)device, host, flags);
}
/* As CUDA 13 has it. */
WS_HOST cudaError_t cudaMemPrefetchAsync(const void* pointer, size_t bytes,
                                         struct cudaMemLocation place, unsigned int flags,
                                         cudaStream_t stream = 0) {
  (void)flags;
  return cudaMemPrefetchAsync(
      pointer, bytes, place.type == cudaMemLocationTypeDevice ? place.id : cudaCpuDeviceId, stream);
}
template <class T>
WS_HOST cudaError_t cudaMallocManaged(T** pointer, size_t bytes,
                                      unsigned int flags = cudaMemAttachGlobal) {
  return cudaMallocManaged((void**)(void*)pointer, bytes, flags);
}
template <class T>
WS_HOST cudaError_t cudaMallocPitch(T** pointer, size_t* pitch, size_t width, size_t height) {
  return cudaMallocPitch((void**)(void*)pointer, pitch, width, height);
}
template <class T>
WS_HOST cudaError_t cudaMallocAsync(T** pointer, size_t bytes, cudaStream_t stream) {
  return cudaMallocAsync((void**)(void*)pointer, bytes, stream);
}
template <class T>
WS_HOST cudaError_t cudaMallocFromPoolAsync(T** pointer, size_t bytes, cudaMemPool_t pool,
                                            cudaStream_t stream) {
  return cudaMallocFromPoolAsync((void**)(void*)pointer, bytes, pool, stream);
}
template <class T>
WS_HOST cudaError_t cudaMallocAsync(T** pointer, size_t bytes, cudaMemPool_t pool,
                                    cudaStream_t stream) {
  return cudaMallocFromPoolAsync((void**)(void*)pointer, bytes, pool, stream);
}
template <class T>
WS_HOST cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, T* pointer, size_t bytes = 0,
                                             unsigned int flags = cudaMemAttachSingle) {
  return cudaStreamAttachMemAsync(stream, (void*)pointer, bytes, flags);
}
WS_HOST struct cudaPitchedPtr make_cudaPitchedPtr(void* pointer, size_t pitch, size_t width,
                                                  size_t height) {
  struct cudaPitchedPtr made = {pointer, pitch, width, height};
  return made;
}
WS_HOST struct cudaExtent make_cudaExtent(size_t width, size_t height, size_t depth) {
  struct cudaExtent made = {width, height, depth};
  return made;
}
WS_HOST struct cudaPos make_cudaPos(size_t x, size_t y, size_t z) {
  struct cudaPos made = {x, y, z};
  return made;
}

/* Symbols: the variable itself, as CUDA takes it. */
template <class T>
WS_HOST cudaError_t cudaMemcpyToSymbol(const T& symbol, const void* from, size_t bytes,
                                       size_t offset = 0,
                                       enum cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
  return cudaMemcpyToSymbol((const void*)__builtin_addressof(symbol), from, bytes, offset, kind);
}
template <class T>
WS_HOST cudaError_t cudaMemcpyToSymbolAsync(const T& symbol, const void* from, size_t bytes,
                                            size_t offset = 0,
                                            enum cudaMemcpyKind kind = cudaMemcpyHostToDevice,
                                            cudaStream_t stream = 0) {
  return cudaMemcpyToSymbolAsync((const void*)__builtin_addressof(symbol), from, bytes, offset,
                                 kind, stream);
}
template <class T>
WS_HOST cudaError_t cudaMemcpyFromSymbol(void* to, const T& symbol, size_t bytes, size_t offset = 0,
                                         enum cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
  return cudaMemcpyFromSymbol(to, (const void*)__builtin_addressof(symbol), bytes, offset, kind);
}
template <class T>
WS_HOST cudaError_t cudaMemcpyFromSymbolAsync(void* to, const T& symbol, size_t bytes,
                                              size_t offset = 0,
                                              enum cudaMemcpyKind kind = cudaMemcpyDeviceToHost,
                                              cudaStream_t stream = 0) {
  return cudaMemcpyFromSymbolAsync(to, (const void*)__builtin_addressof(symbol), bytes, offset,
                                   kind, stream);
}
template <class T>
WS_HOST cudaError_t cudaGetSymbolAddress(void** pointer, const T& symbol) {
  return cudaGetSymbolAddress(pointer, (const void*)__builtin_addressof(symbol));
}
template <class P, class T>
WS_HOST cudaError_t cudaGetSymbolAddress(P** pointer, const T& symbol) {
  return cudaGetSymbolAddress((void**)(void*)pointer, (const void*)__builtin_addressof(symbol));
}
template <class T>
WS_HOST cudaError_t cudaGetSymbolSize(size_t* bytes, const T& symbol) {
  return cudaGetSymbolSize(bytes, (const void*)__builtin_addressof(symbol));
}

/* Events and streams */
WS_HOST cudaError_t cudaEventCreate(cudaEvent_t* event, unsigned int flags) {
  return cudaEventCreateWithFlags(event, flags);
}
WS_HOST cudaError_t cudaGraphInstantiate(cudaGraphExec_t* executable, cudaGraph_t graph,
                                         unsigned long long flags = 0) {
  return cudaGraphInstantiateWithFlags(executable, graph, flags);
}
WS_HOST cudaError_t cudaGraphInstantiate(cudaGraphExec_t* executable, cudaGraph_t graph,
                                         cudaGraphNode_t* error_node, char* log, size_t bytes) {
  if (error_node != nullptr) *error_node = nullptr;
  if (log != nullptr && bytes > 0) *log = '\0';
  return cudaGraphInstantiateWithFlags(executable, graph, 0);
}

/* Kernels. Their parameters' types are known here, so that a kernel needs no registration to be launched
 * by its address. */
namespace ws_host {
template <class T>
struct value_of {
  typedef typename ::ws::plain<T>::type type;
};
template <class... A>
WS_HOST const void* known(void (*kernel)(A...)) {
  ::ws::register_kernel(kernel);
  return (const void*)kernel;
}
}  // namespace ws_host

template <class... A>
WS_HOST cudaError_t cudaLaunchKernel(void (*kernel)(A...), dim3 grid, dim3 block, void** arguments,
                                     size_t shared_bytes = 0, cudaStream_t stream = 0) {
  return cudaLaunchKernel(ws_host::known(kernel), grid, block, arguments, shared_bytes, stream);
}
template <class... A>
WS_HOST cudaError_t cudaLaunchCooperativeKernel(void (*kernel)(A...), dim3 grid, dim3 block,
                                                void** arguments, size_t shared_bytes = 0,
                                                cudaStream_t stream = 0) {
  return cudaLaunchCooperativeKernel(ws_host::known(kernel), grid, block, arguments, shared_bytes,
                                     stream);
}
/* `kernel` as an object pointer: a void* made of a kernel by the program itself. */
WS_HOST cudaError_t cudaLaunchKernel(void* kernel, dim3 grid, dim3 block, void** arguments,
                                     size_t shared_bytes = 0, cudaStream_t stream = 0) {
  return cudaLaunchKernel((const void*)kernel, grid, block, arguments, shared_bytes, stream);
}
WS_HOST cudaError_t cudaLaunchKernel(const void* kernel, dim3 grid, dim3 block, void** arguments) {
  return cudaLaunchKernel(kernel, grid, block, arguments, 0, 0);
}
WS_HOST cudaError_t cudaLaunchCooperativeKernel(void* kernel, dim3 grid, dim3 block,
                                                void** arguments, size_t shared_bytes = 0,
                                                cudaStream_t stream = 0) {
  return cudaLaunchCooperativeKernel((const void*)kernel, grid, block, arguments, shared_bytes,
                                     stream);
}
template <class... A>
WS_HOST cudaError_t cudaLaunchKernelExC(const struct cudaLaunchConfig_t* config,
                                        void (*kernel)(A...), void** arguments) {
  return cudaLaunchKernelExC(config, ws_host::known(kernel), arguments);
}
template <class... A>
WS_HOST cudaError_t cudaLaunchKernelEx(const struct cudaLaunchConfig_t* config,
                                       void (*kernel)(A...),
                                       typename ws_host::value_of<A>::type... arguments) {
  void* addresses[] = {(void*)__builtin_addressof(arguments)..., nullptr};
  return cudaLaunchKernelExC(config, ws_host::known(kernel), addresses);
}

template <class T>
WS_HOST cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes* attributes, T* kernel) {
  return cudaFuncGetAttributes(attributes, (const void*)kernel);
}
template <class T>
WS_HOST cudaError_t cudaFuncSetAttribute(T* kernel, enum cudaFuncAttribute attribute, int value) {
  return cudaFuncSetAttribute((const void*)kernel, attribute, value);
}
template <class T>
WS_HOST cudaError_t cudaFuncSetCacheConfig(T* kernel, enum cudaFuncCache config) {
  return cudaFuncSetCacheConfig((const void*)kernel, config);
}
template <class T>
WS_HOST cudaError_t cudaFuncSetSharedMemConfig(T* kernel, enum cudaSharedMemConfig config) {
  return cudaFuncSetSharedMemConfig((const void*)kernel, config);
}

/* Occupancy */
template <class T>
WS_HOST cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, T kernel,
                                                                  int block_size,
                                                                  size_t shared_bytes) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, (const void*)kernel, block_size,
                                                       shared_bytes);
}
template <class T>
WS_HOST cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, T kernel,
                                                                           int block_size,
                                                                           size_t shared_bytes,
                                                                           unsigned int flags) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, (const void*)kernel,
                                                                block_size, shared_bytes, flags);
}
template <class T>
WS_HOST cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t* bytes, T* kernel, int blocks,
                                                              int block_size) {
  return cudaOccupancyAvailableDynamicSMemPerBlock(bytes, (const void*)kernel, blocks, block_size);
}
/* The block size with the most threads on a multiprocessor; of equals the largest. */
template <class F, class T>
inline cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int* min_grid_size,
                                                                  int* block_size, T kernel,
                                                                  F shared_bytes_of,
                                                                  int limit = 0) {
  if (min_grid_size == nullptr || block_size == nullptr) return cudaErrorInvalidValue;
  struct cudaFuncAttributes attributes;
  cudaError_t error = cudaFuncGetAttributes(&attributes, (const void*)kernel);
  if (error != cudaSuccess) return error;
  int device = 0, multiprocessors = 0, most = 0, best = 0, best_blocks = 0;
  error = cudaGetDevice(&device);
  if (error != cudaSuccess) return error;
  error = cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device);
  if (error != cudaSuccess) return error;
  int largest = attributes.maxThreadsPerBlock;
  if (limit > 0 && limit < largest) largest = limit;
  for (int size = (largest + 31) / 32 * 32; size > 0; size -= 32) {
    const int threads = size < largest ? size : largest;
    int blocks = 0;
    error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, (const void*)kernel, threads,
                                                          (size_t)shared_bytes_of(threads));
    if (error != cudaSuccess) return error;
    if (blocks * threads > most) {
      most = blocks * threads;
      best = threads;
      best_blocks = blocks;
    }
  }
  *min_grid_size = best_blocks * multiprocessors;
  *block_size = best;
  return cudaSuccess;
}
template <class F, class T>
inline cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(
    int* min_grid_size, int* block_size, T kernel, F shared_bytes_of, int limit = 0,
    unsigned int flags = 0) {
  (void)flags;
  return cudaOccupancyMaxPotentialBlockSizeVariableSMem(min_grid_size, block_size, kernel,
                                                        shared_bytes_of, limit);
}
namespace ws_host {
struct same_bytes {
  size_t bytes;
  size_t operator()(int) const { return bytes; }
};
}  // namespace ws_host
template <class T>
inline cudaError_t cudaOccupancyMaxPotentialBlockSize(int* min_grid_size, int* block_size, T kernel,
                                                      size_t shared_bytes = 0, int limit = 0) {
  const ws_host::same_bytes bytes = {shared_bytes};
  return cudaOccupancyMaxPotentialBlockSizeVariableSMem(min_grid_size, block_size, kernel, bytes,
                                                        limit);
}
template <class T>
inline cudaError_t cudaOccupancyMaxPotentialBlockSizeWithFlags(int* min_grid_size, int* block_size,
                                                               T kernel, size_t shared_bytes = 0,
                                                               int limit = 0,
                                                               unsigned int flags = 0) {
  (void)flags;
  return cudaOccupancyMaxPotentialBlockSize(min_grid_size, block_size, kernel, shared_bytes, limit);
}

#undef WS_HOST
