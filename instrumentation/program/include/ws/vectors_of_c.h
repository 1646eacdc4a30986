// CUDA's vector types in C: what vector_types.h says in C++, for a program's host files.
#pragma once
#pragma GCC system_header

#define WS_VECTORS(name, T, align2, align4)                  \
  typedef struct name##1 {                                   \
    T x;                                                     \
  }                                                          \
  name##1;                                                   \
  typedef struct __attribute__((aligned(align2))) name##2 {  \
    T x, y;                                                  \
  }                                                          \
  name##2;                                                   \
  typedef struct name##3 {                                   \
    T x, y, z;                                               \
  }                                                          \
  name##3;                                                   \
  typedef struct __attribute__((aligned(align4))) name##4 {  \
    T x, y, z, w;                                            \
  }                                                          \
  name##4;                                                   \
  static inline name##1 make_##name##1(T x) {                \
    name##1 v = {x};                                         \
    return v;                                                \
  }                                                          \
  static inline name##2 make_##name##2(T x, T y) {           \
    name##2 v = {x, y};                                      \
    return v;                                                \
  }                                                          \
  static inline name##3 make_##name##3(T x, T y, T z) {      \
    name##3 v = {x, y, z};                                   \
    return v;                                                \
  }                                                          \
  static inline name##4 make_##name##4(T x, T y, T z, T w) { \
    name##4 v = {x, y, z, w};                                \
    return v;                                                \
  }
WS_VECTORS(char, signed char, 2, 4)
WS_VECTORS(uchar, unsigned char, 2, 4)
WS_VECTORS(short, short, 4, 8)
WS_VECTORS(ushort, unsigned short, 4, 8)
WS_VECTORS(int, int, 8, 16)
WS_VECTORS(uint, unsigned int, 8, 16)
WS_VECTORS(long, long, 16, 16)
WS_VECTORS(ulong, unsigned long, 16, 16)
WS_VECTORS(longlong, long long, 16, 16)
WS_VECTORS(ulonglong, unsigned long long, 16, 16)
WS_VECTORS(float, float, 8, 16)
WS_VECTORS(double, double, 16, 16)
#undef WS_VECTORS

typedef struct dim3 {
  unsigned int x, y, z;
} dim3;
