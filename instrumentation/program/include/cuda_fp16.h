// Half precision.
#pragma once
#pragma GCC system_header

#include "vector_types.h"
#if defined(__CUDACC__)
#include "ws/atomics.h"
#include "ws/warp.h"
#endif
#include "ws/narrow_float.h"

#define WS_NARROW __half
#define WS_NARROW2 __half2
#define WS_NARROW_RAW __half_raw
#define WS_NARROW2_RAW __half2_raw
#define WS_NARROW_FORMAT ::ws::narrow<10, 5>
#define WS_NARROW_NAME half
#define WS_NARROW2_NAME half2
#define WS_NARROW2_TAIL 2half2
#define WS_NARROW_SCALAR ws_f16
#include "ws/narrow_functions.h"

typedef __half half;
typedef __half2 half2;
typedef __half __nv_half;
typedef __half2 __nv_half2;
typedef __half_raw __nv_half_raw;
typedef __half2_raw __nv_half2_raw;
typedef __half nv_half;
typedef __half2 nv_half2;
