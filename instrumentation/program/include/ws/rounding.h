// Arithmetic and conversions with the rounding that an intrinsic's name ends in: rn, rz, ru, rd.
#pragma once
#pragma GCC system_header

#include <math.h>

#include "ws/bytes.h"

namespace ws {

enum rounding { rn, rz, ru, rd };

#if defined(__x86_64__)
#define WS_FLOAT_REGISTER "x"
WS_INLINE unsigned int set_rounding(rounding mode) {
  unsigned int before, now;
  __asm__ __volatile__("stmxcsr %0" : "=m"(before));
  now = (get_unseen(&before) & ~0x6000u) | (mode == rz   ? 0x6000u
                                            : mode == ru ? 0x4000u
                                            : mode == rd ? 0x2000u
                                                         : 0u);
  unsigned int slot;
  put_unseen(&slot, now);
  __asm__ __volatile__("ldmxcsr %0" : : "m"(slot));
  return get_unseen(&before);
}
WS_INLINE void reset_rounding(unsigned int before) {
  unsigned int slot;
  put_unseen(&slot, before);
  __asm__ __volatile__("ldmxcsr %0" : : "m"(slot));
}
#else
#define WS_FLOAT_REGISTER "w"
WS_INLINE unsigned int set_rounding(rounding mode) {
  unsigned long before;
  __asm__ __volatile__("mrs %0, fpcr" : "=r"(before));
  const unsigned long now = (before & ~0xc00000ul) | (mode == rz   ? 0xc00000ul
                                                      : mode == ru ? 0x400000ul
                                                      : mode == rd ? 0x800000ul
                                                                   : 0ul);
  __asm__ __volatile__("msr fpcr, %0" : : "r"(now));
  return static_cast<unsigned int>(before);
}
WS_INLINE void reset_rounding(unsigned int before) {
  __asm__ __volatile__("msr fpcr, %0" : : "r"(static_cast<unsigned long>(before)));
}
#endif

// The compiler must not move arithmetic across a change of the mode: operands and result pass through assembly
// that stays in order.
WS_INLINE void pin(float& v) { __asm__ __volatile__("" : "+" WS_FLOAT_REGISTER(v)); }
WS_INLINE void pin(double& v) { __asm__ __volatile__("" : "+" WS_FLOAT_REGISTER(v)); }
template <class T>
WS_INLINE void pin(T& v) {
  __asm__ __volatile__("" : "+r"(v));
}
#undef WS_FLOAT_REGISTER

#define WS_ROUNDED_2(name, expression)              \
  template <rounding mode, class T>                 \
  WS_INLINE T name(T a, T b) {                      \
    if (mode == rn) return expression;              \
    const unsigned int before = set_rounding(mode); \
    pin(a);                                         \
    pin(b);                                         \
    T result = expression;                          \
    pin(result);                                    \
    reset_rounding(before);                         \
    return result;                                  \
  }
WS_ROUNDED_2(add, a + b)
WS_ROUNDED_2(sub, a - b)
WS_ROUNDED_2(mul, a* b)
WS_ROUNDED_2(div, a / b)
#undef WS_ROUNDED_2

WS_INLINE float fused(float a, float b, float c) { return fmaf(a, b, c); }
WS_INLINE double fused(double a, double b, double c) { return fma(a, b, c); }
WS_INLINE float root(float a) { return sqrtf(a); }
WS_INLINE double root(double a) { return ::sqrt(a); }

template <rounding mode, class T>
WS_INLINE T multiply_add(T a, T b, T c) {
  if (mode == rn) return fused(a, b, c);
  const unsigned int before = set_rounding(mode);
  pin(a);
  pin(b);
  pin(c);
  T result = fused(a, b, c);
  pin(result);
  reset_rounding(before);
  return result;
}
template <rounding mode, class T>
WS_INLINE T square_root(T a) {
  if (mode == rn) return root(a);
  const unsigned int before = set_rounding(mode);
  pin(a);
  T result = root(a);
  pin(result);
  reset_rounding(before);
  return result;
}
template <rounding mode, class To, class From>
WS_INLINE To convert_to(From a) {
  if (mode == rn) return static_cast<To>(a);
  const unsigned int before = set_rounding(mode);
  pin(a);
  To result = static_cast<To>(a);
  pin(result);
  reset_rounding(before);
  return result;
}

template <rounding mode>
WS_WHOLE float to_whole(float a) {
  return mode == rn ? rintf(a) : mode == rz ? truncf(a) : mode == ru ? ceilf(a) : floorf(a);
}
template <rounding mode>
WS_WHOLE double to_whole(double a) {
  return mode == rn ? ::rint(a) : mode == rz ? ::trunc(a) : mode == ru ? ::ceil(a) : ::floor(a);
}
// A GPU's conversion saturates.
template <class To>
struct limits_of {
  static constexpr bool is_signed = static_cast<To>(-1) < static_cast<To>(0);
  static constexpr int bits = static_cast<int>(sizeof(To)) * 8 - (is_signed ? 1 : 0);
  static constexpr To highest = static_cast<To>(~0ull >> (64 - bits));
  static constexpr To lowest = is_signed ? static_cast<To>(-highest - 1) : static_cast<To>(0);
};
template <rounding mode, class To, class From>
WS_WHOLE To to_integer(From a, To of_nan) {
  typedef limits_of<To> limits;
  const From whole = to_whole<mode>(a);
  // 2^bits is exact, and the first that does not fit.
  const From beyond = static_cast<From>(limits::bits == 31   ? 2147483648.0
                                        : limits::bits == 32 ? 4294967296.0
                                        : limits::bits == 63 ? 9223372036854775808.0
                                                             : 18446744073709551616.0);
  if (whole != whole) return of_nan;
  if (whole >= beyond) return limits::highest;
  if (limits::is_signed ? whole < -beyond : whole <= From(0)) return limits::lowest;
  return static_cast<To>(whole);
}

}  // namespace ws

#define WS_ALL_ROUNDINGS(macro) macro(rn) macro(rz) macro(ru) macro(rd)

#define WS_ARITHMETIC(mode)                                                                  \
  WS_INLINE float __fadd_##mode(float a, float b) { return ::ws::add<::ws::mode>(a, b); }    \
  WS_INLINE float __fsub_##mode(float a, float b) { return ::ws::sub<::ws::mode>(a, b); }    \
  WS_INLINE float __fmul_##mode(float a, float b) { return ::ws::mul<::ws::mode>(a, b); }    \
  WS_INLINE float __fdiv_##mode(float a, float b) { return ::ws::div<::ws::mode>(a, b); }    \
  WS_INLINE float __frcp_##mode(float a) { return ::ws::div<::ws::mode>(1.0f, a); }          \
  WS_INLINE float __fsqrt_##mode(float a) { return ::ws::square_root<::ws::mode>(a); }       \
  WS_INLINE float __fmaf_##mode(float a, float b, float c) {                                 \
    return ::ws::multiply_add<::ws::mode>(a, b, c);                                          \
  }                                                                                          \
  WS_INLINE float __fmaf_ieee_##mode(float a, float b, float c) {                            \
    return ::ws::multiply_add<::ws::mode>(a, b, c);                                          \
  }                                                                                          \
  WS_INLINE double __dadd_##mode(double a, double b) { return ::ws::add<::ws::mode>(a, b); } \
  WS_INLINE double __dsub_##mode(double a, double b) { return ::ws::sub<::ws::mode>(a, b); } \
  WS_INLINE double __dmul_##mode(double a, double b) { return ::ws::mul<::ws::mode>(a, b); } \
  WS_INLINE double __ddiv_##mode(double a, double b) { return ::ws::div<::ws::mode>(a, b); } \
  WS_INLINE double __drcp_##mode(double a) { return ::ws::div<::ws::mode>(1.0, a); }         \
  WS_INLINE double __dsqrt_##mode(double a) { return ::ws::square_root<::ws::mode>(a); }     \
  WS_INLINE double __fma_##mode(double a, double b, double c) {                              \
    return ::ws::multiply_add<::ws::mode>(a, b, c);                                          \
  }
WS_ALL_ROUNDINGS(WS_ARITHMETIC)
#undef WS_ARITHMETIC

#define WS_CONVERSIONS(mode)                                                                    \
  WS_INLINE int __float2int_##mode(float a) { return ::ws::to_integer<::ws::mode, int>(a, 0); } \
  WS_INLINE unsigned int __float2uint_##mode(float a) {                                         \
    return ::ws::to_integer<::ws::mode, unsigned int>(a, 0u);                                   \
  }                                                                                             \
  WS_INLINE long long __float2ll_##mode(float a) {                                              \
    return ::ws::to_integer<::ws::mode, long long>(a, ::ws::limits_of<long long>::lowest);      \
  }                                                                                             \
  WS_INLINE unsigned long long __float2ull_##mode(float a) {                                    \
    return ::ws::to_integer<::ws::mode, unsigned long long>(a, 1ull << 63);                     \
  }                                                                                             \
  WS_INLINE int __double2int_##mode(double a) {                                                 \
    return ::ws::to_integer<::ws::mode, int>(a, ::ws::limits_of<int>::lowest);                  \
  }                                                                                             \
  WS_INLINE unsigned int __double2uint_##mode(double a) {                                       \
    return ::ws::to_integer<::ws::mode, unsigned int>(a, 1u << 31);                             \
  }                                                                                             \
  WS_INLINE long long __double2ll_##mode(double a) {                                            \
    return ::ws::to_integer<::ws::mode, long long>(a, ::ws::limits_of<long long>::lowest);      \
  }                                                                                             \
  WS_INLINE unsigned long long __double2ull_##mode(double a) {                                  \
    return ::ws::to_integer<::ws::mode, unsigned long long>(a, 1ull << 63);                     \
  }                                                                                             \
  WS_INLINE float __int2float_##mode(int a) { return ::ws::convert_to<::ws::mode, float>(a); }  \
  WS_INLINE float __uint2float_##mode(unsigned int a) {                                         \
    return ::ws::convert_to<::ws::mode, float>(static_cast<long long>(a));                      \
  }                                                                                             \
  WS_INLINE float __ll2float_##mode(long long a) {                                              \
    return ::ws::convert_to<::ws::mode, float>(a);                                              \
  }                                                                                             \
  WS_INLINE float __ull2float_##mode(unsigned long long a) {                                    \
    return ::ws::from_unsigned<::ws::mode, float>(a);                                           \
  }                                                                                             \
  WS_INLINE double __ll2double_##mode(long long a) {                                            \
    return ::ws::convert_to<::ws::mode, double>(a);                                             \
  }                                                                                             \
  WS_INLINE double __ull2double_##mode(unsigned long long a) {                                  \
    return ::ws::from_unsigned<::ws::mode, double>(a);                                          \
  }                                                                                             \
  WS_INLINE float __double2float_##mode(double a) { return ::ws::convert_to<::ws::mode, float>(a); }
namespace ws {
// Compilers convert large unsigned numbers by halves, with a sticky bit: right in every mode.
template <rounding mode, class To>
WS_INLINE To from_unsigned(unsigned long long a) {
  if (a < 1ull << 63) return convert_to<mode, To>(static_cast<long long>(a));
  return convert_to<mode, To>(static_cast<long long>(a >> 1 | (a & 1u))) * To(2);
}
}  // namespace ws
WS_ALL_ROUNDINGS(WS_CONVERSIONS)
#undef WS_CONVERSIONS
#undef WS_ALL_ROUNDINGS

WS_INLINE double __int2double_rn(int a) { return a; }
WS_INLINE double __uint2double_rn(unsigned int a) { return a; }

WS_INLINE int __float_as_int(float a) { return ::ws::bit_cast<int>(a); }
WS_INLINE unsigned int __float_as_uint(float a) { return ::ws::bit_cast<unsigned int>(a); }
WS_INLINE float __int_as_float(int a) { return ::ws::bit_cast<float>(a); }
WS_INLINE float __uint_as_float(unsigned int a) { return ::ws::bit_cast<float>(a); }
WS_INLINE long long __double_as_longlong(double a) { return ::ws::bit_cast<long long>(a); }
WS_INLINE double __longlong_as_double(long long a) { return ::ws::bit_cast<double>(a); }
WS_INLINE int __double2hiint(double a) {
  return static_cast<int>(::ws::bit_cast<unsigned long long>(a) >> 32);
}
WS_INLINE int __double2loint(double a) {
  return static_cast<int>(static_cast<unsigned int>(::ws::bit_cast<unsigned long long>(a)));
}
WS_INLINE double __hiloint2double(int high, int low) {
  return ::ws::bit_cast<double>(static_cast<unsigned long long>(static_cast<unsigned int>(high))
                                    << 32 |
                                static_cast<unsigned int>(low));
}
WS_INLINE float int_as_float(int a) { return __int_as_float(a); }
WS_INLINE int float_as_int(float a) { return __float_as_int(a); }
WS_INLINE float uint_as_float(unsigned int a) { return __uint_as_float(a); }
WS_INLINE unsigned int float_as_uint(float a) { return __float_as_uint(a); }
