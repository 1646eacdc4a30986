// What a .cu file sees without including anything: CUDA's types, its runtime, and the device's functions,
// for a program that a C++ compiler builds and Warpscope runs without a GPU.
#pragma once
#pragma GCC system_header

// Programs ask for the guards of NVIDIA's headers, to learn what they may use.
#ifndef __CUDA_RUNTIME_H__
#define __CUDA_RUNTIME_H__ 1
#endif

#if defined(__cplusplus) && __cplusplus < 201103L
#error "Warpscope runs programs in C++11 or later."
#endif

#include <limits.h>
#include <stddef.h>
#include <stdint.h>

#include "cuda_runtime_api.h"
#include "host_defines.h"
#include "vector_functions.h"
#include "vector_types.h"
#if defined(__cplusplus)
#include "warpscope_host_templates.h"
#endif

#if defined(__CUDACC__)
// As nvcc's own header does.
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmath>
#include <cstdlib>
#include <new>
#include <utility>

#include "device_launch_parameters.h"
#include "ws/atomic_builtins.h"
#include "ws/atomics.h"
#include "ws/barriers.h"
#include "ws/bits.h"
#include "ws/launch.h"
#include "ws/math.h"
#include "ws/memory.h"
#include "ws/min_max.h"
#include "ws/refused_calls.h"
#include "ws/rounding.h"
#include "ws/shifts.h"
#include "ws/simd.h"
#include "ws/textures.h"
#include "ws/warp.h"
#endif
