// CUDA's qualifiers, as a C++ compiler takes them.
#pragma once
#pragma GCC system_header

#include "ws/function.h"

// __CUDACC__ comes from the command line for .cu files, as with nvcc: a .cpp file that includes
// <cuda_runtime.h> sees types and the runtime's calls, not the device's functions.
//
// __CUDA_ARCH__ is not defined, so that host code stays host code: everything that nvcc compiles has
// to compile that way, since nvcc's host pass does it too. What lies inside a kernel or a __device__
// function is device code for sure; there the rewriter of launches turns the token __CUDA_ARCH__ into
// __WS_DEVICE__ (same length), and so it does in conditions around __device__ functions without a function of the
// host. What lies elsewhere, or in a __host__ __device__ function, takes the branch of the host.
#define __WS_DEVICE__ 800

#if defined(__CUDACC__)
#ifndef __NVCC__
#define __NVCC__ 1
#endif
#ifndef __CUDACC_VER_MAJOR__
#define __CUDACC_VER_MAJOR__ 12
#define __CUDACC_VER_MINOR__ 4
#define __CUDACC_VER_BUILD__ 0
#endif
#ifndef __CUDACC_EXTENDED_LAMBDA__
#define __CUDACC_EXTENDED_LAMBDA__ 1
#endif
#ifndef __CUDACC_RELAXED_CONSTEXPR__
#define __CUDACC_RELAXED_CONSTEXPR__ 1
#endif
#endif
#ifndef __WARPSCOPE__
#define __WARPSCOPE__ 1
#endif

#define __host__
#define __device__
// A kernel keeps a function of its own: the machine finds its name and parameters by the address.
#define __global__ __attribute__((noinline))
#define __device_builtin__
#define __cudart_builtin__
#define __grid_constant__
#define __forceinline__ inline __attribute__((always_inline))
#define __noinline__ __attribute__((noinline))
#define __inline_hint__
#define __align__(bytes) __attribute__((aligned(bytes)))
#define __builtin_align__(bytes) __align__(bytes)
#define __launch_bounds__(...)
#define __maxnreg__(...)
#define __thread__ __thread
#define __no_return__ __attribute__((noreturn))
#define __nv_pure__ __attribute__((pure))
#define CUDARTAPI_CDECL
#define CUDARTSYM

// Shared memory is what every running block has an instance of. In a function thread_local is
// static, and an extern array becomes the dynamic part of the launch.
// Used, so that no variable becomes a bool or a constant because of what is written to it.
#define __shared__ thread_local __attribute__((used))
// The rewriter puts it for __shared__ after extern: no call to a dynamic initialisation.
#define __ws_dyns_ __thread
// Constant memory lies in a section of its own. It must not be const to the compiler, or reads of it are folded.
#define __constant__ __attribute__((section("ws_constant"), used))
#define __managed__ __attribute__((section("ws_managed"), used))
// The rewriter puts it for the __device__ of a variable.
#define __ws_gvar_ __attribute__((section("ws_device"), used))

// The same for variables of templates, inline ones and those of functions. gcc has no section for them: see link_program().
#if defined(__clang__)
#define __ws_gtpl_ __ws_gvar_
#define __ws_ctempl_ __constant__
#define __ws_mtmpl_ __managed__
// clang takes a section to be constant as long as it has seen only variables of templates in it.
__attribute__((section("ws_device"))) static int ws_in_device;
__attribute__((section("ws_constant"))) static int ws_in_constant;
__attribute__((section("ws_managed"))) static int ws_in_managed;
#else
#define __ws_gtpl_ __attribute__((used))
#define __ws_ctempl_ __attribute__((used))
#define __ws_mtmpl_ __attribute__((used))
#endif

// The kernel itself is refused, where it is launched.
#define __cluster_dims__(...)         \
  WS_NOT_EMULATED("__cluster_dims__", \
                  "launch blocks without clusters, and use global memory between blocks")
