// Numbers with the exponent of a float and 7 bits of fraction.
#pragma once
#pragma GCC system_header

#include "vector_types.h"
#if defined(__CUDACC__)
#include "ws/atomics.h"
#include "ws/warp.h"
#endif
#include "ws/narrow_float.h"

#define WS_NARROW __nv_bfloat16
#define WS_NARROW2 __nv_bfloat162
#define WS_NARROW_RAW __nv_bfloat16_raw
#define WS_NARROW2_RAW __nv_bfloat162_raw
#define WS_NARROW_FORMAT ::ws::narrow<7, 8>
#define WS_NARROW_NAME bfloat16
#define WS_NARROW2_NAME bfloat162
#define WS_NARROW2_TAIL 2bfloat162
#define WS_NARROW_SCALAR ws_bf16
#include "ws/narrow_functions.h"

typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;
