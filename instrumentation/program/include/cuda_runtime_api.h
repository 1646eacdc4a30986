/* CUDA's runtime on the host's side, for programs that run emulated: calls go to the machine that runs
 * the program, under names of their own (ws_cudaMalloc for cudaMalloc), so that a CUDA runtime that
 * happens to be in the process is never meant.
 *
 * The device is a model: see cudaGetDeviceProperties. Times that events give are modelled, too, and
 * never measured: a launch costs 3 us, a copy between host and device 8 us and 1 us per 25,000 bytes, work on
 * the device's own memory 2 us and 1 us per 3,000,000 bytes; a kernel takes the time of four instructions
 * and four bytes for each of its accesses to memory. Work is done in the order in which the host asks for
 * it, whatever its stream, unless it comes behind a host function that has not returned.
 *
 * What is not emulated is refused by name when the program is compiled, else in the call. */
#pragma once
#if !defined(WS_THE_MACHINE_ITSELF) /* there g++ would not join declarations and definitions */
#pragma GCC system_header
#endif

#ifndef __CUDA_RUNTIME_API_H__
#define __CUDA_RUNTIME_API_H__ 1
#endif

#include "driver_types.h"

#define CUDART_VERSION 12080
#define CUDART_CB
#define CUDARTAPI

#ifndef CUDA_VERSION
#define CUDA_VERSION 12080
#endif

/* One symbol of the machine under CUDA's name: the call's return address is in the user's text. */
#define WS_CALL(name) __asm__("ws_" #name)
#define WS_REFUSED(what) __attribute__((error("warpscope does not emulate " what)))

extern "C" {

/* Errors */
cudaError_t cudaGetLastError(void) WS_CALL(cudaGetLastError);
cudaError_t cudaPeekAtLastError(void) WS_CALL(cudaPeekAtLastError);
const char* cudaGetErrorName(cudaError_t error) WS_CALL(cudaGetErrorName);
const char* cudaGetErrorString(cudaError_t error) WS_CALL(cudaGetErrorString);

/* Device */
cudaError_t cudaGetDeviceCount(int* count) WS_CALL(cudaGetDeviceCount);
cudaError_t cudaSetDevice(int device) WS_CALL(cudaSetDevice);
cudaError_t cudaInitDevice(int device, unsigned int deviceFlags, unsigned int flags)
    WS_CALL(cudaInitDevice);
cudaError_t cudaGetDevice(int* device) WS_CALL(cudaGetDevice);
cudaError_t cudaSetValidDevices(int* devices, int count) WS_CALL(cudaSetValidDevices);
cudaError_t cudaSetDeviceFlags(unsigned int flags) WS_CALL(cudaSetDeviceFlags);
cudaError_t cudaGetDeviceFlags(unsigned int* flags) WS_CALL(cudaGetDeviceFlags);
cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp* properties, int device)
    WS_CALL(cudaGetDeviceProperties);
cudaError_t cudaDeviceGetAttribute(int* value, enum cudaDeviceAttr attribute, int device)
    WS_CALL(cudaDeviceGetAttribute);
cudaError_t cudaChooseDevice(int* device, const struct cudaDeviceProp* properties)
    WS_CALL(cudaChooseDevice);
cudaError_t cudaDeviceReset(void) WS_CALL(cudaDeviceReset);
cudaError_t cudaThreadExit(void) WS_CALL(cudaDeviceReset);
cudaError_t cudaDeviceSynchronize(void) WS_CALL(cudaDeviceSynchronize);
cudaError_t cudaThreadSynchronize(void) WS_CALL(cudaDeviceSynchronize);
cudaError_t cudaDeviceSetLimit(enum cudaLimit limit, size_t value) WS_CALL(cudaDeviceSetLimit);
cudaError_t cudaDeviceGetLimit(size_t* value, enum cudaLimit limit) WS_CALL(cudaDeviceGetLimit);
cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache config) WS_CALL(cudaDeviceSetCacheConfig);
cudaError_t cudaDeviceGetCacheConfig(enum cudaFuncCache* config) WS_CALL(cudaDeviceGetCacheConfig);
cudaError_t cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig config)
    WS_CALL(cudaDeviceSetSharedMemConfig);
cudaError_t cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig* config)
    WS_CALL(cudaDeviceGetSharedMemConfig);
cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest)
    WS_CALL(cudaDeviceGetStreamPriorityRange);
cudaError_t cudaDeviceCanAccessPeer(int* can, int device, int peer)
    WS_CALL(cudaDeviceCanAccessPeer);
cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned int flags)
    WS_CALL(cudaDeviceEnablePeerAccess);
cudaError_t cudaDeviceDisablePeerAccess(int peer) WS_CALL(cudaDeviceDisablePeerAccess);
cudaError_t cudaDeviceGetP2PAttribute(int* value, enum cudaDeviceP2PAttr attribute, int source,
                                      int destination) WS_CALL(cudaDeviceGetP2PAttribute);
cudaError_t cudaDeviceGetPCIBusId(char* text, int bytes, int device) WS_CALL(cudaDeviceGetPCIBusId);
cudaError_t cudaDeviceGetByPCIBusId(int* device, const char* text) WS_CALL(cudaDeviceGetByPCIBusId);
cudaError_t cudaDriverGetVersion(int* version) WS_CALL(cudaDriverGetVersion);
cudaError_t cudaRuntimeGetVersion(int* version) WS_CALL(cudaRuntimeGetVersion);
cudaError_t cudaCtxResetPersistingL2Cache(void) WS_CALL(cudaCtxResetPersistingL2Cache);
cudaError_t cudaProfilerStart(void) WS_CALL(cudaProfilerStart);
cudaError_t cudaProfilerStop(void) WS_CALL(cudaProfilerStop);

/* Memory */
cudaError_t cudaMalloc(void** pointer, size_t bytes) WS_CALL(cudaMalloc);
cudaError_t cudaFree(void* pointer) WS_CALL(cudaFree);
cudaError_t cudaMallocHost(void** pointer, size_t bytes) WS_CALL(cudaMallocHost);
cudaError_t cudaHostAlloc(void** pointer, size_t bytes, unsigned int flags) WS_CALL(cudaHostAlloc);
cudaError_t cudaFreeHost(void* pointer) WS_CALL(cudaFreeHost);
cudaError_t cudaHostRegister(void* pointer, size_t bytes, unsigned int flags)
    WS_CALL(cudaHostRegister);
cudaError_t cudaHostUnregister(void* pointer) WS_CALL(cudaHostUnregister);
cudaError_t cudaHostGetDevicePointer(void** device, void* host, unsigned int flags)
    WS_CALL(cudaHostGetDevicePointer);
cudaError_t cudaHostGetFlags(unsigned int* flags, void* host) WS_CALL(cudaHostGetFlags);
cudaError_t cudaMallocManaged(void** pointer, size_t bytes,
                              unsigned int flags = cudaMemAttachGlobal) WS_CALL(cudaMallocManaged);
cudaError_t cudaMallocPitch(void** pointer, size_t* pitch, size_t width, size_t height)
    WS_CALL(cudaMallocPitch);
cudaError_t cudaMalloc3D(struct cudaPitchedPtr* pitched, struct cudaExtent extent)
    WS_CALL(cudaMalloc3D);
cudaError_t cudaMallocAsync(void** pointer, size_t bytes, cudaStream_t stream)
    WS_CALL(cudaMallocAsync);
cudaError_t cudaFreeAsync(void* pointer, cudaStream_t stream) WS_CALL(cudaFreeAsync);
/* There is the device's own pool alone; its attributes are kept and change nothing. */
cudaError_t cudaMallocFromPoolAsync(void** pointer, size_t bytes, cudaMemPool_t pool,
                                    cudaStream_t stream) WS_CALL(cudaMallocFromPoolAsync);
cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int device)
    WS_CALL(cudaDeviceGetDefaultMemPool);
cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* pool, int device) WS_CALL(cudaDeviceGetMemPool);
cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool) WS_CALL(cudaDeviceSetMemPool);
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attribute, void* value)
    WS_CALL(cudaMemPoolSetAttribute);
cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attribute, void* value)
    WS_CALL(cudaMemPoolGetAttribute);
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t bytes) WS_CALL(cudaMemPoolTrimTo);
cudaError_t cudaMemGetInfo(size_t* free, size_t* total) WS_CALL(cudaMemGetInfo);
cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes* attributes, const void* pointer)
    WS_CALL(cudaPointerGetAttributes);
cudaError_t cudaMemPrefetchAsync(const void* pointer, size_t bytes, int device,
                                 cudaStream_t stream = 0) WS_CALL(cudaMemPrefetchAsync);
cudaError_t cudaMemAdvise(const void* pointer, size_t bytes, enum cudaMemoryAdvise advice,
                          int device) WS_CALL(cudaMemAdvise);
cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void* pointer, size_t bytes = 0,
                                     unsigned int flags = cudaMemAttachSingle)
    WS_CALL(cudaStreamAttachMemAsync);

cudaError_t cudaMemcpy(void* to, const void* from, size_t bytes, enum cudaMemcpyKind kind)
    WS_CALL(cudaMemcpy);
cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t bytes, enum cudaMemcpyKind kind,
                            cudaStream_t stream = 0) WS_CALL(cudaMemcpyAsync);
cudaError_t cudaMemcpyPeer(void* to, int to_device, const void* from, int from_device, size_t bytes)
    WS_CALL(cudaMemcpyPeer);
cudaError_t cudaMemcpyPeerAsync(void* to, int to_device, const void* from, int from_device,
                                size_t bytes, cudaStream_t stream = 0) WS_CALL(cudaMemcpyPeerAsync);
cudaError_t cudaMemcpy2D(void* to, size_t to_pitch, const void* from, size_t from_pitch,
                         size_t width, size_t height, enum cudaMemcpyKind kind)
    WS_CALL(cudaMemcpy2D);
cudaError_t cudaMemcpy2DAsync(void* to, size_t to_pitch, const void* from, size_t from_pitch,
                              size_t width, size_t height, enum cudaMemcpyKind kind,
                              cudaStream_t stream = 0) WS_CALL(cudaMemcpy2DAsync);
cudaError_t cudaMemcpy3D(const struct cudaMemcpy3DParms* parameters) WS_CALL(cudaMemcpy3D);
cudaError_t cudaMemcpy3DAsync(const struct cudaMemcpy3DParms* parameters, cudaStream_t stream = 0)
    WS_CALL(cudaMemcpy3DAsync);
cudaError_t cudaMemset(void* pointer, int value, size_t bytes) WS_CALL(cudaMemset);
cudaError_t cudaMemsetAsync(void* pointer, int value, size_t bytes, cudaStream_t stream = 0)
    WS_CALL(cudaMemsetAsync);
cudaError_t cudaMemset2D(void* pointer, size_t pitch, int value, size_t width, size_t height)
    WS_CALL(cudaMemset2D);
cudaError_t cudaMemset2DAsync(void* pointer, size_t pitch, int value, size_t width, size_t height,
                              cudaStream_t stream = 0) WS_CALL(cudaMemset2DAsync);
cudaError_t cudaMemset3D(struct cudaPitchedPtr pitched, int value, struct cudaExtent extent)
    WS_CALL(cudaMemset3D);
cudaError_t cudaMemset3DAsync(struct cudaPitchedPtr pitched, int value, struct cudaExtent extent,
                              cudaStream_t stream = 0) WS_CALL(cudaMemset3DAsync);
cudaError_t cudaMemcpyToSymbol(const void* symbol, const void* from, size_t bytes,
                               size_t offset = 0, enum cudaMemcpyKind kind = cudaMemcpyHostToDevice)
    WS_CALL(cudaMemcpyToSymbol);
cudaError_t cudaMemcpyToSymbolAsync(const void* symbol, const void* from, size_t bytes,
                                    size_t offset, enum cudaMemcpyKind kind,
                                    cudaStream_t stream = 0) WS_CALL(cudaMemcpyToSymbolAsync);
cudaError_t cudaMemcpyFromSymbol(void* to, const void* symbol, size_t bytes, size_t offset = 0,
                                 enum cudaMemcpyKind kind = cudaMemcpyDeviceToHost)
    WS_CALL(cudaMemcpyFromSymbol);
cudaError_t cudaMemcpyFromSymbolAsync(void* to, const void* symbol, size_t bytes, size_t offset,
                                      enum cudaMemcpyKind kind, cudaStream_t stream = 0)
    WS_CALL(cudaMemcpyFromSymbolAsync);
cudaError_t cudaGetSymbolAddress(void** pointer, const void* symbol) WS_CALL(cudaGetSymbolAddress);
cudaError_t cudaGetSymbolSize(size_t* bytes, const void* symbol) WS_CALL(cudaGetSymbolSize);

/* Streams: work is done at once, in the order in which the host asks for it, unless it comes behind a host function that
 * has not returned. */
cudaError_t cudaStreamCreate(cudaStream_t* stream) WS_CALL(cudaStreamCreate);
cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned int flags)
    WS_CALL(cudaStreamCreateWithFlags);
cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned int flags, int priority)
    WS_CALL(cudaStreamCreateWithPriority);
cudaError_t cudaStreamDestroy(cudaStream_t stream) WS_CALL(cudaStreamDestroy);
cudaError_t cudaStreamSynchronize(cudaStream_t stream) WS_CALL(cudaStreamSynchronize);
cudaError_t cudaStreamQuery(cudaStream_t stream) WS_CALL(cudaStreamQuery);
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int flags = 0)
    WS_CALL(cudaStreamWaitEvent);
cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned int* flags)
    WS_CALL(cudaStreamGetFlags);
cudaError_t cudaStreamGetPriority(cudaStream_t stream, int* priority)
    WS_CALL(cudaStreamGetPriority);
cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void* data,
                                  unsigned int flags) WS_CALL(cudaStreamAddCallback);
cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* data)
    WS_CALL(cudaLaunchHostFunc);

/* Events */
cudaError_t cudaEventCreate(cudaEvent_t* event) WS_CALL(cudaEventCreate);
cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned int flags)
    WS_CALL(cudaEventCreateWithFlags);
cudaError_t cudaEventDestroy(cudaEvent_t event) WS_CALL(cudaEventDestroy);
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream = 0) WS_CALL(cudaEventRecord);
cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream = 0,
                                     unsigned int flags = 0) WS_CALL(cudaEventRecordWithFlags);
cudaError_t cudaEventSynchronize(cudaEvent_t event) WS_CALL(cudaEventSynchronize);
cudaError_t cudaEventQuery(cudaEvent_t event) WS_CALL(cudaEventQuery);
/* Modelled, not measured. */
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t end)
    WS_CALL(cudaEventElapsedTime);

/* Launches and kernels */
cudaError_t cudaLaunchKernel(const void* kernel, dim3 grid, dim3 block, void** arguments,
                             size_t shared_bytes, cudaStream_t stream) WS_CALL(cudaLaunchKernel);
cudaError_t cudaLaunchCooperativeKernel(const void* kernel, dim3 grid, dim3 block, void** arguments,
                                        size_t shared_bytes, cudaStream_t stream)
    WS_CALL(cudaLaunchCooperativeKernel);
cudaError_t cudaLaunchKernelExC(const struct cudaLaunchConfig_t* config, const void* kernel,
                                void** arguments) WS_CALL(cudaLaunchKernelExC);
cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes* attributes, const void* kernel)
    WS_CALL(cudaFuncGetAttributes);
cudaError_t cudaFuncSetAttribute(const void* kernel, enum cudaFuncAttribute attribute, int value)
    WS_CALL(cudaFuncSetAttribute);
cudaError_t cudaFuncSetCacheConfig(const void* kernel, enum cudaFuncCache config)
    WS_CALL(cudaFuncSetCacheConfig);
cudaError_t cudaFuncSetSharedMemConfig(const void* kernel, enum cudaSharedMemConfig config)
    WS_CALL(cudaFuncSetSharedMemConfig);
/* For compute capability 9.0, of a kernel with 32 registers a thread: registers are not known here. */
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void* kernel,
                                                          int block_size, size_t shared_bytes)
    WS_CALL(cudaOccupancyMaxActiveBlocksPerMultiprocessor);
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, const void* kernel,
                                                                   int block_size,
                                                                   size_t shared_bytes,
                                                                   unsigned int flags)
    WS_CALL(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags);
cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t* bytes, const void* kernel, int blocks,
                                                      int block_size)
    WS_CALL(cudaOccupancyAvailableDynamicSMemPerBlock);

/* Textures of linear memory */
struct cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w,
                                                   enum cudaChannelFormatKind kind)
    WS_CALL(cudaCreateChannelDesc);
cudaError_t cudaCreateTextureObject(cudaTextureObject_t* object,
                                    const struct cudaResourceDesc* memory,
                                    const struct cudaTextureDesc* how, const void* view)
    WS_CALL(cudaCreateTextureObject);
cudaError_t cudaDestroyTextureObject(cudaTextureObject_t object) WS_CALL(cudaDestroyTextureObject);
cudaError_t cudaGetTextureObjectResourceDesc(struct cudaResourceDesc* memory,
                                             cudaTextureObject_t object)
    WS_CALL(cudaGetTextureObjectResourceDesc);
cudaError_t cudaGetTextureObjectTextureDesc(struct cudaTextureDesc* how, cudaTextureObject_t object)
    WS_CALL(cudaGetTextureObjectTextureDesc);
cudaError_t cudaBindTexture(size_t* offset, const struct textureReference* to, const void* memory,
                            const struct cudaChannelFormatDesc* desc, size_t bytes = UINT_MAX)
    WS_CALL(cudaBindTexture);
cudaError_t cudaUnbindTexture(const struct textureReference* from) WS_CALL(cudaUnbindTexture);
cudaError_t cudaGetTextureAlignmentOffset(size_t* offset, const struct textureReference* of)
    WS_CALL(cudaGetTextureAlignmentOffset);

/* Capture of one or several streams: their work is kept and done by each cudaGraphLaunch. */
cudaError_t cudaStreamBeginCapture(cudaStream_t stream, enum cudaStreamCaptureMode mode)
    WS_CALL(cudaStreamBeginCapture);
cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph)
    WS_CALL(cudaStreamEndCapture);
cudaError_t cudaStreamIsCapturing(cudaStream_t stream, enum cudaStreamCaptureStatus* status)
    WS_CALL(cudaStreamIsCapturing);
/* A graph that is still captured cannot be asked for. */
cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, enum cudaStreamCaptureStatus* status,
                                     unsigned long long* id = 0, cudaGraph_t* graph = 0,
                                     const cudaGraphNode_t** nodes = 0, size_t* count = 0)
    WS_CALL(cudaStreamGetCaptureInfo);
cudaError_t cudaThreadExchangeStreamCaptureMode(enum cudaStreamCaptureMode* mode)
    WS_CALL(cudaThreadExchangeStreamCaptureMode);
cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, size_t* count)
    WS_CALL(cudaGraphGetNodes);
cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* executable, cudaGraph_t graph,
                                          unsigned long long flags = 0)
    WS_CALL(cudaGraphInstantiateWithFlags);
cudaError_t cudaGraphUpload(cudaGraphExec_t executable, cudaStream_t stream)
    WS_CALL(cudaGraphUpload);
cudaError_t cudaGraphLaunch(cudaGraphExec_t executable, cudaStream_t stream)
    WS_CALL(cudaGraphLaunch);
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t executable) WS_CALL(cudaGraphExecDestroy);
cudaError_t cudaGraphDestroy(cudaGraph_t graph) WS_CALL(cudaGraphDestroy);

/* Not emulated */
#define WS_ARRAYS "CUDA arrays; use linear memory of cudaMalloc or cudaMallocPitch"
cudaError_t cudaMallocArray(...) WS_REFUSED(WS_ARRAYS);
cudaError_t cudaMalloc3DArray(...) WS_REFUSED(WS_ARRAYS);
cudaError_t cudaMallocMipmappedArray(...) WS_REFUSED(WS_ARRAYS);
cudaError_t cudaGetMipmappedArrayLevel(...) WS_REFUSED(WS_ARRAYS);
cudaError_t cudaFreeArray(...) WS_REFUSED(WS_ARRAYS);
cudaError_t cudaFreeMipmappedArray(...) WS_REFUSED(WS_ARRAYS);
cudaError_t cudaMemcpyToArray(...) WS_REFUSED(WS_ARRAYS);
cudaError_t cudaMemcpyFromArray(...) WS_REFUSED(WS_ARRAYS);
cudaError_t cudaMemcpyArrayToArray(...) WS_REFUSED(WS_ARRAYS);
cudaError_t cudaMemcpyToArrayAsync(...) WS_REFUSED(WS_ARRAYS);
cudaError_t cudaMemcpyFromArrayAsync(...) WS_REFUSED(WS_ARRAYS);
cudaError_t cudaMemcpy2DToArray(...) WS_REFUSED(WS_ARRAYS);
cudaError_t cudaMemcpy2DFromArray(...) WS_REFUSED(WS_ARRAYS);
cudaError_t cudaMemcpy2DArrayToArray(...) WS_REFUSED(WS_ARRAYS);
cudaError_t cudaMemcpy2DToArrayAsync(...) WS_REFUSED(WS_ARRAYS);
cudaError_t cudaMemcpy2DFromArrayAsync(...) WS_REFUSED(WS_ARRAYS);
#define WS_TEXTURES \
  "textures but those of linear memory; use tex1Dfetch, or read global memory through a pointer"
cudaError_t cudaBindTexture2D(...) WS_REFUSED(WS_TEXTURES);
cudaError_t cudaBindTextureToArray(...) WS_REFUSED(WS_TEXTURES);
cudaError_t cudaBindTextureToMipmappedArray(...) WS_REFUSED(WS_TEXTURES);
#define WS_SURFACES "surfaces; write global memory instead"
cudaError_t cudaCreateSurfaceObject(...) WS_REFUSED(WS_SURFACES);
cudaError_t cudaDestroySurfaceObject(...) WS_REFUSED(WS_SURFACES);
cudaError_t cudaBindSurfaceToArray(...) WS_REFUSED(WS_SURFACES);
#define WS_GRAPHICS "interoperation with graphics; run the program without it"
cudaError_t cudaGraphicsGLRegisterBuffer(...) WS_REFUSED(WS_GRAPHICS);
cudaError_t cudaGraphicsGLRegisterImage(...) WS_REFUSED(WS_GRAPHICS);
cudaError_t cudaGraphicsMapResources(...) WS_REFUSED(WS_GRAPHICS);
cudaError_t cudaGraphicsUnmapResources(...) WS_REFUSED(WS_GRAPHICS);
cudaError_t cudaGraphicsUnregisterResource(...) WS_REFUSED(WS_GRAPHICS);
cudaError_t cudaGraphicsResourceGetMappedPointer(...) WS_REFUSED(WS_GRAPHICS);
cudaError_t cudaGraphicsResourceSetMapFlags(...) WS_REFUSED(WS_GRAPHICS);
cudaError_t cudaGraphicsSubResourceGetMappedArray(...) WS_REFUSED(WS_GRAPHICS);
#define WS_IPC "memory and events shared between processes; use one process"
cudaError_t cudaIpcGetMemHandle(...) WS_REFUSED(WS_IPC);
cudaError_t cudaIpcOpenMemHandle(...) WS_REFUSED(WS_IPC);
cudaError_t cudaIpcCloseMemHandle(...) WS_REFUSED(WS_IPC);
cudaError_t cudaIpcGetEventHandle(...) WS_REFUSED(WS_IPC);
cudaError_t cudaIpcOpenEventHandle(...) WS_REFUSED(WS_IPC);
cudaError_t cudaImportExternalMemory(...) WS_REFUSED(WS_IPC);
cudaError_t cudaImportExternalSemaphore(...) WS_REFUSED(WS_IPC);
#define WS_PEERS "several devices; use one device"
cudaError_t cudaMemcpy3DPeer(...) WS_REFUSED(WS_PEERS);
cudaError_t cudaMemcpy3DPeerAsync(...) WS_REFUSED(WS_PEERS);
cudaError_t cudaLaunchCooperativeKernelMultiDevice(...) WS_REFUSED(WS_PEERS);
#define WS_POOLS "memory pools of one's own; use cudaMallocAsync and cudaFreeAsync, or cudaMalloc"
cudaError_t cudaMemPoolCreate(...) WS_REFUSED(WS_POOLS);
cudaError_t cudaMemPoolDestroy(...) WS_REFUSED(WS_POOLS);
cudaError_t cudaMemPoolSetAccess(...) WS_REFUSED(WS_POOLS);
#define WS_GRAPHS "graphs built node by node; capture a stream instead (cudaStreamBeginCapture)"
cudaError_t cudaGraphCreate(...) WS_REFUSED(WS_GRAPHS);
cudaError_t cudaGraphClone(...) WS_REFUSED(WS_GRAPHS);
cudaError_t cudaGraphAddNode(...) WS_REFUSED(WS_GRAPHS);
cudaError_t cudaGraphAddKernelNode(...) WS_REFUSED(WS_GRAPHS);
cudaError_t cudaGraphAddMemcpyNode(...) WS_REFUSED(WS_GRAPHS);
cudaError_t cudaGraphAddMemcpyNode1D(...) WS_REFUSED(WS_GRAPHS);
cudaError_t cudaGraphAddMemsetNode(...) WS_REFUSED(WS_GRAPHS);
cudaError_t cudaGraphAddHostNode(...) WS_REFUSED(WS_GRAPHS);
cudaError_t cudaGraphAddEmptyNode(...) WS_REFUSED(WS_GRAPHS);
cudaError_t cudaGraphAddChildGraphNode(...) WS_REFUSED(WS_GRAPHS);
cudaError_t cudaGraphAddDependencies(...) WS_REFUSED(WS_GRAPHS);
cudaError_t cudaGraphAddMemAllocNode(...) WS_REFUSED(WS_GRAPHS);
cudaError_t cudaGraphAddMemFreeNode(...) WS_REFUSED(WS_GRAPHS);
cudaError_t cudaGraphExecUpdate(...) WS_REFUSED(WS_GRAPHS);
cudaError_t cudaGraphExecKernelNodeSetParams(...) WS_REFUSED(WS_GRAPHS);
cudaError_t cudaGraphExecMemcpyNodeSetParams(...) WS_REFUSED(WS_GRAPHS);
cudaError_t cudaGraphExecMemsetNodeSetParams(...) WS_REFUSED(WS_GRAPHS);
cudaError_t cudaGraphExecHostNodeSetParams(...) WS_REFUSED(WS_GRAPHS);
cudaError_t cudaGraphExecChildGraphNodeSetParams(...) WS_REFUSED(WS_GRAPHS);
cudaError_t cudaGraphExecNodeSetParams(...) WS_REFUSED(WS_GRAPHS);
cudaError_t cudaGraphInstantiateWithParams(...) WS_REFUSED(WS_GRAPHS);
cudaError_t cudaGraphGetRootNodes(...) WS_REFUSED(WS_GRAPHS);
cudaError_t cudaGraphGetEdges(...) WS_REFUSED(WS_GRAPHS);
cudaError_t cudaGraphNodeGetType(...) WS_REFUSED(WS_GRAPHS);
cudaError_t cudaGraphNodeGetDependencies(...) WS_REFUSED(WS_GRAPHS);
cudaError_t cudaGraphKernelNodeGetParams(...) WS_REFUSED(WS_GRAPHS);
cudaError_t cudaGraphKernelNodeSetParams(...) WS_REFUSED(WS_GRAPHS);
cudaError_t cudaGraphDestroyNode(...) WS_REFUSED(WS_GRAPHS);
cudaError_t cudaGraphRemoveDependencies(...) WS_REFUSED(WS_GRAPHS);
cudaError_t cudaGraphAddEventRecordNode(...) WS_REFUSED(WS_GRAPHS);
cudaError_t cudaGraphAddEventWaitNode(...) WS_REFUSED(WS_GRAPHS);
cudaError_t cudaGraphConditionalHandleCreate(...) WS_REFUSED(WS_GRAPHS);
cudaError_t cudaGraphDebugDotPrint(...) WS_REFUSED(WS_GRAPHS);
cudaError_t cudaStreamBeginCaptureToGraph(...) WS_REFUSED(WS_GRAPHS);
cudaError_t cudaStreamUpdateCaptureDependencies(...) WS_REFUSED(WS_GRAPHS);
cudaError_t cudaDeviceGraphMemTrim(...) WS_REFUSED(WS_GRAPHS);
cudaError_t cudaDeviceGetGraphMemAttribute(...) WS_REFUSED(WS_GRAPHS);
cudaError_t cudaDeviceSetGraphMemAttribute(...) WS_REFUSED(WS_GRAPHS);
#define WS_DRIVER "CUDA's driver API; use the runtime API"
cudaError_t cudaGetDriverEntryPoint(...) WS_REFUSED(WS_DRIVER);
cudaError_t cudaGetDriverEntryPointByVersion(...) WS_REFUSED(WS_DRIVER);
cudaError_t cudaGetFuncBySymbol(...) WS_REFUSED(WS_DRIVER);
cudaError_t cudaLibraryLoadData(...) WS_REFUSED(WS_DRIVER);
cudaError_t cudaLibraryLoadFromFile(...) WS_REFUSED(WS_DRIVER);
#define WS_CLUSTERS "clusters of blocks; launch without them"
cudaError_t cudaOccupancyMaxActiveClusters(...) WS_REFUSED(WS_CLUSTERS);
cudaError_t cudaOccupancyMaxPotentialClusterSize(...) WS_REFUSED(WS_CLUSTERS);
}
