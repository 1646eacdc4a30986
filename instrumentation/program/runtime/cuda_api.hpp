#pragma once

// CUDA's runtime as the program sees it, so that a function here and its declaration there cannot differ; without
// the macros of CUDA's qualifiers, one of which (__noinline__) breaks the C++ library's <memory>.

#define WS_THE_MACHINE_ITSELF
#include "instrumentation/program/include/cuda_runtime_api.h"

#undef WS_THE_MACHINE_ITSELF
#undef __noinline__
#undef __forceinline__
#undef __host__
#undef __device__
#undef __global__
#undef __shared__
#undef __constant__
#undef __managed__
