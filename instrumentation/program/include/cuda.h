// CUDA's driver API: its types and CUDA_VERSION, for programs that only include it. Its functions are not emulated.
#pragma once
#pragma GCC system_header

#include <stddef.h>
#include <stdint.h>

#include "cuda_runtime.h"

typedef int CUdevice;
typedef unsigned long long CUdeviceptr;
typedef struct CUctx_st* CUcontext;
typedef struct CUmod_st* CUmodule;
typedef struct CUfunc_st* CUfunction;
typedef struct CUstream_st* CUstream;
typedef struct CUevent_st* CUevent;
typedef struct CUarray_st* CUarray;
typedef enum cudaError_enum {
  CUDA_SUCCESS = 0,
  CUDA_ERROR_INVALID_VALUE = 1,
  CUDA_ERROR_OUT_OF_MEMORY = 2,
  CUDA_ERROR_NOT_INITIALIZED = 3,
  CUDA_ERROR_DEINITIALIZED = 4,
  CUDA_ERROR_NO_DEVICE = 100,
  CUDA_ERROR_INVALID_DEVICE = 101,
  CUDA_ERROR_INVALID_CONTEXT = 201,
  CUDA_ERROR_NOT_FOUND = 500,
  CUDA_ERROR_NOT_READY = 600,
  CUDA_ERROR_ILLEGAL_ADDRESS = 700,
  CUDA_ERROR_LAUNCH_FAILED = 719,
  CUDA_ERROR_NOT_SUPPORTED = 801,
  CUDA_ERROR_UNKNOWN = 999
} CUresult;

#define WS_DRIVER_CALL(name)                                                              \
  WS_NOT_EMULATED(#name "() of CUDA's driver API", "use the runtime API (cudaMalloc and the like)") \
  CUresult name(...);
WS_DRIVER_CALL(cuInit)
WS_DRIVER_CALL(cuDriverGetVersion)
WS_DRIVER_CALL(cuDeviceGet)
WS_DRIVER_CALL(cuDeviceGetCount)
WS_DRIVER_CALL(cuDeviceGetName)
WS_DRIVER_CALL(cuDeviceGetAttribute)
WS_DRIVER_CALL(cuDeviceGetProperties)
WS_DRIVER_CALL(cuDeviceTotalMem)
WS_DRIVER_CALL(cuDeviceComputeCapability)
WS_DRIVER_CALL(cuDevicePrimaryCtxRetain)
WS_DRIVER_CALL(cuDevicePrimaryCtxRelease)
WS_DRIVER_CALL(cuCtxCreate)
WS_DRIVER_CALL(cuCtxDestroy)
WS_DRIVER_CALL(cuCtxDetach)
WS_DRIVER_CALL(cuCtxGetCurrent)
WS_DRIVER_CALL(cuCtxSetCurrent)
WS_DRIVER_CALL(cuCtxPushCurrent)
WS_DRIVER_CALL(cuCtxPopCurrent)
WS_DRIVER_CALL(cuCtxSynchronize)
WS_DRIVER_CALL(cuCtxGetDevice)
WS_DRIVER_CALL(cuCtxGetLimit)
WS_DRIVER_CALL(cuCtxSetLimit)
WS_DRIVER_CALL(cuCtxSetCacheConfig)
WS_DRIVER_CALL(cuModuleLoad)
WS_DRIVER_CALL(cuModuleLoadData)
WS_DRIVER_CALL(cuModuleLoadDataEx)
WS_DRIVER_CALL(cuModuleLoadFatBinary)
WS_DRIVER_CALL(cuModuleUnload)
WS_DRIVER_CALL(cuModuleGetFunction)
WS_DRIVER_CALL(cuModuleGetGlobal)
WS_DRIVER_CALL(cuModuleGetTexRef)
WS_DRIVER_CALL(cuLinkCreate)
WS_DRIVER_CALL(cuLinkAddData)
WS_DRIVER_CALL(cuLinkAddFile)
WS_DRIVER_CALL(cuLinkComplete)
WS_DRIVER_CALL(cuLinkDestroy)
WS_DRIVER_CALL(cuLibraryLoadData)
WS_DRIVER_CALL(cuMemAlloc)
WS_DRIVER_CALL(cuMemAllocHost)
WS_DRIVER_CALL(cuMemAllocManaged)
WS_DRIVER_CALL(cuMemAllocPitch)
WS_DRIVER_CALL(cuMemFree)
WS_DRIVER_CALL(cuMemFreeHost)
WS_DRIVER_CALL(cuMemHostAlloc)
WS_DRIVER_CALL(cuMemHostRegister)
WS_DRIVER_CALL(cuMemHostUnregister)
WS_DRIVER_CALL(cuMemHostGetDevicePointer)
WS_DRIVER_CALL(cuMemGetInfo)
WS_DRIVER_CALL(cuMemGetAddressRange)
WS_DRIVER_CALL(cuMemcpy)
WS_DRIVER_CALL(cuMemcpyHtoD)
WS_DRIVER_CALL(cuMemcpyDtoH)
WS_DRIVER_CALL(cuMemcpyDtoD)
WS_DRIVER_CALL(cuMemcpyHtoDAsync)
WS_DRIVER_CALL(cuMemcpyDtoHAsync)
WS_DRIVER_CALL(cuMemcpyDtoDAsync)
WS_DRIVER_CALL(cuMemcpyAsync)
WS_DRIVER_CALL(cuMemcpy2D)
WS_DRIVER_CALL(cuMemcpy3D)
WS_DRIVER_CALL(cuMemsetD8)
WS_DRIVER_CALL(cuMemsetD16)
WS_DRIVER_CALL(cuMemsetD32)
WS_DRIVER_CALL(cuMemsetD8Async)
WS_DRIVER_CALL(cuMemsetD32Async)
WS_DRIVER_CALL(cuMemCreate)
WS_DRIVER_CALL(cuMemMap)
WS_DRIVER_CALL(cuMemUnmap)
WS_DRIVER_CALL(cuMemRelease)
WS_DRIVER_CALL(cuMemSetAccess)
WS_DRIVER_CALL(cuMemAddressReserve)
WS_DRIVER_CALL(cuMemAddressFree)
WS_DRIVER_CALL(cuMemPrefetchAsync)
WS_DRIVER_CALL(cuMemAdvise)
WS_DRIVER_CALL(cuLaunchKernel)
WS_DRIVER_CALL(cuLaunchKernelEx)
WS_DRIVER_CALL(cuLaunchCooperativeKernel)
WS_DRIVER_CALL(cuLaunchHostFunc)
WS_DRIVER_CALL(cuLaunch)
WS_DRIVER_CALL(cuLaunchGrid)
WS_DRIVER_CALL(cuFuncSetBlockShape)
WS_DRIVER_CALL(cuFuncSetSharedSize)
WS_DRIVER_CALL(cuFuncGetAttribute)
WS_DRIVER_CALL(cuFuncSetAttribute)
WS_DRIVER_CALL(cuFuncSetCacheConfig)
WS_DRIVER_CALL(cuParamSetSize)
WS_DRIVER_CALL(cuParamSeti)
WS_DRIVER_CALL(cuParamSetf)
WS_DRIVER_CALL(cuParamSetv)
WS_DRIVER_CALL(cuOccupancyMaxActiveBlocksPerMultiprocessor)
WS_DRIVER_CALL(cuOccupancyMaxPotentialBlockSize)
WS_DRIVER_CALL(cuStreamCreate)
WS_DRIVER_CALL(cuStreamCreateWithPriority)
WS_DRIVER_CALL(cuStreamDestroy)
WS_DRIVER_CALL(cuStreamQuery)
WS_DRIVER_CALL(cuStreamSynchronize)
WS_DRIVER_CALL(cuStreamWaitEvent)
WS_DRIVER_CALL(cuStreamAddCallback)
WS_DRIVER_CALL(cuStreamWaitValue32)
WS_DRIVER_CALL(cuStreamWriteValue32)
WS_DRIVER_CALL(cuEventCreate)
WS_DRIVER_CALL(cuEventDestroy)
WS_DRIVER_CALL(cuEventRecord)
WS_DRIVER_CALL(cuEventQuery)
WS_DRIVER_CALL(cuEventSynchronize)
WS_DRIVER_CALL(cuEventElapsedTime)
WS_DRIVER_CALL(cuGetErrorName)
WS_DRIVER_CALL(cuGetErrorString)
WS_DRIVER_CALL(cuGetProcAddress)
WS_DRIVER_CALL(cuPointerGetAttribute)
WS_DRIVER_CALL(cuTexObjectCreate)
WS_DRIVER_CALL(cuTexObjectDestroy)
WS_DRIVER_CALL(cuSurfObjectCreate)
WS_DRIVER_CALL(cuArrayCreate)
WS_DRIVER_CALL(cuArrayDestroy)
WS_DRIVER_CALL(cuTensorMapEncodeTiled)
WS_DRIVER_CALL(cuGraphicsMapResources)
WS_DRIVER_CALL(cuIpcGetMemHandle)
WS_DRIVER_CALL(cuIpcOpenMemHandle)
WS_DRIVER_CALL(cuGraphCreate)
WS_DRIVER_CALL(cuGraphLaunch)
#undef WS_DRIVER_CALL
