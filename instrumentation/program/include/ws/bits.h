// Integer intrinsics.
#pragma once
#pragma GCC system_header

#include "vector_types.h"

WS_INLINE int __popc(unsigned int x) { return __builtin_popcount(x); }
WS_INLINE int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
WS_INLINE int __clz(int x) { return x == 0 ? 32 : __builtin_clz(static_cast<unsigned int>(x)); }
WS_INLINE int __clzll(long long x) {
  return x == 0 ? 64 : __builtin_clzll(static_cast<unsigned long long>(x));
}
WS_INLINE int __ffs(int x) { return __builtin_ffs(x); }
WS_INLINE int __ffsll(long long x) { return __builtin_ffsll(x); }
WS_INLINE unsigned int __brev(unsigned int x) {
  x = (x >> 1 & 0x55555555u) | (x & 0x55555555u) << 1;
  x = (x >> 2 & 0x33333333u) | (x & 0x33333333u) << 2;
  x = (x >> 4 & 0x0f0f0f0fu) | (x & 0x0f0f0f0fu) << 4;
  return __builtin_bswap32(x);
}
WS_INLINE unsigned long long __brevll(unsigned long long x) {
  return static_cast<unsigned long long>(__brev(static_cast<unsigned int>(x))) << 32 |
         __brev(static_cast<unsigned int>(x >> 32));
}
// The position of the n-th set bit at or after (n > 0) or before (n < 0) a base; 0xffffffff: there is none.
WS_WHOLE unsigned int __fns(unsigned int mask, unsigned int base, int offset) {
  if (offset == 0) return mask >> (base & 31u) & 1u ? base : 0xffffffffu;
  const int step = offset > 0 ? 1 : -1;
  for (int at = static_cast<int>(base); at >= 0 && at < 32; at += step) {
    if (mask >> at & 1u) offset -= step;
    if (offset == 0) return static_cast<unsigned int>(at);
  }
  return 0xffffffffu;
}

WS_INLINE unsigned int __byte_perm(unsigned int x, unsigned int y, unsigned int selector) {
  const unsigned long long both = static_cast<unsigned long long>(y) << 32 | x;
  unsigned int result = 0;
  for (unsigned int i = 0; i < 4; i++) {
    const unsigned int from = selector >> (4 * i) & 7u;
    result |= static_cast<unsigned int>(both >> (8 * from) & 255u) << (8 * i);
  }
  return result;
}
WS_INLINE unsigned int __funnelshift_l(unsigned int low, unsigned int high, unsigned int shift) {
  const unsigned long long both = static_cast<unsigned long long>(high) << 32 | low;
  return static_cast<unsigned int>(both << (shift & 31u) >> 32);
}
WS_INLINE unsigned int __funnelshift_lc(unsigned int low, unsigned int high, unsigned int shift) {
  const unsigned long long both = static_cast<unsigned long long>(high) << 32 | low;
  return static_cast<unsigned int>(both << (shift < 32u ? shift : 32u) >> 32);
}
WS_INLINE unsigned int __funnelshift_r(unsigned int low, unsigned int high, unsigned int shift) {
  const unsigned long long both = static_cast<unsigned long long>(high) << 32 | low;
  return static_cast<unsigned int>(both >> (shift & 31u));
}
WS_INLINE unsigned int __funnelshift_rc(unsigned int low, unsigned int high, unsigned int shift) {
  const unsigned long long both = static_cast<unsigned long long>(high) << 32 | low;
  return static_cast<unsigned int>(both >> (shift < 32u ? shift : 32u));
}

WS_INLINE int __mul24(int x, int y) {
  const long long a = static_cast<int>(static_cast<unsigned int>(x) << 8) >> 8;
  const long long b = static_cast<int>(static_cast<unsigned int>(y) << 8) >> 8;
  return static_cast<int>(static_cast<unsigned int>(a * b));
}
WS_INLINE unsigned int __umul24(unsigned int x, unsigned int y) {
  return (x & 0xffffffu) * (y & 0xffffffu);
}
WS_INLINE int mul24(int x, int y) { return __mul24(x, y); }
WS_INLINE unsigned int umul24(unsigned int x, unsigned int y) { return __umul24(x, y); }
WS_INLINE int __mulhi(int x, int y) {
  return static_cast<int>(static_cast<long long>(x) * y >> 32);
}
WS_INLINE unsigned int __umulhi(unsigned int x, unsigned int y) {
  return static_cast<unsigned int>(static_cast<unsigned long long>(x) * y >> 32);
}
WS_INLINE long long __mul64hi(long long x, long long y) {
  return static_cast<long long>(static_cast<__int128>(x) * y >> 64);
}
WS_INLINE unsigned long long __umul64hi(unsigned long long x, unsigned long long y) {
  return static_cast<unsigned long long>(static_cast<unsigned __int128>(x) * y >> 64);
}
WS_INLINE int mulhi(int x, int y) { return __mulhi(x, y); }
WS_INLINE unsigned int mulhi(unsigned int x, unsigned int y) { return __umulhi(x, y); }
WS_INLINE unsigned int umulhi(unsigned int x, unsigned int y) { return __umulhi(x, y); }
WS_INLINE long long mul64hi(long long x, long long y) { return __mul64hi(x, y); }
WS_INLINE unsigned long long mul64hi(unsigned long long x, unsigned long long y) {
  return __umul64hi(x, y);
}

WS_INLINE unsigned int __sad(int x, int y, unsigned int z) {
  const long long d = static_cast<long long>(x) - y;
  return static_cast<unsigned int>(d < 0 ? -d : d) + z;
}
WS_INLINE unsigned int __usad(unsigned int x, unsigned int y, unsigned int z) {
  return (x < y ? y - x : x - y) + z;
}
// Averages, without overflow.
WS_INLINE int __hadd(int x, int y) {
  return static_cast<int>((static_cast<long long>(x) + y) >> 1);
}
WS_INLINE int __rhadd(int x, int y) {
  return static_cast<int>((static_cast<long long>(x) + y + 1) >> 1);
}
WS_INLINE unsigned int __uhadd(unsigned int x, unsigned int y) {
  return static_cast<unsigned int>((static_cast<unsigned long long>(x) + y) >> 1);
}
WS_INLINE unsigned int __urhadd(unsigned int x, unsigned int y) {
  return static_cast<unsigned int>((static_cast<unsigned long long>(x) + y + 1) >> 1);
}

namespace ws {
// Products of the four bytes of a and b, added up.
template <class T>
WS_INLINE int dot(unsigned int a, unsigned int b, int sum) {
  unsigned int s = static_cast<unsigned int>(sum);
  for (int i = 0; i < 4; i++) {
    s += static_cast<unsigned int>(static_cast<int>(static_cast<T>(a >> (8 * i))) *
                                   static_cast<int>(static_cast<T>(b >> (8 * i))));
  }
  return static_cast<int>(s);
}
// Products of the two halves of a and the lower two bytes of b.
template <class A, class B>
WS_INLINE int dot_halves(unsigned int a, unsigned int b, int sum) {
  unsigned int s = static_cast<unsigned int>(sum);
  for (int i = 0; i < 2; i++) {
    s += static_cast<unsigned int>(static_cast<int>(static_cast<A>(a >> (16 * i))) *
                                   static_cast<int>(static_cast<B>(b >> (8 * i))));
  }
  return static_cast<int>(s);
}
typedef signed char byte;
typedef unsigned char ubyte;
WS_INLINE unsigned int packed(char4 v) {
  return static_cast<unsigned int>(static_cast<ubyte>(v.x)) |
         static_cast<unsigned int>(static_cast<ubyte>(v.y)) << 8 |
         static_cast<unsigned int>(static_cast<ubyte>(v.z)) << 16 |
         static_cast<unsigned int>(static_cast<ubyte>(v.w)) << 24;
}
WS_INLINE unsigned int packed(uchar4 v) {
  return static_cast<unsigned int>(v.x) | static_cast<unsigned int>(v.y) << 8 |
         static_cast<unsigned int>(v.z) << 16 | static_cast<unsigned int>(v.w) << 24;
}
WS_INLINE unsigned int packed(short2 v) {
  return static_cast<unsigned int>(static_cast<unsigned short>(v.x)) |
         static_cast<unsigned int>(static_cast<unsigned short>(v.y)) << 16;
}
WS_INLINE unsigned int packed(ushort2 v) {
  return static_cast<unsigned int>(v.x) | static_cast<unsigned int>(v.y) << 16;
}
WS_INLINE unsigned int packed(int v) { return static_cast<unsigned int>(v); }
WS_INLINE unsigned int packed(unsigned int v) { return v; }
}  // namespace ws

#define WS_DOTS(T, A4, B2, byte_type, short_type)                                     \
  WS_INLINE T __dp4a(A4 a, A4 b, T c) {                                               \
    return static_cast<T>(                                                            \
        ::ws::dot<byte_type>(::ws::packed(a), ::ws::packed(b), static_cast<int>(c))); \
  }                                                                                   \
  WS_INLINE T __dp2a_lo(B2 a, A4 b, T c) {                                            \
    return static_cast<T>(::ws::dot_halves<short_type, byte_type>(                    \
        ::ws::packed(a), ::ws::packed(b), static_cast<int>(c)));                      \
  }                                                                                   \
  WS_INLINE T __dp2a_hi(B2 a, A4 b, T c) {                                            \
    return static_cast<T>(::ws::dot_halves<short_type, byte_type>(                    \
        ::ws::packed(a), ::ws::packed(b) >> 16, static_cast<int>(c)));                \
  }
WS_DOTS(int, int, int, ::ws::byte, short)
WS_DOTS(int, char4, short2, ::ws::byte, short)
WS_DOTS(unsigned int, unsigned int, unsigned int, ::ws::ubyte, unsigned short)
WS_DOTS(unsigned int, uchar4, ushort2, ::ws::ubyte, unsigned short)
#undef WS_DOTS
