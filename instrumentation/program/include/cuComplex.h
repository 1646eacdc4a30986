// Complex numbers: float2 and double2.
#pragma once
#pragma GCC system_header

#include <math.h>

#include "vector_functions.h"

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

#define WS_COMPLEX(C, T, make, real, imag, conj, add, sub, mul, div, abs, fma, hypot_of, fabs_of) \
  WS_INLINE T real(C z) { return z.x; }                                                           \
  WS_INLINE T imag(C z) { return z.y; }                                                           \
  WS_INLINE C make(T re, T im) { return C(re, im); }                                              \
  WS_INLINE C conj(C z) { return C(z.x, -z.y); }                                                  \
  WS_INLINE C add(C a, C b) { return C(a.x + b.x, a.y + b.y); }                                   \
  WS_INLINE C sub(C a, C b) { return C(a.x - b.x, a.y - b.y); }                                   \
  WS_INLINE C mul(C a, C b) { return C(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }           \
  WS_INLINE C div(C a, C b) {                                                                     \
    const T s = fabs_of(b.x) + fabs_of(b.y), o = 1 / s;                                           \
    const T ax = a.x * o, ay = a.y * o, bx = b.x * o, by = b.y * o;                               \
    const T r = 1 / (bx * bx + by * by);                                                          \
    return C((ax * bx + ay * by) * r, (ay * bx - ax * by) * r);                                   \
  }                                                                                               \
  WS_INLINE T abs(C z) { return hypot_of(z.x, z.y); }                                             \
  WS_INLINE C fma(C a, C b, C c) {                                                                \
    const T re = a.x * b.x + c.x, im = a.x * b.y + c.y;                                           \
    return C(-(a.y * b.y) + re, a.y * b.x + im);                                                  \
  }
WS_COMPLEX(cuFloatComplex, float, make_cuFloatComplex, cuCrealf, cuCimagf, cuConjf, cuCaddf,
           cuCsubf, cuCmulf, cuCdivf, cuCabsf, cuCfmaf, hypotf, fabsf)
WS_COMPLEX(cuDoubleComplex, double, make_cuDoubleComplex, cuCreal, cuCimag, cuConj, cuCadd, cuCsub,
           cuCmul, cuCdiv, cuCabs, cuCfma, ::hypot, ::fabs)
#undef WS_COMPLEX

WS_INLINE cuComplex make_cuComplex(float re, float im) { return cuComplex(re, im); }
WS_INLINE cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex z) {
  return cuDoubleComplex(static_cast<double>(z.x), static_cast<double>(z.y));
}
WS_INLINE cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex z) {
  return cuFloatComplex(static_cast<float>(z.x), static_cast<float>(z.y));
}
