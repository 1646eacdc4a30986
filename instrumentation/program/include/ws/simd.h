// Arithmetic on two halves or four bytes of a word.
#pragma once
#pragma GCC system_header

#include "ws/bytes.h"

namespace ws {

// One operation on one lane; T is the lane's type, and int holds what comes out before it is cut.
#define WS_LANE(name, expression)           \
  template <class T>                        \
  struct lane_##name {                      \
    static WS_INLINE int of(int a, int b) { \
      (void)b;                              \
      return expression;                    \
    }                                       \
  };
#define WS_LOWEST (static_cast<T>(-1) < 0 ? -(1 << (8 * sizeof(T) - 1)) : 0)
#define WS_HIGHEST \
  (static_cast<T>(-1) < 0 ? (1 << (8 * sizeof(T) - 1)) - 1 : (1 << (8 * sizeof(T))) - 1)
template <class T>
WS_INLINE int saturated(int v) {
  return v < WS_LOWEST ? WS_LOWEST : v > WS_HIGHEST ? WS_HIGHEST : v;
}
#undef WS_LOWEST
#undef WS_HIGHEST
WS_LANE(add, a + b)
WS_LANE(sub, a - b)
WS_LANE(adds, saturated<T>(a + b))
WS_LANE(subs, saturated<T>(a - b))
WS_LANE(neg, -a)
WS_LANE(negs, saturated<T>(-a))
WS_LANE(abs, a < 0 ? -a : a)
WS_LANE(abss, saturated<T>(a < 0 ? -a : a))
WS_LANE(absdiff, a < b ? b - a : a - b)
// Halves are rounded away from 0.
WS_LANE(avg, (a + b + (a + b >= 0)) >> 1)
WS_LANE(hadd, (a + b) >> 1)
WS_LANE(min, a < b ? a : b)
WS_LANE(max, a > b ? a : b)
WS_LANE(eq, a == b)
WS_LANE(ne, a != b)
WS_LANE(ge, a >= b)
WS_LANE(gt, a > b)
WS_LANE(le, a <= b)
WS_LANE(lt, a < b)
WS_LANE(cmpeq, -(a == b))
WS_LANE(cmpne, -(a != b))
WS_LANE(cmpge, -(a >= b))
WS_LANE(cmpgt, -(a > b))
WS_LANE(cmple, -(a <= b))
WS_LANE(cmplt, -(a < b))
#undef WS_LANE

template <class T>
WS_INLINE int lane_of(unsigned int word, unsigned int at) {
  return static_cast<T>(word >> at);
}
template <class T>
WS_INLINE unsigned int placed(int v, unsigned int at) {
  return (static_cast<unsigned int>(v) & (sizeof(T) == 1 ? 0xffu : 0xffffu)) << at;
}
template <template <class> class Operation, class T>
WS_INLINE unsigned int lanes(unsigned int a, unsigned int b) {
  unsigned int result = 0;
  for (unsigned int at = 0; at < 32; at += 8 * sizeof(T)) {
    result |= placed<T>(Operation<T>::of(lane_of<T>(a, at), lane_of<T>(b, at)), at);
  }
  return result;
}
template <class T>
WS_INLINE unsigned int sum_of_differences(unsigned int a, unsigned int b) {
  unsigned int sum = 0;
  for (unsigned int at = 0; at < 32; at += 8 * sizeof(T)) {
    sum += static_cast<unsigned int>(lane_absdiff<T>::of(lane_of<T>(a, at), lane_of<T>(b, at)));
  }
  return sum;
}

}  // namespace ws

#define WS_SIMD_2(name, operation, T)                           \
  WS_INLINE unsigned int name(unsigned int a, unsigned int b) { \
    return ::ws::lanes<::ws::lane_##operation, T>(a, b);        \
  }
#define WS_SIMD_1(name, operation, T)                    \
  WS_INLINE unsigned int name(unsigned int a) {          \
    return ::ws::lanes<::ws::lane_##operation, T>(a, 0); \
  }
WS_SIMD_2(__vadd2, add, unsigned short)
WS_SIMD_2(__vsub2, sub, unsigned short)
WS_SIMD_2(__vaddss2, adds, short)
WS_SIMD_2(__vaddus2, adds, unsigned short)
WS_SIMD_2(__vsubss2, subs, short)
WS_SIMD_2(__vsubus2, subs, unsigned short)
WS_SIMD_2(__vabsdiffs2, absdiff, short)
WS_SIMD_2(__vabsdiffu2, absdiff, unsigned short)
WS_SIMD_2(__vavgs2, avg, short)
WS_SIMD_2(__vavgu2, avg, unsigned short)
WS_SIMD_2(__vhaddu2, hadd, unsigned short)
WS_SIMD_2(__vmins2, min, short)
WS_SIMD_2(__vminu2, min, unsigned short)
WS_SIMD_2(__vmaxs2, max, short)
WS_SIMD_2(__vmaxu2, max, unsigned short)
WS_SIMD_2(__vseteq2, eq, unsigned short)
WS_SIMD_2(__vsetne2, ne, unsigned short)
WS_SIMD_2(__vcmpeq2, cmpeq, unsigned short)
WS_SIMD_2(__vcmpne2, cmpne, unsigned short)
WS_SIMD_2(__vsetges2, ge, short)
WS_SIMD_2(__vsetgeu2, ge, unsigned short)
WS_SIMD_2(__vcmpges2, cmpge, short)
WS_SIMD_2(__vcmpgeu2, cmpge, unsigned short)
WS_SIMD_2(__vsetgts2, gt, short)
WS_SIMD_2(__vsetgtu2, gt, unsigned short)
WS_SIMD_2(__vcmpgts2, cmpgt, short)
WS_SIMD_2(__vcmpgtu2, cmpgt, unsigned short)
WS_SIMD_2(__vsetles2, le, short)
WS_SIMD_2(__vsetleu2, le, unsigned short)
WS_SIMD_2(__vcmples2, cmple, short)
WS_SIMD_2(__vcmpleu2, cmple, unsigned short)
WS_SIMD_2(__vsetlts2, lt, short)
WS_SIMD_2(__vsetltu2, lt, unsigned short)
WS_SIMD_2(__vcmplts2, cmplt, short)
WS_SIMD_2(__vcmpltu2, cmplt, unsigned short)
WS_SIMD_1(__vneg2, neg, short)
WS_SIMD_1(__vnegss2, negs, short)
WS_SIMD_1(__vabs2, abs, short)
WS_SIMD_1(__vabsss2, abss, short)
WS_INLINE unsigned int __vsads2(unsigned int a, unsigned int b) {
  return ::ws::sum_of_differences<short>(a, b);
}
WS_INLINE unsigned int __vsadu2(unsigned int a, unsigned int b) {
  return ::ws::sum_of_differences<unsigned short>(a, b);
}
WS_SIMD_2(__vadd4, add, unsigned char)
WS_SIMD_2(__vsub4, sub, unsigned char)
WS_SIMD_2(__vaddss4, adds, signed char)
WS_SIMD_2(__vaddus4, adds, unsigned char)
WS_SIMD_2(__vsubss4, subs, signed char)
WS_SIMD_2(__vsubus4, subs, unsigned char)
WS_SIMD_2(__vabsdiffs4, absdiff, signed char)
WS_SIMD_2(__vabsdiffu4, absdiff, unsigned char)
WS_SIMD_2(__vavgs4, avg, signed char)
WS_SIMD_2(__vavgu4, avg, unsigned char)
WS_SIMD_2(__vhaddu4, hadd, unsigned char)
WS_SIMD_2(__vmins4, min, signed char)
WS_SIMD_2(__vminu4, min, unsigned char)
WS_SIMD_2(__vmaxs4, max, signed char)
WS_SIMD_2(__vmaxu4, max, unsigned char)
WS_SIMD_2(__vseteq4, eq, unsigned char)
WS_SIMD_2(__vsetne4, ne, unsigned char)
WS_SIMD_2(__vcmpeq4, cmpeq, unsigned char)
WS_SIMD_2(__vcmpne4, cmpne, unsigned char)
WS_SIMD_2(__vsetges4, ge, signed char)
WS_SIMD_2(__vsetgeu4, ge, unsigned char)
WS_SIMD_2(__vcmpges4, cmpge, signed char)
WS_SIMD_2(__vcmpgeu4, cmpge, unsigned char)
WS_SIMD_2(__vsetgts4, gt, signed char)
WS_SIMD_2(__vsetgtu4, gt, unsigned char)
WS_SIMD_2(__vcmpgts4, cmpgt, signed char)
WS_SIMD_2(__vcmpgtu4, cmpgt, unsigned char)
WS_SIMD_2(__vsetles4, le, signed char)
WS_SIMD_2(__vsetleu4, le, unsigned char)
WS_SIMD_2(__vcmples4, cmple, signed char)
WS_SIMD_2(__vcmpleu4, cmple, unsigned char)
WS_SIMD_2(__vsetlts4, lt, signed char)
WS_SIMD_2(__vsetltu4, lt, unsigned char)
WS_SIMD_2(__vcmplts4, cmplt, signed char)
WS_SIMD_2(__vcmpltu4, cmplt, unsigned char)
WS_SIMD_1(__vneg4, neg, signed char)
WS_SIMD_1(__vnegss4, negs, signed char)
WS_SIMD_1(__vabs4, abs, signed char)
WS_SIMD_1(__vabsss4, abss, signed char)
WS_INLINE unsigned int __vsads4(unsigned int a, unsigned int b) {
  return ::ws::sum_of_differences<signed char>(a, b);
}
WS_INLINE unsigned int __vsadu4(unsigned int a, unsigned int b) {
  return ::ws::sum_of_differences<unsigned char>(a, b);
}
#undef WS_SIMD_1
#undef WS_SIMD_2

// Minima and maxima of CUDA 12, of words and of halves; relu: not below 0.
namespace ws {
template <class T>
WS_INLINE T smaller(T a, T b) {
  return b < a ? b : a;
}
template <class T>
WS_INLINE T larger(T a, T b) {
  return a < b ? b : a;
}
template <class T>
WS_INLINE T wrapping_add(T a, T b) {
  return static_cast<T>(static_cast<unsigned int>(a) + static_cast<unsigned int>(b));
}
}  // namespace ws
WS_INLINE int __vimax3_s32(int a, int b, int c) { return ::ws::larger(::ws::larger(a, b), c); }
WS_INLINE int __viaddmax_s32(int a, int b, int c) {
  return ::ws::larger(::ws::wrapping_add(a, b), c);
}
WS_INLINE int __vibmax_s32(int a, int b, bool* first) {
  *first = a >= b;
  return ::ws::larger(a, b);
}
WS_INLINE unsigned int __vimax3_u32(unsigned int a, unsigned int b, unsigned int c) {
  return ::ws::larger(::ws::larger(a, b), c);
}
WS_INLINE unsigned int __viaddmax_u32(unsigned int a, unsigned int b, unsigned int c) {
  return ::ws::larger(::ws::wrapping_add(a, b), c);
}
WS_INLINE unsigned int __vibmax_u32(unsigned int a, unsigned int b, bool* first) {
  *first = a >= b;
  return ::ws::larger(a, b);
}
WS_INLINE int __vimax_s32_relu(int a, int b) { return ::ws::larger(::ws::larger(a, b), 0); }
WS_INLINE int __vimax3_s32_relu(int a, int b, int c) {
  return ::ws::larger(__vimax3_s32(a, b, c), 0);
}
WS_INLINE int __viaddmax_s32_relu(int a, int b, int c) {
  return ::ws::larger(__viaddmax_s32(a, b, c), 0);
}
WS_INLINE unsigned int __vimax3_s16x2(unsigned int a, unsigned int b, unsigned int c) {
  return __vmaxs2(__vmaxs2(a, b), c);
}
WS_INLINE unsigned int __viaddmax_s16x2(unsigned int a, unsigned int b, unsigned int c) {
  return __vmaxs2(__vadd2(a, b), c);
}
WS_INLINE unsigned int __vibmax_s16x2(unsigned int a, unsigned int b, bool* high, bool* low) {
  const unsigned int first = __vcmpges2(a, b);
  *high = first >> 16 != 0;
  *low = (first & 0xffffu) != 0;
  return __vmaxs2(a, b);
}
WS_INLINE unsigned int __vimax3_u16x2(unsigned int a, unsigned int b, unsigned int c) {
  return __vmaxu2(__vmaxu2(a, b), c);
}
WS_INLINE unsigned int __viaddmax_u16x2(unsigned int a, unsigned int b, unsigned int c) {
  return __vmaxu2(__vadd2(a, b), c);
}
WS_INLINE unsigned int __vibmax_u16x2(unsigned int a, unsigned int b, bool* high, bool* low) {
  const unsigned int first = __vcmpgeu2(a, b);
  *high = first >> 16 != 0;
  *low = (first & 0xffffu) != 0;
  return __vmaxu2(a, b);
}
WS_INLINE unsigned int __vimax_s16x2_relu(unsigned int a, unsigned int b) {
  return __vmaxs2(__vmaxs2(a, b), 0);
}
WS_INLINE unsigned int __vimax3_s16x2_relu(unsigned int a, unsigned int b, unsigned int c) {
  return __vmaxs2(__vimax3_s16x2(a, b, c), 0);
}
WS_INLINE unsigned int __viaddmax_s16x2_relu(unsigned int a, unsigned int b, unsigned int c) {
  return __vmaxs2(__viaddmax_s16x2(a, b, c), 0);
}
WS_INLINE int __vimin3_s32(int a, int b, int c) { return ::ws::smaller(::ws::smaller(a, b), c); }
WS_INLINE int __viaddmin_s32(int a, int b, int c) {
  return ::ws::smaller(::ws::wrapping_add(a, b), c);
}
WS_INLINE int __vibmin_s32(int a, int b, bool* first) {
  *first = a <= b;
  return ::ws::smaller(a, b);
}
WS_INLINE unsigned int __vimin3_u32(unsigned int a, unsigned int b, unsigned int c) {
  return ::ws::smaller(::ws::smaller(a, b), c);
}
WS_INLINE unsigned int __viaddmin_u32(unsigned int a, unsigned int b, unsigned int c) {
  return ::ws::smaller(::ws::wrapping_add(a, b), c);
}
WS_INLINE unsigned int __vibmin_u32(unsigned int a, unsigned int b, bool* first) {
  *first = a <= b;
  return ::ws::smaller(a, b);
}
WS_INLINE int __vimin_s32_relu(int a, int b) { return ::ws::larger(::ws::smaller(a, b), 0); }
WS_INLINE int __vimin3_s32_relu(int a, int b, int c) {
  return ::ws::larger(__vimin3_s32(a, b, c), 0);
}
WS_INLINE int __viaddmin_s32_relu(int a, int b, int c) {
  return ::ws::larger(__viaddmin_s32(a, b, c), 0);
}
WS_INLINE unsigned int __vimin3_s16x2(unsigned int a, unsigned int b, unsigned int c) {
  return __vmins2(__vmins2(a, b), c);
}
WS_INLINE unsigned int __viaddmin_s16x2(unsigned int a, unsigned int b, unsigned int c) {
  return __vmins2(__vadd2(a, b), c);
}
WS_INLINE unsigned int __vibmin_s16x2(unsigned int a, unsigned int b, bool* high, bool* low) {
  const unsigned int first = __vcmples2(a, b);
  *high = first >> 16 != 0;
  *low = (first & 0xffffu) != 0;
  return __vmins2(a, b);
}
WS_INLINE unsigned int __vimin3_u16x2(unsigned int a, unsigned int b, unsigned int c) {
  return __vminu2(__vminu2(a, b), c);
}
WS_INLINE unsigned int __viaddmin_u16x2(unsigned int a, unsigned int b, unsigned int c) {
  return __vminu2(__vadd2(a, b), c);
}
WS_INLINE unsigned int __vibmin_u16x2(unsigned int a, unsigned int b, bool* high, bool* low) {
  const unsigned int first = __vcmpleu2(a, b);
  *high = first >> 16 != 0;
  *low = (first & 0xffffu) != 0;
  return __vminu2(a, b);
}
WS_INLINE unsigned int __vimin_s16x2_relu(unsigned int a, unsigned int b) {
  return __vmaxs2(__vmins2(a, b), 0);
}
WS_INLINE unsigned int __vimin3_s16x2_relu(unsigned int a, unsigned int b, unsigned int c) {
  return __vmaxs2(__vimin3_s16x2(a, b, c), 0);
}
WS_INLINE unsigned int __viaddmin_s16x2_relu(unsigned int a, unsigned int b, unsigned int c) {
  return __vmaxs2(__viaddmin_s16x2(a, b, c), 0);
}
