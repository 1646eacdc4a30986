// make_float4 and its relatives.
#pragma once
#pragma GCC system_header

#ifndef __VECTOR_FUNCTIONS_H__
#define __VECTOR_FUNCTIONS_H__ 1
#endif

#include "vector_types.h"

#if defined(__cplusplus)
#define WS_MAKE(name, T)                                                       \
  WS_INLINE name##1 make_##name##1(T x) {                                      \
    name##1 v;                                                                 \
    v.x = x;                                                                   \
    return v;                                                                  \
  }                                                                            \
  WS_INLINE name##2 make_##name##2(T x, T y) { return name##2(x, y); }         \
  WS_INLINE name##3 make_##name##3(T x, T y, T z) { return name##3(x, y, z); } \
  WS_INLINE name##4 make_##name##4(T x, T y, T z, T w) { return name##4(x, y, z, w); }

WS_MAKE(char, signed char)
WS_MAKE(uchar, unsigned char)
WS_MAKE(short, short)
WS_MAKE(ushort, unsigned short)
WS_MAKE(int, int)
WS_MAKE(uint, unsigned int)
WS_MAKE(long, long)
WS_MAKE(ulong, unsigned long)
WS_MAKE(longlong, long long)
WS_MAKE(ulonglong, unsigned long long)
WS_MAKE(float, float)
WS_MAKE(double, double)

#undef WS_MAKE
#endif
