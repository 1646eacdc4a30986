// CUDA's vector types: their layout, their alignment, and copies that are one access.
#pragma once
#pragma GCC system_header

#ifndef __VECTOR_TYPES_H__
#define __VECTOR_TYPES_H__ 1
#endif

#include "host_defines.h"

#if !defined(__cplusplus)
#include "ws/vectors_of_c.h"
#else

// A GPU loads and stores a vector of 2, 4, 8 or 16 bytes at once. A struct that a C++ compiler copies
// as it likes may become one access for each member, so these types say how: through a machine word or
// a vector of the same size. The type of the first member keeps single values apart from braces:
// float4 a = {1} is allowed, float4 a = 1 is not.
namespace ws {
#if defined(__clang__)
// Its optimiser takes integers apart, and leaves vectors whole.
typedef char word2 __attribute__((vector_size(2), may_alias));
typedef short word4 __attribute__((vector_size(4), may_alias));
typedef int word8 __attribute__((vector_size(8), may_alias));
#else
typedef unsigned short word2 __attribute__((may_alias));
typedef unsigned int word4 __attribute__((may_alias));
typedef unsigned long word8 __attribute__((may_alias));
#endif
typedef int word16 __attribute__((vector_size(16), may_alias));

template <class T>
struct first {
  T value;
  WS_INLINE constexpr first(T t) : value(t) {}
};
}  // namespace ws

// Assignments of volatile objects go by members.
#define WS_VECTOR_COPIES(type, word)                                         \
  type() = default;                                                          \
  WS_INLINE type(const type& other) {                                        \
    *reinterpret_cast<word*>(this) = *reinterpret_cast<const word*>(&other); \
  }                                                                          \
  WS_INLINE type& operator=(const type& other) {                             \
    *reinterpret_cast<word*>(this) = *reinterpret_cast<const word*>(&other); \
    return *this;                                                            \
  }
#define WS_VECTOR_COPIES_TWO(type)                                            \
  type() = default;                                                           \
  WS_INLINE type(const type& other) { *this = other; }                        \
  WS_INLINE type& operator=(const type& other) {                              \
    ::ws::word16* to = reinterpret_cast<::ws::word16*>(this);                 \
    const ::ws::word16* from = reinterpret_cast<const ::ws::word16*>(&other); \
    const ::ws::word16 low = from[0], high = from[1];                         \
    to[0] = low;                                                              \
    to[1] = high;                                                             \
    return *this;                                                             \
  }
// Three members are three accesses, as on a GPU.
#define WS_VECTOR_COPIES_MEMBERS(type)                                      \
  type() = default;                                                         \
  WS_INLINE type(const type& other) : x(other.x), y(other.y), z(other.z) {} \
  WS_INLINE type& operator=(const type& other) {                            \
    x = other.x;                                                            \
    y = other.y;                                                            \
    z = other.z;                                                            \
    return *this;                                                           \
  }

#define WS_VECTOR1(type, T) \
  struct type {             \
    T x;                    \
  };
#define WS_VECTOR2(type, T, alignment, word)                          \
  struct __attribute__((aligned(alignment))) type {                   \
    T x, y;                                                           \
    WS_INLINE constexpr type(::ws::first<T> x_) : x(x_.value), y() {} \
    WS_INLINE constexpr type(T x_, T y_) : x(x_), y(y_) {}            \
    WS_VECTOR_COPIES(type, ::ws::word)                                \
  };
#define WS_VECTOR3(type, T)                                                 \
  struct type {                                                             \
    T x, y, z;                                                              \
    WS_INLINE constexpr type(::ws::first<T> x_) : x(x_.value), y(), z() {}  \
    WS_INLINE constexpr type(T x_, T y_, T z_ = 0) : x(x_), y(y_), z(z_) {} \
    WS_VECTOR_COPIES_MEMBERS(type)                                          \
  };
#define WS_VECTOR4_OF(type, T, alignment, copies)                                            \
  struct __attribute__((aligned(alignment))) type {                                          \
    T x, y, z, w;                                                                            \
    WS_INLINE constexpr type(::ws::first<T> x_) : x(x_.value), y(), z(), w() {}              \
    WS_INLINE constexpr type(T x_, T y_, T z_ = 0, T w_ = 0) : x(x_), y(y_), z(z_), w(w_) {} \
    copies                                                                                   \
  };
#define WS_VECTOR4(type, T, alignment, word) \
  WS_VECTOR4_OF(type, T, alignment, WS_VECTOR_COPIES(type, ::ws::word))

WS_VECTOR1(char1, signed char)
WS_VECTOR2(char2, signed char, 2, word2)
WS_VECTOR3(char3, signed char)
WS_VECTOR4(char4, signed char, 4, word4)
WS_VECTOR1(uchar1, unsigned char)
WS_VECTOR2(uchar2, unsigned char, 2, word2)
WS_VECTOR3(uchar3, unsigned char)
WS_VECTOR4(uchar4, unsigned char, 4, word4)
WS_VECTOR1(short1, short)
WS_VECTOR2(short2, short, 4, word4)
WS_VECTOR3(short3, short)
WS_VECTOR4(short4, short, 8, word8)
WS_VECTOR1(ushort1, unsigned short)
WS_VECTOR2(ushort2, unsigned short, 4, word4)
WS_VECTOR3(ushort3, unsigned short)
WS_VECTOR4(ushort4, unsigned short, 8, word8)
WS_VECTOR1(int1, int)
WS_VECTOR2(int2, int, 8, word8)
WS_VECTOR3(int3, int)
WS_VECTOR4(int4, int, 16, word16)
WS_VECTOR1(uint1, unsigned int)
WS_VECTOR2(uint2, unsigned int, 8, word8)
WS_VECTOR3(uint3, unsigned int)
WS_VECTOR4(uint4, unsigned int, 16, word16)
WS_VECTOR1(long1, long)
WS_VECTOR2(long2, long, 16, word16)
WS_VECTOR3(long3, long)
WS_VECTOR4_OF(long4, long, 16, WS_VECTOR_COPIES_TWO(long4))
WS_VECTOR1(ulong1, unsigned long)
WS_VECTOR2(ulong2, unsigned long, 16, word16)
WS_VECTOR3(ulong3, unsigned long)
WS_VECTOR4_OF(ulong4, unsigned long, 16, WS_VECTOR_COPIES_TWO(ulong4))
WS_VECTOR1(longlong1, long long)
WS_VECTOR2(longlong2, long long, 16, word16)
WS_VECTOR3(longlong3, long long)
WS_VECTOR4_OF(longlong4, long long, 16, WS_VECTOR_COPIES_TWO(longlong4))
WS_VECTOR1(ulonglong1, unsigned long long)
WS_VECTOR2(ulonglong2, unsigned long long, 16, word16)
WS_VECTOR3(ulonglong3, unsigned long long)
WS_VECTOR4_OF(ulonglong4, unsigned long long, 16, WS_VECTOR_COPIES_TWO(ulonglong4))
WS_VECTOR1(float1, float)
WS_VECTOR2(float2, float, 8, word8)
WS_VECTOR3(float3, float)
WS_VECTOR4(float4, float, 16, word16)
WS_VECTOR1(double1, double)
WS_VECTOR2(double2, double, 16, word16)
WS_VECTOR3(double3, double)
WS_VECTOR4_OF(double4, double, 16, WS_VECTOR_COPIES_TWO(double4))

typedef double4 double4_16a;
typedef long4 long4_16a;
typedef ulong4 ulong4_16a;
typedef longlong4 longlong4_16a;
typedef ulonglong4 ulonglong4_16a;

struct dim3 {
  unsigned int x, y, z;
  WS_INLINE constexpr dim3(unsigned int x_ = 1, unsigned int y_ = 1, unsigned int z_ = 1)
      : x(x_), y(y_), z(z_) {}
  WS_INLINE constexpr dim3(const uint3& v) : x(v.x), y(v.y), z(v.z) {}
  WS_INLINE operator uint3() const { return uint3(x, y, z); }
};

#undef WS_VECTOR1
#undef WS_VECTOR2
#undef WS_VECTOR3
#undef WS_VECTOR4
#undef WS_VECTOR4_OF
#undef WS_VECTOR_COPIES
#undef WS_VECTOR_COPIES_TWO
#undef WS_VECTOR_COPIES_MEMBERS
#endif
